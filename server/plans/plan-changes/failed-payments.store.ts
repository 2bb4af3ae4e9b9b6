import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import type { FailedState } from './failed-payments.reads.ts'

/** Plans a new try, which is announced again, and takes the payment off its request. */
type InstalmentKey = { accountId: string; planId: string; seq: number }

export async function tryAgainOn(
  db: Db,
  { accountId, planId, seq }: InstalmentKey,
  { on, sourceId, now }: { on: CalendarDate; sourceId: string | null; now: Date },
): Promise<void> {
  await db.run(sql`
    update instalment set status = 'Retrying', retry_on = ${on}, source_id = ${sourceId}, noticed_on = null,
      notice_id = null, payment_request_id = null, moves = moves + 1, moved_at = ${now}
    where account_id = ${accountId} and plan_id = ${planId} and seq = ${seq}
      and status in ('Retrying', 'Overdue')`)
}

/** Restores the payment's state from before it was moved, unless it has changed since. */
export async function putBack(
  db: Db,
  { accountId, planId, seq }: InstalmentKey,
  to: { movedTo: CalendarDate; before: FailedState; now: Date },
): Promise<boolean> {
  const { status, retryOn, sourceId } = to.before
  const count = await db.run(sql`
    update instalment set status = ${status}, retry_on = ${retryOn}, source_id = (
        select id from repayment_source where account_id = ${accountId} and id = ${sourceId} and status <> 'Removed'),
      noticed_on = null, notice_id = null, moves = moves + 1, moved_at = ${to.now}
    where account_id = ${accountId} and plan_id = ${planId} and seq = ${seq}
      and status = 'Retrying' and retry_on = ${to.movedTo}`)
  return count === 1
}

/** Withdraws a notice that has not been sent and is no longer correct. Other payments in it are announced again. */
export async function withdrawNotice(db: Db, id: string): Promise<void> {
  await db.run(sql`update outbox_message set status = 'Expired' where id = ${id} and status = 'Waiting'`)
}
