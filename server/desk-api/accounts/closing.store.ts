import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cover } from '#domain/charges.ts'
import type { Cents } from '#domain/money.ts'
import type { Region } from '#domain/region.ts'
import { inZoneOf } from '../../platform/database/by-region.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

export type Standing = { status: 'Active' | 'Inactive'; closedAt: Date | null; region: Region }

export async function findStanding(db: Db, accountId: string) {
  return db.first<Standing>(sql`
    select status, closed_at as "closedAt", region from account where id = ${accountId}`)
}

export async function setStanding(
  tx: Transaction,
  accountId: string,
  { status, closedAt }: Omit<Standing, 'region'>,
): Promise<void> {
  await tx.run(sql`update account set status = ${status}, closed_at = ${closedAt} where id = ${accountId}`)
}

type Sum = { count: number; amount: Cents }

/** The open matters of an account that is to be closed. */
export type OpenMatters = {
  balance: Cents
  /** Payments and refunds whose outcome is not known, and extra payments that are not in their plan yet. */
  underWay: number
  withdrawals: number
  /** What the closing cancels: payments of plans, and requests of schools. */
  toCollect: Sum
  requested: Sum
}

export async function readOpenMatters(db: Db, accountId: string): Promise<OpenMatters> {
  const row = await db.first<OpenMatters>(sql`
    select coalesce((select balance_minor from family_balance where family_balance.account_id = account.id), 0) as balance,
      ((select count(*) from payment where payment.account_id = account.id
          and (is_under_way or extra_plan_id is not null and status = 'Succeeded' and not is_extra_counted))
        + (select count(*) from refund_order where refund_order.account_id = account.id
          and status in ('Ordered', 'Unknown', 'Accepted')))::int as "underWay",
      (select count(*)::int from withdrawal_request where withdrawal_request.account_id = account.id
        and status in ('Unconfirmed', 'Pending', 'Approved')) as withdrawals,
      (select json_build_object('count', count(*), 'amount', coalesce(sum(open_minor), 0)) from charge
        where charge.account_id = account.id and kind = 'Instalment' and open_minor > 0) as "toCollect",
      (select json_build_object('count', count(*), 'amount', coalesce(sum(open_minor), 0)) from charge
        where charge.account_id = account.id and kind = 'Request' and open_minor > 0) as requested
    from account where account.id = ${accountId}`)
  if (!row) throw new Error(`There is no account ${accountId}`)
  return row
}

/** Cancels what asks the family for money. Returns what is open for its plans and its schools. */
export async function cancelRequests(tx: Transaction, accountId: string): Promise<Cover[]> {
  await tx.run(sql`
    update payment_request set status = 'Cancelled'
    where account_id = ${accountId} and is_open`)
  return tx.many<Cover>(sql`
    select id as "chargeId", open_minor as amount from charge
    where account_id = ${accountId} and kind in ('Instalment', 'Request') and open_minor > 0`)
}

/** Messages that announce or request a payment, or urge the family to act. */
const urgingMessages = [
  'CardExpiring',
  'PaymentOverdue',
  'PaymentOverdueText',
  'PaymentRequest',
  'PlanToReview',
  'PlanUnfinished',
  'RenewalHeld',
  'RenewalReminder',
  'SourceUnusable',
  'UpcomingDebit',
  'UpcomingDeposit',
  'UpcomingText',
]

/**
 * Ends what would act on a closed account later. What was announced is forgotten, so that it is announced anew if the
 * account is opened again.
 */
