import type { OpenCharge } from '#domain/charges.ts'
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

/** A condition: staff have begun to refund the payment, or its bank has yet to decide about it. */
export const isInQuestion = sql`(
  exists (select from refund_order where refund_order.account_id = payment.account_id
    and refund_order.payment_id = payment.id and refund_order.status in ('Ordered', 'Unknown', 'Accepted'))
  or exists (select from dispute where dispute.account_id = payment.account_id
    and dispute.payment_id = payment.id and dispute.status = 'Open'))`

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
      or charge.kind = 'Request' and request.status in ('Open', 'PartPaid')
        and charge.due_on < ${inZoneOf(sql`${now}::timestamptz`)}::date)
    order by charge.due_on, charge.kind = 'Fee', charge.seq, charge.created_at, charge.id`)
}
