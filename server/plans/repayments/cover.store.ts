import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cents } from '#domain/money.ts'
import type { Owed } from '#domain/repayments.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import { sql, type Statement } from '../../platform/database/sql.ts'
import { isFree, type Turn } from '../../platform/jobs/parked-items.reads.ts'
import type { ExtraIntent } from '../../books/payments/payments.reads.ts'

export type PaymentToAllocate = {
  accountId: string
  paymentId: string
  /** What of it stayed with the family, without the surcharge. */
  available: Cents
  /** A parent paid ahead: it also pays what the family is asked for by link. */
  isEarly: boolean
  /** Deposits of a family that pays its plan by BPAY may come before their day. */
  isAheadOfTime: boolean
  requestId: string | null
  /** The bank has taken it back and not decided yet. */
  isDisputed: boolean
  /** The instalments that its request is for, and the fees that it asks for besides them. */
  meantFor: { planId: string; seq: number }[]
  fee: Cents
  /** What it is to do to a plan; null where it is for nothing in particular. */
  extra: ExtraIntent | null
  paidOn: CalendarDate
}

export type PaymentKey = Pick<PaymentToAllocate, 'accountId' | 'paymentId'>

const isToBeAllocated = sql`
  not payment.is_allocated and payment.plan_id is null and payment.status in ('Succeeded', 'Refunded', 'Disputed')`

/** Whether the account has money that is not allocated yet. */
export const hasUnallocated = (accountId: Statement) => sql`exists (
  select from payment where payment.account_id = ${accountId} and ${isToBeAllocated})`

/** Unprocessed payments outside the plan. The amount to allocate is known once a payment is locked. */
export async function listPaymentsToAllocate(tx: Db, turn: Turn) {
  return tx.many<PaymentKey>(sql`
    select account_id as "accountId", id as "paymentId" from payment
    where ${isToBeAllocated} and ${isFree(turn, sql`payment.id::text`)} limit ${turn.limit}`)
}

export async function listPaymentsOfAccount(tx: Db, accountId: string) {
  return tx.many<PaymentKey>(sql`
    select account_id as "accountId", id as "paymentId" from payment
    where account_id = ${accountId} and ${isToBeAllocated}`)
}

export async function lockPayment(tx: Db, { accountId, paymentId }: PaymentKey): Promise<void> {
  await tx.run(sql`select 1 from payment where account_id = ${accountId} and id = ${paymentId} for update`)
}

/** A listed payment that the caller has locked; undefined if another process has allocated it meanwhile. */
export async function findPaymentToAllocate(tx: Db, key: PaymentKey): Promise<PaymentToAllocate | undefined> {
  return tx.first<PaymentToAllocate>(sql`
    select payment.account_id as "accountId", payment.id as "paymentId",
      greatest(coalesce((
        select amount from arrived_payment arrived
        where arrived.account_id = payment.account_id and arrived.id = payment.id), 0), 0) as available,
      -- Of what was decided to stay with the family, nothing is passed on any more.
      payment.kind = 'Early' and payment.remittance is null as "isEarly",
      payment.kind = 'Deposit' and coalesce((
        select type = 'CustomerDeposit' from repayment_source
        where repayment_source.account_id = payment.account_id
          and repayment_source.id = paying_source_id(payment.account_id)), false) as "isAheadOfTime",
      payment.payment_request_id as "requestId",
      (select coalesce(json_agg(json_build_object('planId', instalment.plan_id, 'seq', instalment.seq)), '[]')
        from instalment
        where instalment.account_id = payment.account_id and instalment.payment_request_id = request.id) as "meantFor",
      coalesce(request.fee_minor, 0) as fee, payment.paid_on as "paidOn",
      case when payment.extra_plan_id is not null then json_build_object('planId', payment.extra_plan_id,
        'outcome', payment.extra_outcome, 'byId', payment.extra_by_id) end as extra,
      exists (select from dispute where dispute.account_id = payment.account_id
        and dispute.payment_id = payment.id and dispute.status = 'Open') as "isDisputed"
    from payment left join payment_request request on request.account_id = payment.account_id
      and request.id = payment.payment_request_id
    where payment.account_id = ${key.accountId} and payment.id = ${key.paymentId} and ${isToBeAllocated}`)
}

