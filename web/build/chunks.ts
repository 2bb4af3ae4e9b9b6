import { relative, resolve } from 'node:path'
import type { Rolldown } from 'vite'
import { drawnPages } from '../first-paint/drawn-pages.ts'

const project = resolve(import.meta.dirname, '../..')
const partsOf = (path: string) => drawnPages.find((page) => page.path === path)?.parts ?? []
const parentPages = partsOf('/')
const guestPages = partsOf('/pay-now')
const inProject = (id: string) => relative(project, id)

const logInParts =
  /^(web\/features\/login\/(login-address|login\.css|email-link|texts|suggested-email)|web\/ui\/(icon\/(chat|mail)|spot-art\/(phone|link|mail))|domain\/(redirect|email-suggestion))\b/
const payNowParts = /^web\/(features\/(pay-now|card-entry)|stripe)\//
const laterParts =
  /^(web\/(ui|api|app|session|lazy-part|support\/error-boundary)|web\/features\/(.+-skeleton|plan|plan-changes|care|payment-schedule\/(calculate|plan-form|plan-lengths)|payment-methods\/notice)|domain|contract)\b/
const reactAria = /^web\/ui\/(react-aria|autocomplete|modal\/modal-dialog|date-input\/calendar)/
/**
 * Few files: a request costs more than some unused kilobytes in a shared one. One file has what every page needs, one
 * what the log-in page adds, three what the pages at which visits begin share with others, and one what only later pages
 * share. What is built on React Aria is large and needed by few pages, so it keeps its own chunks.
 */
export const chunks: Rolldown.CodeSplittingGroup[] = [
  { name: 'start', tags: ['$initial'], priority: 3 },
  { name: 'log-in-parts', test: (id) => logInParts.test(inProject(id)), priority: 2 },
  { name: nameOfFirst, minShareCount: 2, priority: 1 },
  {
    name: 'more-parts',
    test: (id) => laterParts.test(inProject(id)) && !reactAria.test(inProject(id)),
    minShareCount: 2,
  },
]

/** By the pages at which visits begin: what guests need is the smaller part. */
function nameOfFirst(id: string, context: Rolldown.ChunkingContext): string | null {
  if (payNowParts.test(inProject(id))) return 'pay-now-parts'
  const isOf = (start: readonly string[]) => modulesOf(start, context).has(id)
  if (isOf(guestPages)) return 'parts'
  return isOf(parentPages) ? 'portal-parts' : null
}

const found = new Map<readonly string[], Set<string>>()

/** All modules that some pages import, directly or not. */
function modulesOf(start: readonly string[], context: Rolldown.ChunkingContext): Set<string> {
  const known = found.get(start)
  if (known) return known
  const modules = new Set<string>()
  const add = (id: string) => {
    if (modules.has(id)) return
    modules.add(id)
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) add(imported)
  }
  for (const part of start) add(`${project}/web${part}`)
  found.set(start, modules)
  return modules
}
