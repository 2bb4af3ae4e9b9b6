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
  /** The attempt it was opened in; null where our row was lost and only the provider has it. */
  attempt: string | null
  createdAt: Date
}

/** A session, and the region of the provider account it belongs to. */
export type KnownSession = SessionRow & { region: Region; paymentId: string | null }

export const known = sql`
  select session.account_id as "accountId", session.id, kind, payment_request_id as "requestId",
    session.institution_id as "institutionId", amount_minor as amount, session.status, client_request_id as attempt,
    session.created_at as "createdAt", payment_id as "paymentId", account.region
  from checkout_session session join account on account.id = session.account_id`

export async function findSession(db: Db, id: string): Promise<KnownSession | undefined> {
  return db.first<KnownSession>(sql`${known} where session.id = ${id}`)
}

/** Of a request, newest first. */
export async function listOpenSessions(db: Db, requestId: string): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select id from checkout_session
    where payment_request_id = ${requestId} and status = 'Open' order by created_at desc, id`)
  return rows.map(({ id }) => id)
}

/** What a request's wallet was opened with last: an open session, or else one that expired. */
export async function findLatestSession(db: Db, requestId: string): Promise<KnownSession | undefined> {
  return db.first<KnownSession>(sql`
    ${known} where payment_request_id = ${requestId} and session.status in ('Open', 'Expired')
    order by session.status = 'Open' desc, session.created_at desc, session.id limit 1`)
}
