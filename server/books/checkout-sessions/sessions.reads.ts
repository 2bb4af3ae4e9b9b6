import type { Cents } from '#domain/money.ts'
import type { Region } from '#domain/region.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

export type SessionRow = {
  accountId: string
  id: string
  kind: 'Payment' | 'SetUp'
  requestId: string | null
  institutionId: string | null
  amount: Cents | null
  status: 'Open' | 'Complete' | 'Expired'
  createdAt: Date
}

/** A session with the region of its provider account. */
export type StoredSession = SessionRow & { region: Region; paymentId: string | null }

export const known = sql`
  select session.account_id as "accountId", session.id, kind, payment_request_id as "requestId",
    session.institution_id as "institutionId", amount_minor as amount, session.status, session.created_at as "createdAt", payment_id as "paymentId", account.region
  from checkout_session session join account on account.id = session.account_id`

export async function findSession(db: Db, id: string) {
  return db.first<StoredSession>(sql`${known} where session.id = ${id}`)
}

/** The ids of a request's open sessions, newest first. */
export async function listOpenSessions(db: Db, requestId: string) {
  return db.values<string>(sql`
    select id from checkout_session
    where payment_request_id = ${requestId} and status = 'Open' order by created_at desc, id`)
}

/** The session that a request's wallet opened last: an open one, or else one that expired. */
export async function findLatestSession(db: Db, requestId: string): Promise<StoredSession | undefined> {
  return db.first<StoredSession>(sql`
    ${known} where payment_request_id = ${requestId} and session.status in ('Open', 'Expired')
    order by session.status = 'Open' desc, session.created_at desc, session.id limit 1`)
}
