import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cents } from '#domain/money.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import type { RowKey } from '../../platform/database/row-key.ts'

/** Compared as text, since the id that was sent may not be a UUID. */
export async function isPaymentOfRequest(
  db: Db,
  { accountId, requestId, id }: { accountId: string; requestId: string; id: string },
): Promise<boolean> {
  const row = await db.first(sql`
    select 1 from payment
    where account_id = ${accountId} and payment_request_id = ${requestId} and id::text = ${id}`)
  return row !== undefined
}

/** The sums of a request that can still be paid. */
export async function findRemaining(
  db: Db,
  { accountId, id }: RowKey,
): Promise<{ amountDue: Cents; amountPaid: Cents; amountPending: Cents; dueOn: CalendarDate } | undefined> {
  return db.first(sql`
    select amount_due_minor as "amountDue", amount_paid_minor as "amountPaid",
      amount_pending_minor as "amountPending", due_on as "dueOn"
    from payment_request
    where account_id = ${accountId} and id = ${id} and is_open`)
}
