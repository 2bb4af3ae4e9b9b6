import type { ReadDeps } from '../deps.ts'
import { limits } from './limits.ts'
import { refuseUntil } from './rate-limit.ts'
import { addHits } from './rate-limit.store.ts'

/** A session's calls in this minute: the count last read from the database, and the calls here since then. */
type Use = { shared: number; local: number; syncing: Promise<void> | undefined }

/** A process adds its calls to the shared count each time it has let through this part of a limit. */
const partsOfALimit = 12

/** More sessions than a process serves in a minute. Beyond that the oldest one is forgotten. */
const mostSessions = 50_000

/**
 * Limits the calls of a session per minute, over all processes. Most calls are reads, and a write for each would cost
 * more than the read. So each process counts by itself and adds its count to the database after every twelfth of the
 * limit. A session always gets its full limit, and at most one twelfth more for each further process it calls.
 */
export function sessionLimits({ db, clock, config }: ReadDeps) {
  const usesOf = { 'session-reads': new Map<string, Use>(), 'session-writes': new Map<string, Use>() }
  type Name = keyof typeof usesOf
  let minute = 0

  const useOf = (name: Name, sessionId: string): Use => {
    const uses = usesOf[name]
    const known = uses.get(sessionId)
    if (known) return known
    const [oldest] = uses.size < mostSessions ? [] : uses.keys()
    if (oldest !== undefined) uses.delete(oldest)
    const use = { shared: 0, local: 0, syncing: undefined }
    uses.set(sessionId, use)
    return use
  }

  const sync = async (use: Use, key: string, windowMs: number, startsAt: number) => {
    const added = use.local
    try {
      const hits = await addHits(db, [{ key, windowMs, hits: added }], new Date(startsAt))
      use.shared = hits.get(key)?.hits ?? use.shared
      use.local -= added
    } finally {
      use.syncing = undefined
    }
  }

  return async (sessionId: string, name: Name): Promise<void> => {
    const now = clock()
    const { windowMs } = limits[name]
    const most = config.rateLimits[name]
    // Minutes of the clock, so that all processes agree on when one starts.
    const startsAt = Math.floor(now.getTime() / windowMs) * windowMs
    if (startsAt !== minute) for (const uses of Object.values(usesOf)) uses.clear()
    minute = startsAt
    const use = useOf(name, sessionId)
    const syncOnce = () => (use.syncing ??= sync(use, `${name}:${sessionId}`, windowMs, startsAt))
    const refuseWhenUsedUp = () => {
      if (use.shared + use.local >= most) refuseUntil(startsAt + windowMs, now)
    }
    refuseWhenUsedUp()
    // Calls that arrive during a sync wait for it: a flood must not pass before the shared count is known.
    while (!isSynced(use, most)) {
      await syncOnce()
      refuseWhenUsedUp()
    }
    use.local += 1
    if (!isSynced(use, most)) await syncOnce()
  }
}

const isSynced = ({ shared, local }: Use, most: number) =>
  local < Math.min(Math.ceil(most / partsOfALimit), most - shared)
