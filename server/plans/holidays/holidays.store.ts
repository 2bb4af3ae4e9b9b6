import type { Db, Transaction } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

/** The key of the lock: any number that is the same in every process. */
const lockKey = 560_001

/** Takes the shared lock: many may calculate with the holidays at once, and a change waits for all of them. */
export async function lockForUse(tx: Db): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock_shared(${lockKey})`)
}

export async function lockForChange(tx: Transaction): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(${lockKey})`)
}
