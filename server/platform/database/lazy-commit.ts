import type { Db } from './open.ts'
import { sql } from './sql.ts'

/**
 * Has the transaction commit without waiting for the disk. For tries at a code: nothing is written for a stranger, so the
 * wait would tell who is known. A crash at this very moment loses one wrong try.
 */
export async function commitLazily(tx: Db): Promise<void> {
  await tx.run(sql`set local synchronous_commit to off`)
}
