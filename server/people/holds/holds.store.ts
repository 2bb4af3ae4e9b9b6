import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { HoldEnd } from '#domain/care.ts'
import type { Region } from '#domain/region.ts'
import { dateOfAccount } from '../../platform/database/by-region.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import { isFree, type Turn } from '../../platform/jobs/parked-items.reads.ts'
import type { Hold } from './holds.reads.ts'
import type { RowKey } from '../../platform/database/row-key.ts'

export async function insertHold(tx: Transaction, hold: Hold): Promise<void> {
  await tx.run(sql`
    insert into account_hold (account_id, id, started_at, ends_on)
    values (${hold.accountId}, ${hold.id}, ${hold.startedAt}, ${hold.endsOn})`)
}

/** False when the hold had already ended. */
export async function closeHold(
  tx: Transaction,
  { accountId, by, at }: { accountId: string; by: HoldEnd; at: Date },
): Promise<boolean> {
  const closed = await tx.run(sql`
    update account_hold set ended_at = ${at}, ended_by = ${by}
    where account_id = ${accountId} and ended_at is null`)
  return closed === 1
}

export async function setHoldEnd(
  tx: Transaction,
  { accountId, endsOn }: { accountId: string; endsOn: CalendarDate },
): Promise<void> {
  await tx.run(sql`
    update account_hold set ends_on = ${endsOn} where account_id = ${accountId} and ended_at is null`)
}

/** Messages that announce or request a payment. */
const paymentMessages = [
  'UpcomingDebit',
  'UpcomingDeposit',
  'UpcomingText',
  'PaymentOverdue',
  'PaymentOverdueText',
]
/** Reminders that a job writes again while they still apply. */
const reminders = ['RenewalReminder', 'PlanUnfinished', 'CardExpiring']

/**
 * Withdraws the announcements of every waiting payment, because each has to be announced again with its full notice.
 * Unsent messages that announce a payment or urge the family to act are not sent. The rows are locked first, so that
 * a run of repayments either has them already or sees these changes.
 */
export async function withdrawNotices(tx: Transaction, accountId: string): Promise<void> {
  await tx.run(sql`
    select 1 from instalment where account_id = ${accountId} and status in ('Scheduled', 'Retrying')
    order by plan_id, seq for update`)
  await tx.run(sql`
    update instalment set noticed_on = null, notice_id = null
    where account_id = ${accountId} and status in ('Scheduled', 'Retrying')`)
  await tx.run(sql`
    update outbox_message set status = 'Expired',
      once = case when kind = any(${reminders}::text[]) then null else once end
    where account_id = ${accountId} and status = 'Waiting' and kind = any(${[...paymentMessages, ...reminders]}::text[])`)
}

/**
 * Releases messages that waited in the outbox for the end of a hold, as far as they still apply: a plan to review
 * must be the one that was prepared, and a warning about an unusable method must still have no other method to pay
 * with.
 */
export async function releaseLetters(
  tx: Transaction,
  accountId: string,
  today: Record<Region, CalendarDate>,
): Promise<void> {
  await tx.run(sql`
    update outbox_message message set not_before = null, status = case when
        kind = 'PlanToReview' and not exists (
          select from plan join plan_version version on version.account_id = plan.account_id
            and version.plan_id = plan.id and version.version = plan.version and version.saved_by = 'Renewal'
          where plan.account_id = message.account_id
            and message.once like 'plan-to-review:' || plan.id || ':' || plan.version || ':%')
        or kind = 'SourceUnusable' and can_pay(message.account_id, ${dateOfAccount(today)})
      then 'Expired' else message.status end
    from account
    where account.id = message.account_id and message.account_id = ${accountId} and message.status = 'Waiting'
      and message.kind in ('PlanToReview', 'RenewalHeld', 'SourceUnusable')`)
}

/** Holds whose last day has passed, locked for the process that ends them. */
export async function claimExpiredHolds(
  tx: Db,
  today: Record<Region, CalendarDate>,
  turn: Turn,
): Promise<RowKey[]> {
  return tx.many(sql`
    select hold.account_id as "accountId", hold.id
    from account_hold hold join account on account.id = hold.account_id
    where hold.ended_at is null and hold.ends_on < ${dateOfAccount(today)}
      and ${isFree(turn, sql`hold.id::text`)}
    order by hold.ends_on limit ${turn.limit} for update of hold skip locked`)
}
