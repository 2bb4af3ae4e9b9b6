import type { Db } from './open.ts'
import { sql } from './sql.ts'

/**
 * Lets the transaction commit without waiting for the disk. For attempts at a code: nothing is written for an unknown
 * person, so that the wait would reveal who is known. A crash at this moment loses one wrong attempt.
 */
export async function commitLazily(tx: Db): Promise<void> {
  await tx.run(sql`set local synchronous_commit to off`)
}
