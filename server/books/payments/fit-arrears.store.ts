import type { Transaction } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

/**
 * Sets the amount of an account's open request for arrears to what is owing now, due since the day of the oldest part.
 * Closes the request when nothing is owing any more.
 */
export async function fitRequest(tx: Transaction, accountId: string): Promise<void> {
  // Apart from the update, which could otherwise count with sums from before another transaction ended.
  await tx.run(sql`
    select 1 from payment_request where account_id = ${accountId} and is_arrears and status in ('Open', 'PartPaid')
    for update`)
  await tx.run(sql`
    update payment_request request set
      amount_due_minor = case when left_minor + amount_paid_minor > 0 then left_minor + amount_paid_minor
        else amount_due_minor end,
      due_on = coalesce(oldest_due_on, due_on),
      status = case
        when left_minor > 0 then case when amount_paid_minor > 0 then 'PartPaid' else 'Open' end
        when amount_paid_minor > 0 then 'Paid' else 'Cancelled' end
    from open_arrears arrears
    where arrears.account_id = ${accountId} and request.account_id = arrears.account_id and request.id = arrears.id`)
}
