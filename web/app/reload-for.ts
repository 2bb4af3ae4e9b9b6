import { call } from '../api/client.ts'

const storageKey = 'larkwell.reloadedFor'

/**
 * A release replaces the bundles of the one before it. A visit that began earlier asks for one that is gone, and
 * only a new page knows the new names. Tells whether the page is on its way. Each name is worth one reload: what is
 * missing after that is missing from the release, and without a server a reload would take the page away too.
 */
export async function reloadFor(missing: string): Promise<boolean> {
  const before = reloads()
  if (before === null || before.includes(missing) || !(await isServerThere())) return false
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...before, missing]))
  } catch {
    return false
  }
  location.reload()
  return true
}

/** Null where the browser keeps nothing, and the next page would not know of this one. */
function reloads(): string[] | null {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as string[]
  } catch {
    return null
  }
}

async function isServerThere(): Promise<boolean> {
  return call('GET /api/settings').then(
    () => true,
    () => false,
  )
}
