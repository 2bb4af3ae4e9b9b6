import { useEffect, useReducer, type ComponentType } from 'react'

/**
 * A component that comes in a bundle of its own. React's own `lazy` holds back what arrives within 300 ms
 * of a fallback; this shows it at once, and what has been loaded before without a gap.
 */
export type LazyPart<Props> = {
  load: () => Promise<void>
  component: ComponentType<Props> | undefined
  failure: Error | undefined
}

export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let loading: Promise<void> | undefined
  const part: LazyPart<Props> = {
    load: () => (loading ??= load().then(arrive, fail)),
    component: undefined,
    failure: undefined,
  }
  function arrive(component: ComponentType<Props>) {
    part.component = component
  }
  function fail(error: unknown) {
    part.failure = error instanceof Error ? error : new Error(String(error))
  }
  return part
}

/** Undefined until the bundle is there. */
export function useLazyPart<Props>(part: LazyPart<Props>): ComponentType<Props> | undefined {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const { component } = part
  // What counts is what was drawn: a bundle that arrives between the drawing and this effect must be drawn too.
  useEffect(() => {
    if (!component) void part.load().then(redraw)
  }, [part, component])
  if (part.failure) throw part.failure
  return component
}
