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

/** Purges one kind in batches. Returns the number of rows. */
export async function purge(db: Db, what: Retained, now: Date, limit = atOnce): Promise<number> {
  const before = new Date(now.getTime() - retentionDays[what] * dayMs)
  const next = () => db.run(purges[what]({ before, limit }))
  let count = 0
  for (let done = await next(); done > 0; done = await next()) count += done
  return count
}

/** Deletes the messages of a person who is erased. Unsent messages are not sent. */
export async function eraseMessagesOf(tx: Transaction, customerId: string): Promise<void> {
  await deleteMessagesOf(tx, customerId)
}
