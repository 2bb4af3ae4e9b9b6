import { productsWithoutBalance, type ProductType } from '#domain/accounts.ts'
import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cents } from '#domain/money.ts'
import type { DisputedPayment } from '#domain/problems.ts'
import type { Region } from '#domain/region.ts'
import type { WithdrawalStatus } from '#domain/withdrawals.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql, type Statement } from '../../platform/database/sql.ts'
import {
  openPaymentsOf,
  plansWithCreditOf,
  type FreeCreditFacts,
} from '../../books/free-credit/free-credit.reads.ts'
import { openDisputesOf } from '../../books/payments/disputes.reads.ts'
import type { PendingPayment } from '../transactions/pending.ts'

export type OverdueRow = {
  dueOn: CalendarDate
  amount: Cents
  schoolName: string
  /** The school's request; null for a payment of the plan. */
  request: { periodName: string | null } | null
  /** Whether it is the fee for a returned debit. */
  isFee: boolean
  /** The day on which a payment of the plan is tried again; null if it is not. */
  retryOn: CalendarDate | null
}

export type WithdrawalOnItsWay = {
  askedAt: string
  amount: Cents
  status: WithdrawalStatus
  bankAccount: string
}

export type StandingRow = {
  region: Region
  productType: ProductType
  balance: Cents
  overdue: OverdueRow[]
  disputes: DisputedPayment[]
  pending: PendingPayment[]
  withdrawals: WithdrawalOnItsWay[]
  /** The facts behind the parts of the balance; null for products that show none. */
  credit: Pick<FreeCreditFacts, 'payments' | 'plans'> | null
}

/** The due and unpaid payments of an account's plans, for a statement with a row `account`. */
const unpaidInstalments = sql`instalment.account_id = account.id and instalment.status in ('Overdue', 'Retrying')
  and instalment.open_minor > 0`

/** What else an account is asked for by a request that is late, for a statement with rows `account` and `charge`. */
const lateRequest = (today: CalendarDate, now: Date) => sql`request.account_id = account.id
  and request.id = charge.payment_request_id and request.is_open and request.expires_at > ${now}
  and (request.is_arrears or request.due_on < ${today}) and charge.account_id = account.id and charge.kind <> 'Instalment'
  and charge.open_minor > 0`

/** Whether something is due and unpaid or on its way, for a statement with a row `account`. */
export const isOwingOrMoving = (today: CalendarDate, now: Date): Statement => sql`(
  exists (select from instalment where ${unpaidInstalments})
  or exists (select from charge join payment_request request on ${lateRequest(today, now)})
  or exists (select from pending_transaction pending where pending.account_id = account.id))`

/** The debts, disputes and coming payments of an account, and the parts of its balance, as of one moment. */
export async function findStanding(
  db: Db,
  { accountId, today, now }: { accountId: string; today: CalendarDate; now: Date },
) {
  return db.value<StandingRow | undefined>(sql`
    select json_build_object('region', account.region, 'productType', account.product_type,
      'balance', coalesce((
        select balance_minor from family_balance where family_balance.account_id = account.id), 0),
      'overdue', (
        select coalesce(json_agg(owed order by owed."dueOn", owed.amount), '[]') from (
          select instalment.due_on as "dueOn", own.name as "schoolName", null::json as request, false as "isFee",
            case when instalment.status = 'Retrying' then instalment.retry_on end as "retryOn",
            instalment.open_minor as amount
          from instalment where ${unpaidInstalments}
          union all
          select request.due_on, school.name,
            case when charge.kind <> 'Fee' then json_build_object('periodName', request.period_name) end,
            charge.kind = 'Fee', null, charge.open_minor
          from charge join payment_request request on ${lateRequest(today, now)}
            join institution school on school.id = request.institution_id
        ) owed),
      'disputes', ${openDisputesOf(sql`account.id`)},
      'pending', (
        select coalesce(json_agg(pending.facts), '[]') from pending_transaction pending
        where pending.account_id = account.id),
      'withdrawals', (
        select coalesce(json_agg(json_build_object('askedAt', asked.created_at, 'amount', asked.amount_minor,
          'status', asked.status, 'bankAccount', bank.display_name) order by asked.created_at, asked.id), '[]')
        from withdrawal_request asked join payout_bank_account bank
          on bank.account_id = asked.account_id and bank.id = asked.bank_account_id
        where asked.account_id = account.id and asked.status in ('Unconfirmed', 'Pending', 'Approved')),
      'credit', case when account.product_type <> all(${productsWithoutBalance}::text[]) then json_build_object(
        'payments', ${openPaymentsOf(sql`account.id`)}, 'plans', ${plansWithCreditOf(sql`account.id`)}) end
    ) as standing
    from account join institution own on own.id = account.institution_id
    where account.id = ${accountId}`)
}
