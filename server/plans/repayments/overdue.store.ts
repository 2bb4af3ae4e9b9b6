import { reminderGapDays } from '#domain/arrears.ts'
import { dateIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cents } from '#domain/money.ts'
import type { DeclineReason } from '#domain/payments.ts'
import type { RepaymentSourceType } from '#domain/payment-methods/payment-methods.ts'
import { regionFacts, type Currency, type Region } from '#domain/region.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql, type Statement } from '../../platform/database/sql.ts'
import { isOnHold, wasOnHold } from '../../people/holds/holds.reads.ts'
import { isFree, type Turn } from '../../platform/jobs/parked-items.reads.ts'
import { keepsArrangement } from '../../books/arrears/arrears.reads.ts'
import type { RowKey } from '../../platform/database/row-key.ts'
import type { Payer } from './repayments.reads.ts'

export type OverdueCharge = RowKey & {
  open: Cents
  dueOn: CalendarDate
  region: Region
  currency: Currency
  institutionId: string
  /** What a debit that the bank sent back costs the family; nothing where no bank sent it back, it did
   * so while payments were on hold, or it is charged already. */
  dishonourFee: Cents
  paymentId: string | null
}

/**
 * A condition for charges that nothing will collect and that no open request asks for. One whose request staff have
 * cancelled is not asked for again, a closed account is asked for nothing, and what is on its way or disputed is not
 * open.
 */
const isToBeChased = sql`
  charge.open_minor > 0 and (charge.status = 'Overdue' or charge.kind in ('Fee', 'OneOff'))
  and not exists (select from account closed where closed.id = charge.account_id and closed.closed_at is not null)
  and not ${isOnHold(sql`charge.account_id`)}
  and not exists (
    select from payment_request request where request.account_id = charge.account_id
      and request.id = charge.payment_request_id and request.status <> 'Expired')`

/** A subquery: overdue charges that somebody has to ask for. */
export const overdueCharges = sql`
  select charge.account_id as "accountId", charge.id, charge.open_minor as open, charge.due_on as "dueOn",
    account.region, account.currency, account.institution_id as "institutionId",
    case when exists (
      select from payment join repayment_source source
        on source.account_id = payment.account_id and source.id = payment.source_id
      where payment.account_id = charge.account_id and payment.id = charge.payment_id
        and payment.status = 'Failed' and source.type = 'BankAccount'
        and not ${wasOnHold(sql`payment.account_id`, sql`payment.updated_at`)}
    ) and not exists (
      select from ledger_entry entry where entry.account_id = charge.account_id and entry.kind = 'Fee'
        and entry.cause_id = charge.payment_id
    ) then institution.dishonour_fee_minor else 0 end as "dishonourFee",
    charge.payment_id as "paymentId"
  from charge
    join account on account.id = charge.account_id
    join institution on institution.id = account.institution_id
  where ${isToBeChased}`

/** Extends open requests for arrears before their last day, so that they do not expire. */
export async function extendOpenRequests(db: Db, { now, until }: { now: Date; until: Date }): Promise<void> {
  await db.run(sql`
    update payment_request set expires_at = ${until}
    where is_arrears and is_open and expires_at < ${now}::timestamptz + interval '30 days'`)
}

export type ArrearsToRemind = {
  accountId: string
  requestId: string
  amount: Cents
  fee: Cents
  dueOn: CalendarDate
  /** How often the family was reminded of it. */
  reminders: number
  /** Of what was overdue last: why it failed, and what it was to be taken from. */
  reason: DeclineReason | null
  methodType: RepaymentSourceType | null
  parts: { dueOn: CalendarDate; amount: Cents }[]
  shortId: string
  schoolName: string
  payer: Payer
}

/**
 * Open requests for arrears whose family is to be reminded, if there is somebody to remind and no money is on its way:
 * on the days of the schedule, counted from when the request was created or extended by an amount, but never twice
 * within a week.
 */
export async function listArrearsToRemind(
  db: Db,
  { region, days, ...turn }: Turn & { region: Region; days: readonly number[] },
): Promise<ArrearsToRemind[]> {
  // By the calendar, so that the hour of a run does not matter.
  const today = sql`${dateIn(region, turn.now)}::date`
  const dayOf = (moment: Statement) => sql`(${moment} at time zone ${regionFacts[region].timeZone})::date`
  const isWeekAgo = sql`${dayOf(sql`request.reminded_at`)} <= ${today} - ${reminderGapDays}::int`
  return db.many<ArrearsToRemind>(sql`
    select request.account_id as "accountId", request.id as "requestId", request.reminders,
      request.open_minor as amount, request.due_on as "dueOn",
      request.open_minor - owed.amount as fee,
      owed.parts, newest.reason, newest.method_type as "methodType", account.short_id as "shortId",
      institution.name as "schoolName", payer_of(request.account_id) as payer
    from payment_request request
      join account on account.id = request.account_id and account.region = ${region}
      join institution on institution.id = request.institution_id
      cross join lateral (
        select coalesce(sum(amount), 0)::bigint as amount,
          coalesce(json_agg(json_build_object('dueOn', due_on, 'amount', amount) order by due_on), '[]') as parts
        from (
          select due_on, sum(open_minor) as amount from instalment
          where instalment.account_id = request.account_id and instalment.payment_request_id = request.id
            and instalment.open_minor > 0
          group by due_on
        ) of_day
      ) owed
      left join lateral (
        select instalment.failure_code as reason, source.type as method_type
        from instalment
          left join payment on payment.account_id = instalment.account_id and payment.id = instalment.payment_id
          left join repayment_source source on source.account_id = payment.account_id and source.id = payment.source_id
        where instalment.account_id = request.account_id and instalment.payment_request_id = request.id
          and instalment.status = 'Overdue'
        order by instalment.due_on desc, instalment.seq desc limit 1
      ) newest on true
    where request.is_arrears and request.is_open and request.amount_pending_minor = 0
      and not exists (
        select from payment where payment.account_id = request.account_id and payment.plan_id is null
          and payment.is_under_way)
      and payer_of(request.account_id) is not null and ${isFree(turn, sql`request.id`)}
      and not ${isOnHold(sql`request.account_id`)} and not ${keepsArrangement(sql`request.account_id`)}
      and (${isWeekAgo} and request.grown_at > request.reminded_at
        or (request.reminders = 0 or ${isWeekAgo})
          and ${dayOf(sql`request.created_at`)} + (${days}::int[])[request.reminders + 1] <= ${today})
    order by request.created_at limit ${turn.limit}`)
}

/** Counts a reminder. Of two processes that want to remind a family, one may. */
export async function countReminder(
  tx: Db,
  { accountId, requestId, reminders }: Pick<ArrearsToRemind, 'accountId' | 'requestId' | 'reminders'>,
  now: Date,
): Promise<boolean> {
  const count = await tx.run(sql`
    update payment_request set reminders = reminders + 1, reminded_at = ${now}
    where account_id = ${accountId} and id = ${requestId} and reminders = ${reminders}
      and is_open and not ${isOnHold(sql`${accountId}`)}`)
  return count === 1
}
