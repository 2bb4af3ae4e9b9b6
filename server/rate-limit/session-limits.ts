import type { Deps } from '../deps.ts'
import { limits } from './limits.ts'
import { refuseUntil } from './rate-limit.ts'
import { addHits } from './rate-limit.store.ts'

/** What a session did in this minute: as all processes last heard, and here since then. */
type Use = { heard: number; since: number; telling: Promise<void> | undefined }

/** A process tells the others each time that it has let through this part of a limit. */
const partsOfALimit = 12

/** More sessions than a process serves in a minute; the one seen first is forgotten for another. */
const mostSessions = 50_000

/**
 * Lets through the calls of a session, so many a minute over all processes. Reads are what the portal is made of, and
 * a write for each of them would cost more than the read: a process counts by itself, and tells the database after
 * every twelfth part of the figure. So a session always has its figure, and at the most one part more for each further
 * process that it calls.
 */
export function sessionLimits({ db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>) {
  const usesOf = { 'session-reads': new Map<string, Use>(), 'session-writes': new Map<string, Use>() }
  type Name = keyof typeof usesOf
  let minute = 0

  const useOf = (name: Name, sessionId: string): Use => {
    const uses = usesOf[name]
    const known = uses.get(sessionId)
    if (known) return known
    const [oldest] = uses.size < mostSessions ? [] : uses.keys()
    if (oldest !== undefined) uses.delete(oldest)
    const use = { heard: 0, since: 0, telling: undefined }
    uses.set(sessionId, use)
    return use
  }

  const tell = async (use: Use, key: string, windowMs: number, startsAt: number) => {
    const told = use.since
    try {
      const hits = await addHits(db, [{ key, windowMs, hits: told }], new Date(startsAt))
      use.heard = hits.get(key)?.hits ?? use.heard
      use.since -= told
    } finally {
      use.telling = undefined
    }
  }

  return async (sessionId: string, name: Name): Promise<void> => {
    const now = clock()
    const { windowMs } = limits[name]
    const most = config.rateLimits[name]
    // Minutes of the clock, so that all processes mean the same one without having to ask.
    const startsAt = Math.floor(now.getTime() / windowMs) * windowMs
    if (startsAt !== minute) for (const uses of Object.values(usesOf)) uses.clear()
    minute = startsAt
    const use = useOf(name, sessionId)
    const tellOnce = () => (use.telling ??= tell(use, `${name}:${sessionId}`, windowMs, startsAt))
    const refuseWhenUsedUp = () => {
      if (use.heard + use.since >= most) refuseUntil(startsAt + windowMs, now)
    }
    refuseWhenUsedUp()
    // Whoever comes while it is told waits for it: a flood must not pass before the others have been heard.
    while (!isTold(use, most)) {
      await tellOnce()
      refuseWhenUsedUp()
    }
    use.since += 1
    if (!isTold(use, most)) await tellOnce()
  }
}

const isTold = ({ heard, since }: Use, most: number) =>
  since < Math.min(Math.ceil(most / partsOfALimit), most - heard)
