import type { Transaction } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

/** Everything that takes money out of an account, or counts on its credit, waits here for the one before. */
export async function lockCredit(tx: Transaction, accountId: string): Promise<void> {
  await tx.run(sql`select 1 from account where id = ${accountId} for no key update`)
}
