import { posix } from 'node:path'

/**
 * The strata of the server, from the ground up. A stratum imports what is below it and itself, never what is above it.
 * The desk stands on the portal because it shows staff what a family sees.
 */
export const serverStrata = [
  'platform',
  'letters',
  'people',
  'books',
  'plans',
  'portal-api',
  'desk-api',
  'app',
] as const

const stratumOf = (path: string) => /^server\/([^/]+)\//.exec(path)?.[1]

/** The folder of a stratum in which a file lies, with all that is below it. */
const folderOf = (path: string) => posix.dirname(path).split('/').slice(0, 3).join('/')

const heightOf = (stratum: string | undefined) => serverStrata.findIndex((each) => each === stratum)

/** The programs, the application and the desk list the routes of all folders. */
const listsRoutes = (path: string) =>
  posix.dirname(path) === 'server' || stratumOf(path) === 'app' || path === 'server/desk-api/desk.routes.ts'

export function serverArrowFaults(path: string, target: string): string[] {
  if (!path.startsWith('server/') || !target.startsWith('server/')) return []
  return [...upwardFaults(path, target), ...privateFaults(path, target)]
}

function upwardFaults(path: string, target: string): string[] {
  const [from, to] = [stratumOf(path), stratumOf(target)]
  if (from === undefined || to === undefined || heightOf(to) <= heightOf(from)) return []
  return [`${from} must not know ${to}, which stands on it`]
}

/** Others write, and lock for writing, by calling a folder's use cases; they read with what its `.reads.ts` offer. */
function privateFaults(path: string, target: string): string[] {
  if (folderOf(path) === folderOf(target)) return []
  if (target.endsWith('.store.ts')) return [`${target} is private to ${folderOf(target)}`]
  if (target.endsWith('.routes.ts') && !listsRoutes(path))
    return [`${target} is private to ${folderOf(target)}: only the list of all routes takes it up`]
  return []
}
