import type { ProductType } from '#domain/accounts.ts'
import type { OpenPayment } from '#domain/free-credit.ts'
import type { Cents } from '#domain/money.ts'
import type { Region } from '#domain/region.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql, type Statement } from '../../platform/database/sql.ts'

/** A payment that reduces the free credit, and the ledger entry of its money. */
export type PaymentPart = OpenPayment & { paymentId: string; entryId: string; schoolName: string }

export type FreeCreditFacts = {
  region: Region
  productType: ProductType
  balance: Cents
  payments: PaymentPart[]
  plans: { tuitionYear: number; balanceAtStart: Cents; total: Cents }[]
}

/** A subquery: the payments of an account of which a part is still in its balance. */
export function openPaymentsOf(accountId: Statement): Statement {
  return sql`
    coalesce((
      select json_agg(json_build_object('paymentId', arrived.id, 'entryId', arrived.entry_id,
          'date', arrived.paid_on, 'schoolName', school.name, 'forPlan', arrived.for_plan,
          'isForRequest', arrived.is_for_request, 'forRequests', arrived.for_requests, 'debtFirst', arrived.debt_first,
          'isGoingBack', arrived.going_back is not null, 'isKept', arrived.remittance is not null,
          'amount', case when arrived.remittance is null then arrived.amount
            else least(arrived.amount, arrived.going_back) end)
        order by arrived.paid_on desc, arrived.id)
      from arrived_payment arrived join institution school on school.id = arrived.institution_id
      where arrived.account_id = ${accountId} and arrived.amount > 0 and not arrived.is_passed_on
        -- Says less than the next line, but of the payment alone: the many that have gone are not looked into.
        and (arrived.remittance is null or arrived.remittance = 'Kept')
        and (arrived.remittance is null or arrived.remittance = 'Kept' and arrived.going_back is not null)
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
    select account.region, account.product_type as "productType",
      coalesce((select balance_minor from family_balance where account_id = account.id), 0) as balance,
      ${openPaymentsOf(sql`account.id`)} as payments, ${plansWithCreditOf(sql`account.id`)} as plans
    from account where account.id = ${accountId}`)
}
