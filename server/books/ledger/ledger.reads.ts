import { cents, type Cents } from '#domain/money.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

/** A family's balance. The ledger is its only source. */
export async function readBalance(db: Db, accountId: string): Promise<Cents> {
  const row = await db.first<{ balance: number }>(sql`
    select balance_minor as balance from family_balance where account_id = ${accountId}`)
  return cents(row?.balance ?? 0)
}