export async function markAllocated(tx: Db, { accountId, paymentId }: PaymentToAllocate): Promise<void> {
  await tx.run(sql`
    update payment set is_allocated = true where account_id = ${accountId} and id = ${paymentId}`)
}

export type InstalmentCover = { planId: string; seq: number; amount: Cents }
export type RequestCover = { requestId: string; amount: Cents }
export type StoredCover = InstalmentCover | RequestCover

export async function listCovers(
  tx: Db,
  { accountId, paymentId }: PaymentToAllocate,
): Promise<StoredCover[]> {
  const ofPlan = await tx.many<InstalmentCover>(sql`
    select plan_id as "planId", seq, amount_minor as amount from instalment_cover
    where account_id = ${accountId} and payment_id = ${paymentId} order by seq`)
  const ofRequests = await tx.many<RequestCover>(sql`
    select cover.request_id as "requestId", cover.amount_minor as amount
    from request_cover cover join payment_request request
      on request.account_id = cover.account_id and request.id = cover.request_id
    where cover.account_id = ${accountId} and cover.payment_id = ${paymentId} order by request.due_on, request.created_at`)
  return [...ofPlan, ...ofRequests]
}

/**
 * The amounts that a family owes of its plans by now, locked; with the amounts to come for a family that pays ahead,
 * and with those that its request is for, whatever became of the plan.
 */
export async function lockOwed(tx: Db, { accountId, isAheadOfTime, requestId }: PaymentToAllocate) {
  return tx.many<Owed>(sql`
    select instalment.plan_id as "planId", instalment.seq, instalment.due_on as "dueOn",
      instalment.amount_minor - instalment.covered_minor as owing
    from instalment join plan on plan.account_id = instalment.account_id and plan.id = instalment.plan_id
    where instalment.account_id = ${accountId}
      and (plan.status = 'Current' or instalment.payment_request_id = ${requestId})
      and (instalment.status in ('Overdue', 'Retrying') or ${isAheadOfTime} and instalment.status = 'Scheduled')
    for update of instalment`)
}

/**
 * The amounts that were requested of the family at this school before it paid, locked. Simultaneous payments by others
 * count as paid, and an overdue instalment is paid as such.
 */
export async function lockRequested(tx: Db, { accountId, paymentId }: PaymentToAllocate, now: Date) {
  return tx.many<Owed>(sql`
    with asked as materialized (
      select request.id, request.due_on, request.created_at,
        request.amount_due_minor - request.amount_paid_minor - request.amount_pending_minor as left_minor
      from payment_request request join payment on payment.account_id = request.account_id
        and payment.institution_id = request.institution_id and request.created_at <= payment.created_at
      where payment.account_id = ${accountId} and payment.id = ${paymentId} and not request.is_arrears
        and request.status in ('Open', 'PartPaid') and request.expires_at > ${now}
      for update of request
    ), left_to_pay as (
      select asked.*, left_minor - coalesce((
        select sum(amount_minor) from payment where payment.account_id = ${accountId}
          and payment.payment_request_id = asked.id and payment.status in ('Created', 'Sent', 'Unknown')), 0) as owing
      from asked
    )
    select id as "requestId", due_on as "dueOn", owing::bigint as owing
    from left_to_pay where owing > 0 order by due_on, created_at, id`)
}

export async function insertRequestCover(
  tx: Db,
  { accountId, paymentId }: PaymentToAllocate,
  { requestId, amount }: RequestCover,
): Promise<void> {
  await tx.run(sql`
    insert into request_cover (account_id, request_id, payment_id, amount_minor)
    values (${accountId}, ${requestId}, ${paymentId}, ${amount})
    on conflict (account_id, request_id, payment_id)
    do update set amount_minor = request_cover.amount_minor + excluded.amount_minor`)
  await tx.run(sql`
    update payment_request set amount_paid_minor = amount_paid_minor + ${amount},
      status = case when amount_paid_minor + ${amount} >= amount_due_minor then 'Paid' else 'PartPaid' end
    where account_id = ${accountId} and id = ${requestId}`)
}

/**
 * Reverses the cover of a request after money was returned. Returns whether the family is asked for it again; a closed
 * request asks for nothing.
 */
