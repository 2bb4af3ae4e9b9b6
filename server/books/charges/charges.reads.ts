import type { OpenCharge } from '#domain/charges.ts'
import type { Cents } from '#domain/money.ts'
import { productsPaidAhead } from '#domain/remittances.ts'
import { inZoneOf } from '../../platform/database/by-region.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql, type Statement } from '../../platform/database/sql.ts'

/**
 * A subquery: what payments have settled and nobody has decided about yet, with what its payee gets of it. An earlier
 * debt to us is settled first, what the payee has got already is not passed on a second time, and a fee is ours. Where
 * we have paid a school ahead, what pays the plan is ours, too.
 */
export const coversToPassOn = (isOfAccounts: Statement) => sql`(
  select cover.account_id, cover.payment_id, cover.charge_id, cover.settled_minor, charge.payee_id,
    charge.kind in ('Instalment', 'CarriedOver') and account.product_type = any(${productsPaidAhead}::text[])
      as is_paid_ahead,
    case when charge.payee_id is null then 0 else greatest(0, least(cover.settled_minor,
      charge.settled_minor - charge.debt_minor - charge.passed_on_minor - coalesce(sum(cover.settled_minor) over (
        partition by cover.account_id, cover.charge_id order by cover.payment_id
        rows between unbounded preceding and 1 preceding), 0))) end as due_minor
  from cover
    join charge on charge.account_id = cover.account_id and charge.id = cover.charge_id
    join account on account.id = cover.account_id
  where not cover.is_passed_on and cover.settled_minor > 0 and ${isOfAccounts})`

/** What of a family's balance no payment has brought for its payees. */
export const balanceBeyondPayments = (accountId: Statement) => sql`(
  coalesce((select balance_minor from family_balance where family_balance.account_id = ${accountId}), 0)
    - coalesce((select sum(due_minor) from ${coversToPassOn(sql`cover.account_id = ${accountId}`)} due), 0))::bigint`

/** A condition: staff have begun to refund the payment, or its bank has yet to decide about it. */
export const isInQuestion = sql`(
  exists (select from refund_order where refund_order.account_id = payment.account_id
    and refund_order.payment_id = payment.id and refund_order.status in ('Ordered', 'Unknown', 'Accepted'))
  or exists (select from dispute where dispute.account_id = payment.account_id
    and dispute.payment_id = payment.id and dispute.status = 'Open'))`

/** A condition: whether a payment may pay a charge. Requires rows of both, of their plan and of their requests in scope. */
export const isPayable = (now: Date) => sql`case
  when payment.plan_id is not null then charge.plan_id = payment.plan_id and charge.seq = payment.instalment_seq
  when charge.payment_request_id = payment.payment_request_id then true
  when not request.is_arrears then false
  when charge.kind = 'Fee' then true
  when charge.kind = 'Request'
    then payment.kind = 'Early' and payment.extra_plan_id is null and charge.payee_id = payment.institution_id
      and asked.is_open and asked.expires_at > ${now}
  else charge.kind = 'Instalment' and (payment.kind <> 'Early' or charge.payee_id = payment.institution_id)
    and (charge.status in ('Overdue', 'Retrying') or charge.status = 'Scheduled' and plan.status = 'Current'
      and payment.kind = 'Deposit' and (
        select type = 'CustomerDeposit' from repayment_source
        where repayment_source.account_id = payment.account_id
          and repayment_source.id = paying_source_id(payment.account_id))) end`

/** The plan of a charge, and the request that asks for it. */
export const planAndRequestOfCharge = sql`
  left join plan on plan.account_id = charge.account_id and plan.id = charge.plan_id
  left join payment_request asked on asked.account_id = charge.account_id and asked.id = charge.payment_request_id`

/** What an early payment to a school would pay first. */
export async function readDue(
  db: Db,
  { accountId, institutionId, now }: { accountId: string; institutionId: string; now: Date },
): Promise<Cents> {
  return db.value<Cents>(sql`
    select coalesce(sum(charge.open_minor), 0)::bigint
    from (select ${accountId}::uuid as account_id, 'Early' as kind, ${institutionId}::uuid as institution_id,
        null::uuid as plan_id, null::int as instalment_seq, null::text as payment_request_id,
        null::uuid as extra_plan_id) payment
      left join payment_request request on request.id = payment.payment_request_id
      join charge on charge.account_id = payment.account_id and charge.open_minor > 0
      ${planAndRequestOfCharge}
    where ${isPayable(now)}`)
}

/** What a family is behind with, the oldest first: instalments, fees, and requests of schools past their day. */
export async function listOverdueCharges(db: Db, accountId: string, now: Date) {
  return db.many<OpenCharge & { isFee: boolean }>(sql`
    select charge.id, charge.open_minor as open, charge.kind = 'Fee' as "isFee"
    from charge
      join account on account.id = charge.account_id
      left join payment_request request on request.account_id = charge.account_id
        and request.id = charge.payment_request_id
    where charge.account_id = ${accountId} and charge.open_minor > 0 and (
      charge.status = 'Overdue' or charge.kind in ('Fee', 'OneOff')
      or charge.kind = 'Request' and request.is_open
        and charge.due_on < ${inZoneOf(sql`${now}::timestamptz`)}::date)
    order by charge.due_on, charge.kind = 'Fee', charge.seq, charge.created_at, charge.id`)
}
