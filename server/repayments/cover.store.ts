import type { Cents } from '#domain/money.ts'
import type { Cover, Owed } from '#domain/repayments.ts'
import type { Db } from '../database/open.ts'
import { sql } from '../database/sql.ts'

export type PaymentToAllocate = {
  accountId: string
  paymentId: string
  /** What of it stayed with the family. */
  available: Cents
  /** Deposits of a family that pays its plan by BPAY may come before their day. */
  isAheadOfTime: boolean
  requestId: string | null
  meantFor: { planId: string; seq: number } | null
}

/** Claims an unprocessed payment outside the plan, with its account. */
export async function claimPaymentToAllocate(tx: Db): Promise<PaymentToAllocate | undefined> {
  return tx.first<PaymentToAllocate>(sql`
    select payment.account_id as "accountId", payment.id as "paymentId",
      greatest(payment.amount_minor - payment.refunded_minor - payment.disputed_minor, 0) as available,
      payment.kind = 'Deposit' and coalesce((
        select type = 'CustomerDeposit' from repayment_source
        where repayment_source.account_id = payment.account_id and status <> 'Removed' and (is_preferred or is_default)
        order by is_preferred desc limit 1), false) as "isAheadOfTime",
      payment.payment_request_id as "requestId",
      (select case when request.plan_id is not null then
          json_build_object('planId', request.plan_id, 'seq', request.instalment_seq) end
        from payment_request request
        where request.account_id = payment.account_id and request.id = payment.payment_request_id) as "meantFor"
    from payment
    where not payment.is_allocated and payment.plan_id is null
      and payment.status in ('Succeeded', 'Refunded', 'Disputed')
    limit 1 for update of payment skip locked`)
}

export async function markAllocated(tx: Db, { accountId, paymentId }: PaymentToAllocate): Promise<void> {
  await tx.run(sql`
    update payment set is_allocated = true where account_id = ${accountId} and id = ${paymentId}`)
}

export type StoredCover = { planId: string; seq: number; amount: Cents }

export async function listCovers(
  tx: Db,
  { accountId, paymentId }: PaymentToAllocate,
): Promise<StoredCover[]> {
  return tx.many<StoredCover>(sql`
    select plan_id as "planId", seq, amount_minor as amount from instalment_cover
    where account_id = ${accountId} and payment_id = ${paymentId} order by seq`)
}

/** What a family owes of its plans by now, locked; with what is still to come for one that pays ahead of time. */
export async function lockOwed(tx: Db, { accountId, isAheadOfTime }: PaymentToAllocate): Promise<Owed[]> {
  return tx.many<Owed>(sql`
    select instalment.plan_id as "planId", instalment.seq, instalment.due_on as "dueOn",
      instalment.amount_minor - instalment.covered_minor as owing
    from instalment join plan on plan.account_id = instalment.account_id and plan.id = instalment.plan_id
    where instalment.account_id = ${accountId} and plan.status = 'Current'
      and (instalment.status in ('Overdue', 'Retrying') or ${isAheadOfTime} and instalment.status = 'Scheduled')
    for update of instalment`)
}

export async function insertCover(tx: Db, of: PaymentToAllocate, cover: Cover): Promise<void> {
  await tx.run(sql`
    insert into instalment_cover (account_id, plan_id, seq, payment_id, amount_minor)
    values (${of.accountId}, ${cover.planId}, ${cover.seq}, ${of.paymentId}, ${cover.amount})
    on conflict (account_id, plan_id, seq, payment_id)
    do update set amount_minor = instalment_cover.amount_minor + excluded.amount_minor`)
  await tx.run(sql`
    with covered as (
      update instalment set covered_minor = covered_minor + ${cover.amount},
        status = case when covered_minor + ${cover.amount} = amount_minor then 'Paid' else status end,
        payment_id = case when covered_minor + ${cover.amount} = amount_minor then ${of.paymentId} else payment_id end
      where account_id = ${of.accountId} and plan_id = ${cover.planId} and seq = ${cover.seq}
      returning payment_request_id
    )
    -- Nobody is asked any more for what came another way.
    update payment_request set
      amount_due_minor = amount_due_minor - least(${cover.amount}, amount_due_minor - amount_paid_minor),
      status = case when amount_due_minor - amount_paid_minor <= ${cover.amount} then 'Cancelled'
        else payment_request.status end
    from covered
    where payment_request.account_id = ${of.accountId} and payment_request.id = covered.payment_request_id
      and payment_request.id is distinct from ${of.requestId}
      and payment_request.status in ('Open', 'PartPaid') and payment_request.amount_pending_minor = 0`)
}

/** Money went back: what it had covered is owing again. */
export async function takeBackCover(
  tx: Db,
  { accountId, paymentId }: PaymentToAllocate,
  { planId, seq, amount }: StoredCover,
): Promise<void> {
  await tx.run(sql`
    with less as (
      update instalment_cover set amount_minor = amount_minor - ${amount}
      where account_id = ${accountId} and plan_id = ${planId} and seq = ${seq} and payment_id = ${paymentId}
        and amount_minor > ${amount}
    ), gone as (
      delete from instalment_cover
      where account_id = ${accountId} and plan_id = ${planId} and seq = ${seq} and payment_id = ${paymentId}
        and amount_minor = ${amount}
    )
    update instalment set covered_minor = covered_minor - ${amount}, status = 'Overdue', retry_on = null,
      payment_request_id = null, payment_id = null
    where account_id = ${accountId} and plan_id = ${planId} and seq = ${seq}`)
}