export async function endWhatWaits(
  tx: Transaction,
  accountId: string,
  { staffId, reason, now }: { staffId: string; reason: string; now: Date },
): Promise<void> {
  await tx.run(sql`
    with messages as (
      update outbox_message set status = case status when 'Waiting' then 'Expired' else status end, once = null
      where account_id = ${accountId} and kind = any(${urgingMessages}::text[])
    ), instalments as (
      update charge set retry_on = null, source_id = null, quoted_minor = null, quoted_surcharge_minor = null,
        quoted_source_id = null
      where account_id = ${accountId} and status = 'Cancelled'
    ), method as (
      update repayment_change set status = 'Cancelled' where account_id = ${accountId} and status = 'Pending'
    ), plans as (
      update plan set status = case status when 'ManualReview' then 'Draft' else status end, held_on = null
      where account_id = ${accountId} and (status = 'ManualReview' or held_on is not null)
    ), discounts as (
      update declared_discount set status = 'Withdrawn', decided_at = ${now}
      where account_id = ${accountId} and status = 'Declared'
    ), changes as (
      update plan_change set status = 'Withdrawn', ended_at = ${now}
      where account_id = ${accountId} and status = 'Asked'
    ), reviews as (
      update review set status = 'Declined', decided_at = ${now}, decided_by = ${staffId}, reason = ${reason}
      where account_id = ${accountId} and status = 'Open' and kind in ('Plan', 'Discount', 'FeeChange', 'Skip')
    ), offers as (
      update care_offer set status = 'Closed' where account_id = ${accountId} and status = 'Open'
    ), care as (
      update care_request set status = 'Withdrawn', closed_at = ${now}
      where account_id = ${accountId} and closed_at is null
    ), switches as (
      delete from product_change where account_id = ${accountId} and status <> 'Completed'
    )
    update account_hold set ended_at = ${now}, ended_by = 'Withdrawn'
    where account_id = ${accountId} and ended_at is null`)
}

export type CancelledPayment = {
  chargeId: string
  planId: string
  on: CalendarDate
  amount: Cents
  /** Its day has passed. */
  isMissed: boolean
}

/** The payments of plans that the closing of an account has cancelled, by their days. */
export async function listCancelled(db: Db, accountId: string, now: Date): Promise<CancelledPayment[]> {
  return db.many<CancelledPayment>(sql`
    select charge.id as "chargeId", charge.plan_id as "planId", charge.collect_on as on,
      waiver.amount_minor as amount,
      charge.is_extra or charge.collect_on <= ${inZoneOf(sql`${now}::timestamptz`)}::date as "isMissed"
    from account
      join waiver on waiver.account_id = account.id and waiver.reason = 'AccountClosed'
        and waiver.waived_at = account.closed_at
      join charge on charge.account_id = waiver.account_id and charge.id = waiver.charge_id
        and charge.kind = 'Instalment'
    where account.id = ${accountId}
    order by charge.collect_on, charge.seq`)
}

/**
 * Has payments collected again that were cancelled: those whose day has passed are overdue. A plan that had ended by
 * that runs again. One that had not begun and gets nothing back is an estimate, which the family may save anew.
 */
export async function bringBack(
  tx: Transaction,
  accountId: string,
  { payments, closedAt }: { payments: readonly CancelledPayment[]; closedAt: Date | null },
): Promise<void> {
  await tx.run(sql`
    with gone as (
      delete from waiver where account_id = ${accountId} and reason = 'AccountClosed' and waived_at = ${closedAt}
        and charge_id = any(${payments.map(({ chargeId }) => chargeId)}::uuid[])
      returning charge_id, amount_minor
    ), again as (
      update charge set waived_minor = waived_minor - gone.amount_minor, payment_request_id = null,
        status = case when charge.id = any(${payments.filter(({ isMissed }) => isMissed).map(({ chargeId }) => chargeId)}::uuid[])
          then 'Overdue' else 'Scheduled' end
      from gone where charge.account_id = ${accountId} and charge.id = gone.charge_id
      returning charge.plan_id
    )
    update plan set status = case status when 'Completed' then 'Current' when 'Draft' then 'Saved' else status end
    where account_id = ${accountId} and id in (select plan_id from again)`)
  await tx.run(sql`
    with estimate as (
      update plan set status = 'Draft'
      where account_id = ${accountId} and status = 'Saved' and exists (
          select from instalment where instalment.account_id = plan.account_id and instalment.plan_id = plan.id)
        and not exists (
          select from instalment where instalment.account_id = plan.account_id and instalment.plan_id = plan.id
            and instalment.status <> 'Cancelled')
      returning id
    )
    delete from charge using estimate where account_id = ${accountId} and plan_id = estimate.id`)
}
