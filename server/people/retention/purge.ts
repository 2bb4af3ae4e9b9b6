import { retentionDays, type Retained } from '#domain/retention.ts'
import type { Db } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import { purges } from './purge.store.ts'

const dayMs = 24 * 60 * 60_000
/** A statement on so many rows is over before it keeps anybody waiting. */
const atOnce = 500

/** Deletes what has been kept long enough. What fails is reported, and does not hold up the rest. */
export async function purgeExpired({ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>): Promise<void> {
  const now = clock()
  const failures: unknown[] = []
  let count = 0
  for (const what of Object.keys(retentionDays) as Retained[]) {
    try {
      count += await purge(db, what, now)
    } catch (error) {
      log.error({ job: 'purge-expired', code: what, err: error }, 'not purged')
      failures.push(error)
    }
  }
  log.info({ job: 'purge-expired', count }, 'purged')
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} kinds of data were not purged`)
}

/** One kind, in batches. Returns how many rows it was. */
export async function purge(db: Db, what: Retained, now: Date, limit = atOnce): Promise<number> {
  const before = new Date(now.getTime() - retentionDays[what] * dayMs)
  const next = () => db.run(purges[what]({ before, limit }))
  let count = 0
  for (let done = await next(); done > 0; done = await next()) count += done
  return count
}
