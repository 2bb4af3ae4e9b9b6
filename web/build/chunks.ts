import { relative, resolve } from 'node:path'
import type { Rolldown } from 'vite'
import { drawnPages } from '../first-paint/drawn-pages.ts'

const project = resolve(import.meta.dirname, '../..')
const inProject = (id: string) => relative(project, id)

const logInParts =
  /^(web\/features\/login\/(login-address|login\.css|email-link|texts|suggested-email)|web\/ui\/(text-input|code-input|icon\/(chat|mail)|spot-art\/(phone|link|mail))|web\/api\/just-sent|domain\/(login|redirect|email-suggestion))\b/
const payNowParts = /^web\/(features\/pay-now|stripe)\//
const laterParts =
  /^(web\/(ui|api|app|session)|web\/features\/payment-schedule\/(calculate|plan-form|plan-lengths|.*-skeleton)|domain|contract)\b/
const reactAria =
  /^web\/ui\/(react-aria|select\/select|autocomplete|modal\/modal-dialog|date-input\/calendar)/
/** The pages at which most visits begin. */
const firstPages = ['/', '/pay-now']

/**
 * Few files: a request costs more than some unused kilobytes in a shared one. One file has what every page needs, one
 * what the log-in page adds, one what the first pages share with others, and one what only later pages share. What is
 * built on React Aria is large and needed by few pages, so it keeps its own chunks.
 */
export const chunks: Rolldown.CodeSplittingGroup[] = [
  { name: 'start', tags: ['$initial'], priority: 4 },
  { name: 'log-in-parts', test: (id) => logInParts.test(inProject(id)), priority: 3 },
  {
    name: (id, context) => (firstModules(context).has(id) ? 'portal-parts' : null),
    test: (id) => !payNowParts.test(inProject(id)),
    minShareCount: 2,
    priority: 2,
  },
  { name: 'pay-now-parts', test: (id) => payNowParts.test(inProject(id)), minShareCount: 2, priority: 1 },
  {
    name: 'more-parts',
    test: (id) => laterParts.test(inProject(id)) && !reactAria.test(inProject(id)),
    minShareCount: 2,
  },
]

let found: Set<string> | undefined

/** All modules that the first pages import, directly or not. */
function firstModules(context: Rolldown.ChunkingContext): Set<string> {
  if (found) return found
  const modules = (found = new Set<string>())
  const add = (id: string) => {
    if (modules.has(id)) return
    modules.add(id)
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) add(imported)
  }
  for (const { path, parts } of drawnPages)
    if (firstPages.includes(path)) for (const part of parts) add(`${project}/web${part}`)
  return modules
}
