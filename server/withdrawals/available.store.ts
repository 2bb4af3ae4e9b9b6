import type { ProductType } from '#domain/accounts.ts'
import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cents } from '#domain/money.ts'
import type { Region } from '#domain/region.ts'
import type { OpenPayment } from '#domain/withdrawals.ts'
import type { Db } from '../database/open.ts'
import { sql } from '../database/sql.ts'

/** A payment that takes away from what is available, and the entry by which its money came. */
export type Part = {
  paymentId: string
  entryId: string
  date: CalendarDate
  amount: Cents
  schoolName: string
}

export type AvailableFacts = {
  region: Region
  productType: ProductType
  balance: Cents
  payments: (Part & OpenPayment)[]
}

/**
 * The balance and the payments that are still open, seen at one moment. What is left of a payment is what the
 * family's book still has of it, counted as passing on counts it.
 */
export async function findAvailableFacts(db: Db, accountId: string): Promise<AvailableFacts | undefined> {
  return db.first<AvailableFacts>(sql`
    with going_back as materialized (
      select payment_id, sum(amount_minor)::bigint as amount from refund_order
      where account_id = ${accountId} and status in ('Ordered', 'Unknown', 'Accepted')
      group by payment_id
    ), open as materialized (
      select payment.id, payment.paid_on, payment.institution_id, false as is_kept, going_back.amount as going_back
      from payment left join going_back on going_back.payment_id = payment.id
      where payment.account_id = ${accountId} and payment.remittance is null
        and payment.status in ('Succeeded', 'Disputed')
        and not exists (select from ledger_entry entry where entry.account_id = payment.account_id
          and entry.kind = 'PaymentToSchool' and entry.cause_id = payment.id)
      union all
      select payment.id, payment.paid_on, payment.institution_id, true, going_back.amount
      from going_back join payment on payment.account_id = ${accountId} and payment.id = going_back.payment_id
      where payment.remittance = 'Kept' and payment.status in ('Succeeded', 'Disputed')
    ), cause as (
      select id as payment_id, id from open
      union all
      select refund.payment_id, refund.id from refund join open on open.id = refund.payment_id
      where refund.account_id = ${accountId}
      union all
      select dispute.payment_id, dispute.id from dispute join open on open.id = dispute.payment_id
      where dispute.account_id = ${accountId}
    ), rest as materialized (
      select cause.payment_id as id, sum(posting.amount_minor)::bigint as amount,
        (array_agg(entry.id) filter (where entry.kind = 'Repayment'))[1] as entry_id
      from cause
        join ledger_entry entry on entry.account_id = ${accountId} and entry.cause_id = cause.id
          and entry.kind in ('Repayment', 'Refund', 'Dispute', 'Reversal')
        join ledger_posting posting on posting.account_id = entry.account_id and posting.entry_id = entry.id
          and posting.book = 'Family'
      group by cause.payment_id
    )
    select account.region, account.product_type as "productType",
      coalesce((select balance_minor from family_balance where account_id = account.id), 0) as balance,
      coalesce((
        select json_agg(json_build_object('paymentId', open.id, 'entryId', rest.entry_id, 'date', open.paid_on,
            'schoolName', school.name, 'isKept', open.is_kept, 'isGoingBack', open.going_back is not null,
            'amount', case when open.is_kept then least(rest.amount, open.going_back) else rest.amount end)
          order by open.paid_on desc, open.id)
        from open join rest on rest.id = open.id join institution school on school.id = open.institution_id
        where rest.amount > 0
      ), '[]') as payments
    from account where account.id = ${accountId}`)
}
