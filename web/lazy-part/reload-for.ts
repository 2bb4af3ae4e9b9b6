import { call } from '../session/client.ts'

const storageKey = 'larkwell.reloadedFor'

/**
 * A release replaces the bundles of the previous one. An older visit then requests a bundle that no longer exists,
 * and only a new page knows the new names. Returns whether the page is reloading. Each bundle name gets one reload:
 * if it is still missing, the release lacks it, and without a server a reload would lose the page too.
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

/** Null where the browser stores nothing, because the next page could not see this reload. */
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
