import type { Cents } from '#domain/money.ts'
import type { Transaction } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

/** Two people have taken more from a family's balance than is free. */
export async function insertOverride(
  tx: Transaction,
  { accountId, approvalId, amount }: { accountId: string; approvalId: string; amount: Cents },
): Promise<void> {
  await tx.run(sql`
    insert into credit_override (account_id, approval_id, amount_minor)
    values (${accountId}, ${approvalId}, ${amount})`)
}
