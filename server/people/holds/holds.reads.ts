import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql, type Statement } from '../../platform/database/sql.ts'

/** Whether an account is on hold. While it is, nothing is collected, announced, retried or requested. */
export const isOnHold = (accountId: Statement) => sql`
  exists (select from account_hold held where held.account_id = ${accountId} and held.ended_at is null)`

/** Whether an account was on hold at a moment. */
export const wasOnHold = (accountId: Statement, at: Statement) => sql`
  exists (select from account_hold held where held.account_id = ${accountId}
    and held.started_at <= ${at} and coalesce(held.ended_at, 'infinity') >= ${at})`

export type Hold = { accountId: string; id: string; startedAt: Date; endsOn: CalendarDate }

export async function findOpenHold(db: Db, accountId: string) {
  return db.first<Hold>(sql`
    select account_id as "accountId", id, started_at as "startedAt", ends_on as "endsOn"
    from account_hold where account_id = ${accountId} and ended_at is null`)
}
