import type { OpenPayment } from '#domain/free-credit.ts'
import type { Cents } from '#domain/money.ts'
import type { Region } from '#domain/region.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql, type Statement } from '../../platform/database/sql.ts'
import { coversToPassOn } from '../charges/charges.reads.ts'

/** A payment that reduces the free credit, and the ledger entry of its money. */
export type PaymentPart = OpenPayment & { paymentId: string; entryId: string; schoolName: string }

export type FreeCreditFacts = {
  region: Region
  balance: Cents
  payments: PaymentPart[]
  plans: { tuitionYear: number; balanceAtStart: Cents; total: Cents }[]
}

/** A subquery: the payments of an account of which a part is still in its balance. */
export function openPaymentsOf(accountId: Statement): Statement {
  return sql`
    coalesce((
      select json_agg(json_build_object('paymentId', payment.id, 'entryId', entry.id, 'date', payment.paid_on,
          'schoolName', school.name, 'toSchool', coalesce(due.to_school, 0),
          'toLarkwell', coalesce(due.to_larkwell, 0),
          'toFamily', credit.amount + coalesce(due.settled - due.to_school - due.to_larkwell, 0),
          'goingBack', coalesce(back.amount, 0))
        order by payment.paid_on desc, payment.id)
      from payment
        join institution school on school.id = payment.institution_id
        cross join lateral (
          select greatest(0, payment.amount_minor - payment.covered_minor - payment.returned_minor) as amount) credit
        left join (
          select payment_id, sum(settled_minor)::bigint as settled,
            coalesce(sum(due_minor) filter (where not is_paid_ahead), 0)::bigint as to_school,
            coalesce(sum(due_minor) filter (where is_paid_ahead), 0)::bigint as to_larkwell
          from ${coversToPassOn(sql`cover.account_id = ${accountId}`)} part group by payment_id
        ) due on due.payment_id = payment.id
        left join (
          select payment_id, sum(amount_minor)::bigint as amount from refund_order
          where refund_order.account_id = ${accountId} and status in ('Ordered', 'Unknown', 'Accepted')
          group by payment_id
        ) back on back.payment_id = payment.id
        left join ledger_entry entry on entry.account_id = payment.account_id and entry.cause_id = payment.id
          and entry.kind = 'Repayment'
      where payment.account_id = ${accountId} and payment.status in ('Succeeded', 'Disputed')
        and (credit.amount > 0 or due.settled > 0)
    ), '[]')`
}

/** A subquery: the plans of an account that its credit has reduced. */
export function plansWithCreditOf(accountId: Statement): Statement {
  return sql`
    coalesce((
      select json_agg(json_build_object('tuitionYear', tuition_year, 'balanceAtStart', balance_at_start_minor,
        'total', total_minor) order by tuition_year)
      from plan_with_credit where account_id = ${accountId}
    ), '[]')`
}

/** Reads the balance and its reserved parts in one snapshot. */
export async function findFreeCreditFacts(db: Db, accountId: string) {
  return db.first<FreeCreditFacts>(sql`
    select account.region,
      coalesce((select balance_minor from family_balance where account_id = account.id), 0) as balance,
      ${openPaymentsOf(sql`account.id`)} as payments, ${plansWithCreditOf(sql`account.id`)} as plans
    from account where account.id = ${accountId}`)
}
