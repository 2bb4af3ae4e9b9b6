import type { Transaction } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import type { RowKey } from '../../platform/database/row-key.ts'

/**
 * The one open request for what an account is behind with, locked: nobody else creates or changes one until the
 * transaction ends.
 */
export async function lockRequest(tx: Transaction, accountId: string): Promise<{ id: string } | undefined> {
  await tx.run(sql`select 1 from account where id = ${accountId} for no key update`)
  return tx.first<{ id: string }>(sql`
    select id from payment_request
    where account_id = ${accountId} and is_arrears and is_open for update`)
}

/** Has the request ask for one charge more. The family has not been notified of it yet. */
export async function addToRequest(
  tx: Transaction,
  { accountId, id }: RowKey,
  { chargeId, now }: { chargeId: string; now: Date },
): Promise<void> {
  await tx.run(sql`
    update charge set payment_request_id = ${id} where account_id = ${accountId} and id = ${chargeId}`)
  await tx.run(sql`
    update payment_request set grown_at = ${now} where account_id = ${accountId} and id = ${id}`)
}
