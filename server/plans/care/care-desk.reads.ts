import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Currency, Region } from '#domain/region.ts'
import type { CareRow } from './care.store.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql, type Statement } from '../../platform/database/sql.ts'

export type ListedRow = Pick<
  CareRow,
  'accountId' | 'id' | 'number' | 'status' | 'sentAt' | 'answerBy' | 'lawfulBy'
> & {
  shortId: string
  customerName: string
  schoolName: string
  region: Region
  currency: Currency
  heldUntil: CalendarDate | null
}

const listed = (condition: Statement) => sql`
  select request.id, request.number, request.account_id as "accountId", account.short_id as "shortId",
    customer.first_name || ' ' || customer.last_name as "customerName", institution.name as "schoolName",
    account.region, account.currency, request.status, request.sent_at as "sentAt", request.answer_by as "answerBy",
    request.lawful_by as "lawfulBy",
    (select hold.ends_on from account_hold hold
      where hold.account_id = request.account_id and hold.ended_at is null) as "heldUntil"
  from care_request request
    join account on account.id = request.account_id
    join institution on institution.id = account.institution_id
    join customer on customer.id = request.asked_by
  where ${condition}`

/** Open requests: those that wait for us come before those that wait for the family, the earliest deadline first. */
export async function listOpenCare(db: Db) {
  return db.many<ListedRow>(sql`
    ${listed(sql`request.closed_at is null`)}
    order by request.status = 'Offered', request.answer_by, request.sent_at`)
}

export async function findCare(db: Db, id: string) {
  return db.first<ListedRow>(listed(sql`request.id = ${id}`))
}

/** A subquery for the staff's queue: the requests that wait for our reply. */
export const careInQueue = sql`
  select 'Care', request.id::text, request.account_id, request.sent_at, request.answer_by,
    'H-' || request.number || ', to be answered by ' || request.answer_by ||
      coalesce(', by law by ' || request.lawful_by, '') || case when exists (
        select from account_hold hold where hold.account_id = request.account_id and hold.ended_at is null)
      then '; payments on hold' else '; the hold is over' end
  from care_request request where request.status = 'Open'`