export async function reverseRequestCover(
  tx: Db,
  { accountId, paymentId }: PaymentToAllocate,
  { requestId, amount }: RequestCover,
  now: Date,
): Promise<boolean> {
  await tx.run(sql`
    delete from request_cover where account_id = ${accountId} and request_id = ${requestId}
      and payment_id = ${paymentId} and amount_minor = ${amount}`)
  await tx.run(sql`
    update request_cover set amount_minor = amount_minor - ${amount}
    where account_id = ${accountId} and request_id = ${requestId} and payment_id = ${paymentId}
      and amount_minor > ${amount}`)
  const row = await tx.first<{ isOpen: boolean }>(sql`
    update payment_request set amount_paid_minor = amount_paid_minor - ${amount},
      status = case when status in ('Cancelled', 'Expired') then status
        when amount_paid_minor - ${amount} >= amount_due_minor then 'Paid'
        when amount_paid_minor - ${amount} > 0 then 'PartPaid' else 'Open' end
    where account_id = ${accountId} and id = ${requestId}
    returning status in ('Open', 'PartPaid') and expires_at > ${now} as "isOpen"`)
  return row?.isOpen ?? false
}

export async function insertCover(
  tx: Transaction,
  of: PaymentToAllocate,
  cover: InstalmentCover,
): Promise<void> {
  await tx.run(sql`
    insert into instalment_cover (account_id, plan_id, seq, payment_id, amount_minor)
    values (${of.accountId}, ${cover.planId}, ${cover.seq}, ${of.paymentId}, ${cover.amount})
    on conflict (account_id, plan_id, seq, payment_id)
    do update set amount_minor = instalment_cover.amount_minor + excluded.amount_minor`)
  await tx.run(sql`
    update instalment set covered_minor = covered_minor + ${cover.amount},
      status = case when covered_minor + ${cover.amount} = amount_minor then 'Paid' else status end,
      payment_id = case when covered_minor + ${cover.amount} = amount_minor then ${of.paymentId} else payment_id end,
      collected_on = case when covered_minor + ${cover.amount} = amount_minor then (
        select paid_on from payment where account_id = ${of.accountId} and id = ${of.paymentId}) end,
      -- Less is to be collected than the family was told, so it is told again.
      noticed_on = null, notice_id = null
    where account_id = ${of.accountId} and plan_id = ${cover.planId} and seq = ${cover.seq}`)
}

/**
 * Reverses a cover after money was returned: the amount is owing again, as a part of the open request for arrears if it
 * was one before. A dispute stays marked, so that nobody is asked for the amount while the bank decides.
 */
export async function reverseCover(
  tx: Transaction,
  { accountId, paymentId, isDisputed }: PaymentToAllocate,
  { planId, seq, amount }: InstalmentCover,
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
      collected_on = null, payment_id = (
        select dispute.payment_id from dispute where dispute.account_id = ${accountId}
          and dispute.payment_id = ${paymentId} and dispute.status in ('Open', 'Lost') limit 1),
      payment_request_id = case when not ${isDisputed} then (
        select id from payment_request request where request.account_id = instalment.account_id
          and request.id = instalment.payment_request_id
          and request.status in ('Open', 'PartPaid')) end
    where account_id = ${accountId} and plan_id = ${planId} and seq = ${seq}`)
}

/** Removes a fee of a closed request for arrears that its payments no longer pay. */
export async function removeUnpaidFee(
  tx: Transaction,
  { accountId, requestId }: PaymentToAllocate,
): Promise<{ fee: Cents; dueOn: CalendarDate } | undefined> {
  const row = await tx.first<{ fee: Cents; dueOn: CalendarDate }>(sql`
    select request.due_on as "dueOn", least(request.fee_minor, greatest(0,
      request.fee_minor - (request.amount_paid_minor - coalesce((
        select sum(cover.amount_minor) from payment join instalment_cover cover
          on cover.account_id = payment.account_id and cover.payment_id = payment.id
        where payment.account_id = request.account_id and payment.payment_request_id = request.id), 0))))::bigint as fee
    from payment_request request
    where account_id = ${accountId} and id = ${requestId} and is_arrears and status = 'Paid' and fee_minor > 0
    for update`)
  if (!row || row.fee === 0) return undefined
  await tx.run(sql`
    update payment_request set fee_minor = fee_minor - ${row.fee}
    where account_id = ${accountId} and id = ${requestId}`)
  return row
}
