import { retentionDays, type Retained } from '#domain/retention.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import { deleteMessagesOf, purges } from './purge.store.ts'

const dayMs = 24 * 60 * 60_000
/** Small enough that a statement ends before it keeps other transactions waiting. */
const atOnce = 500

/** Deletes data whose retention period has ended. A failure of one kind is reported and does not stop the others. */
export async function purgeExpired({ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>): Promise<void> {
  const now = clock()
  const failures: unknown[] = []
  let count = 0
  for (const kind of Object.keys(retentionDays) as Retained[]) {
    try {
      count += await purge(db, kind, now)
    } catch (error) {
      log.error({ job: 'purge-expired', code: kind, err: error }, 'not purged')
      failures.push(error)
    }
  }
  log.info({ job: 'purge-expired', count }, 'purged')
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} kinds of data were not purged`)
}

/** Purges one kind in batches. Returns the number of rows. */
export async function purge(db: Db, kind: Retained, now: Date, limit = atOnce): Promise<number> {
  const before = new Date(now.getTime() - retentionDays[kind] * dayMs)
  const next = () => db.run(purges[kind]({ before, limit }))
  let count = 0
  for (let deleted = await next(); deleted > 0; deleted = await next()) count += deleted
  return count
}

/** Deletes the messages of a person who is erased. Unsent messages are not sent. */
export async function eraseMessagesOf(tx: Transaction, customerId: string): Promise<void> {
  await deleteMessagesOf(tx, customerId)
}
