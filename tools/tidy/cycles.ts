import { posix } from 'node:path'
import { importsIn, isCode, type Source } from './source.ts'

/** Files that import each other in a circle. Types count too: a circle of types is one module in several files. */
export function importCycles(sources: readonly Source[]): string[] {
  const imports = new Map(
    sources
      .filter(({ path }) => isCode(path))
      .map((source) => [source.path, importsIn(source).map((target) => pathOf(source.path, target))]),
  )
  const cycles: string[] = []
  const done = new Set<string>()
  const visit = (path: string, trail: string[]) => {
    const start = trail.indexOf(path)
    if (start >= 0) cycles.push([...trail.slice(start), path].join(' -> '))
    if (start >= 0 || done.has(path)) return
    for (const next of imports.get(path) ?? []) visit(next, [...trail, path])
    done.add(path)
  }
  for (const path of imports.keys()) visit(path, [])
  return cycles
}

function pathOf(from: string, target: string): string {
  return target.startsWith('#') ? target.slice(1) : posix.join(posix.dirname(from), target)
}
