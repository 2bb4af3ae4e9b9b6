import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { HoldEnd } from '#domain/care.ts'
import type { Region } from '#domain/region.ts'
import { dateOfAccount } from '../../platform/database/by-region.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import { sql, type Statement } from '../../platform/database/sql.ts'
import { isFree, type Turn } from '../../platform/jobs/parked-items.store.ts'

/** The one place that says whether an account is on hold: then nothing is taken, announced, tried again or asked for. */
export const isOnHold = (accountId: Statement) => sql`
  exists (select from account_hold held where held.account_id = ${accountId} and held.ended_at is null)`

/** Whether it was so at a moment. */
export const wasOnHold = (accountId: Statement, at: Statement) => sql`
  exists (select from account_hold held where held.account_id = ${accountId}
    and held.started_at <= ${at} and coalesce(held.ended_at, 'infinity') >= ${at})`

export type Hold = { accountId: string; id: string; startedAt: Date; endsOn: CalendarDate }

export async function findOpenHold(db: Db, accountId: string): Promise<Hold | undefined> {
  return db.first<Hold>(sql`
    select account_id as "accountId", id, started_at as "startedAt", ends_on as "endsOn"
    from account_hold where account_id = ${accountId} and ended_at is null`)
}

export async function insertHold(tx: Transaction, hold: Hold): Promise<void> {
  await tx.run(sql`
    insert into account_hold (account_id, id, started_at, ends_on)
    values (${hold.accountId}, ${hold.id}, ${hold.startedAt}, ${hold.endsOn})`)
}

/** False when it has ended already. */
export async function closeHold(
  tx: Transaction,
  { accountId, by, at }: { accountId: string; by: HoldEnd; at: Date },
): Promise<boolean> {
  const closed = await tx.run(sql`
    update account_hold set ended_at = ${at}, ended_by = ${by}
    where account_id = ${accountId} and ended_at is null`)
  return closed === 1
}

export async function extendHold(
  tx: Transaction,
  { accountId, endsOn }: { accountId: string; endsOn: CalendarDate },
): Promise<void> {
  await tx.run(sql`
    update account_hold set ends_on = ${endsOn} where account_id = ${accountId} and ended_at is null`)
}

/** What says that money is about to be taken, or asks for it. */
const wordsOfMoney = [
  'UpcomingDebit',
  'UpcomingDeposit',
  'UpcomingText',
  'PaymentOverdue',
  'PaymentOverdueText',
]
/** Reminders that a job writes again where they are still true. */
const reminders = ['RenewalReminder', 'PlanUnfinished', 'CardExpiring']

/**
 * Everything that waits is to be announced again with its full notice. What says otherwise, or urges the family to act,
 * and has not left yet does not leave. The rows are locked first, so that a run of repayments either has them already or
 * sees what we did.
 */
export async function takeBackNotices(tx: Transaction, accountId: string): Promise<void> {
  await tx.run(sql`
    select 1 from instalment where account_id = ${accountId} and status in ('Scheduled', 'Retrying')
    order by plan_id, seq for update`)
  await tx.run(sql`
    update instalment set noticed_on = null, notice_id = null
    where account_id = ${accountId} and status in ('Scheduled', 'Retrying')`)
  await tx.run(sql`
    update outbox_message set status = 'Expired',
      once = case when kind = any(${reminders}::text[]) then null else once end
    where account_id = ${accountId} and status = 'Waiting' and kind = any(${[...wordsOfMoney, ...reminders]}::text[])`)
}

/**
 * What waited in the outbox for the end of a hold may leave, as far as it is still so: the plan to look at is the one
 * that was prepared, and nothing else can pay.
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

/** Holds whose last day is over, locked for the process that ends them. */
export async function claimOverHolds(
  tx: Db,
  today: Record<Region, CalendarDate>,
  turn: Turn,
): Promise<Pick<Hold, 'accountId' | 'id'>[]> {
  return tx.many(sql`
    select hold.account_id as "accountId", hold.id
    from account_hold hold join account on account.id = hold.account_id
    where hold.ended_at is null and hold.ends_on < ${dateOfAccount(today)}
      and ${isFree(turn, sql`hold.id::text`)}
    order by hold.ends_on limit ${turn.limit} for update of hold skip locked`)
}
