import { useEffect, useReducer, type FunctionComponent } from 'react'
import { reloadFor } from './reload-for.ts'

/**
 * A component with its own bundle. React's `lazy` delays content that arrives within 300 ms of a fallback. This shows
 * it at once, and shows a loaded component without a gap.
 */
export type LazyPart<Props> = {
  load: () => Promise<void>
  component: FunctionComponent<Props> | undefined
  failure: Error | undefined
}

type PropsOf<Component> = Component extends FunctionComponent<infer Props> ? Props : never

/** The component of that name in a module. */
export function lazyPart<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): LazyPart<PropsOf<Module[Name]>> {
  let loading: Promise<void> | undefined
  const part: LazyPart<PropsOf<Module[Name]>> = {
    load: () => (loading ??= load().then(arrive, fail)),
    component: undefined,
    failure: undefined,
  }
  function arrive(module: Module) {
    part.component = module[name] as FunctionComponent<PropsOf<Module[Name]>>
  }
  async function fail(error: unknown) {
    const failure = error instanceof Error ? error : new Error(String(error))
    if (!(await reloadFor(failure.message))) part.failure = failure
  }
  return part
}

/** Undefined until the bundle has loaded. */
export function useLazyPart<Props>(part: LazyPart<Props>): FunctionComponent<Props> | undefined {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const { component } = part
  // Compare with what was rendered: a bundle that arrives between rendering and this effect must be rendered too.
  useEffect(() => {
    if (!component) void part.load().then(redraw)
  }, [part, component])
  if (part.failure) throw part.failure
  return component
}
