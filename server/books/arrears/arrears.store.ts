import type { Cents } from '#domain/money.ts'
import type { Transaction } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

/** The one open request for what an account is behind with. Nobody else makes or changes one until the transaction ends. */
export async function lockRequest(tx: Transaction, accountId: string): Promise<{ id: string } | undefined> {
  await tx.run(sql`select 1 from account where id = ${accountId} for no key update`)
  return tx.first<{ id: string }>(sql`
    select id from payment_request
    where account_id = ${accountId} and is_arrears and status in ('Open', 'PartPaid') for update`)
}

/** A fee joins the request, whose amount `fitRequest` then sets. The family has not been told of what joined it. */
export async function growRequest(
  tx: Transaction,
  { accountId, id }: { accountId: string; id: string },
  { fee, now }: { fee: Cents; now: Date },
): Promise<void> {
  await tx.run(sql`
    update payment_request set fee_minor = fee_minor + ${fee}, grown_at = ${now}
    where account_id = ${accountId} and id = ${id}`)
}

/**
 * Makes the open request of an account ask for what is owing now, due since the oldest of it was due. It is closed when
 * nothing is owing any more.
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

export async function setRequestOfInstalment(
  tx: Transaction,
  instalment: { accountId: string; planId: string; seq: number },
  requestId: string,
): Promise<void> {
  await tx.run(sql`
    update instalment set payment_request_id = ${requestId}
    where account_id = ${instalment.accountId} and plan_id = ${instalment.planId} and seq = ${instalment.seq}`)
}
