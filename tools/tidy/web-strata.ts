/**
 * The folders of web/, from the lowest to the highest. A folder imports only from itself and from those before it, so no
 * circle is possible. Files directly in web/ start the pages and may import all of them.
 */
const webStrata = [
  'ui',
  'api',
  'session',
  'lazy-part',
  'stripe',
  'support',
  'features',
  'gallery',
  'app',
  'first-paint',
  'build',
  'card-frame',
  'api-reference',
  'sandbox-page',
  'desk',
]

/** The folders of web/desk/ in the same way: between `ui` and `shell` are the screens. */
const deskStrata = [
  'foundation',
  'ui',
  'log-in',
  'today',
  'reviews',
  'approvals',
  'chat',
  'payment',
  'family-actions',
  'family',
  'schools',
  'money',
  'find',
  'admin',
  'shell',
]

/** An import inside web/ that leads upward. Types and tests count too. */
export function webStrataFaults(path: string, aim: string): string[] {
  return [...upwardImport('web', webStrata, path, aim), ...upwardImport('web/desk', deskStrata, path, aim)]
}

function upwardImport(room: string, strata: readonly string[], path: string, aim: string): string[] {
  if (!path.startsWith(`${room}/`) || !aim.startsWith(`${room}/`)) return []
  const [from, to] = [folderIn(room, path), folderIn(room, aim)]
  if (from === undefined || from === to) return []
  if (!strata.includes(from)) return [`${room}/${from} has no place in tools/tidy/web-strata.ts`]
  if (to === undefined) return [`${room}/${from} must not import ${aim}, which starts the page`]
  if (strata.indexOf(to) < strata.indexOf(from)) return []
  return [`${room}/${from} must not import from ${room}/${to}, which is above it`]
}

/** Undefined for a file that is directly in the room. */
function folderIn(room: string, path: string): string | undefined {
  const [folder, ...rest] = path.slice(room.length + 1).split('/')
  return rest.length > 0 ? folder : undefined
}
