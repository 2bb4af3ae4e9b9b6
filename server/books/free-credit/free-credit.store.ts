import type { ProductType } from '#domain/accounts.ts'
import type { OpenPayment } from '#domain/free-credit.ts'
import type { Cents } from '#domain/money.ts'
import type { Region } from '#domain/region.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import { sql, type Statement } from '../../platform/database/sql.ts'

/** A payment that takes away from what is free, and the entry by which its money came. */
export type PaymentPart = OpenPayment & { paymentId: string; entryId: string; schoolName: string }

export type FreeCreditFacts = {
  region: Region
  productType: ProductType
  balance: Cents
  payments: PaymentPart[]
  plans: { tuitionYear: number; balanceAtStart: Cents; total: Cents }[]
}

/** For use in a statement: the payments of an account of which something is still in its balance. */
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

/** For use in a statement: the plans of an account that are lower by its credit. */
export function plansWithCreditOf(accountId: Statement): Statement {
  return sql`
    coalesce((
      select json_agg(json_build_object('tuitionYear', tuition_year, 'balanceAtStart', balance_at_start_minor,
        'total', total_minor) order by tuition_year)
      from plan_with_credit where account_id = ${accountId}
    ), '[]')`
}

/** The balance and what of it is spoken for, seen at one moment. */
export async function findFreeCreditFacts(db: Db, accountId: string): Promise<FreeCreditFacts | undefined> {
  return db.first<FreeCreditFacts>(sql`
    select account.region, account.product_type as "productType",
      coalesce((select balance_minor from family_balance where account_id = account.id), 0) as balance,
      ${openPaymentsOf(sql`account.id`)} as payments, ${plansWithCreditOf(sql`account.id`)} as plans
    from account where account.id = ${accountId}`)
}

/** Everything that takes money out of an account, or counts on its credit, waits here for the one before. */
export async function lockCredit(tx: Transaction, accountId: string): Promise<void> {
  await tx.run(sql`select 1 from account where id = ${accountId} for no key update`)
}
