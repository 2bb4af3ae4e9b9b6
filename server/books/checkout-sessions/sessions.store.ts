import type { Cents } from '#domain/money.ts'
import type { Currency, Region } from '#domain/region.ts'
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

const known = sql`
  select session.account_id as "accountId", session.id, kind, payment_request_id as "requestId",
    session.institution_id as "institutionId", amount_minor as amount, session.status, client_request_id as attempt,
    session.created_at as "createdAt", payment_id as "paymentId", account.region
  from checkout_session session join account on account.id = session.account_id`

export async function findSession(db: Db, id: string): Promise<KnownSession | undefined> {
  return db.first<KnownSession>(sql`${known} where session.id = ${id}`)
}

/** Newest first. */
export async function listSessionsOfAttempt(
  db: Db,
  { accountId, attempt }: { accountId: string; attempt: string },
): Promise<KnownSession[]> {
  return db.many<KnownSession>(sql`
    ${known} where session.account_id = ${accountId} and client_request_id = ${attempt} and kind = 'Payment'
    order by session.created_at desc, session.id`)
}

/** Why a different amount is paid. */
export type AmountChange = { reason: string | null; description: string | null }

/** Once, also by two at the same moment: they may meet in either unique index, so the conflict names neither. */
export async function insertSession(
  db: Db,
  session: SessionRow & { expiresAt: Date; change: AmountChange | null },
): Promise<void> {
  const { change } = session
  await db.run(sql`
    insert into checkout_session (account_id, id, kind, payment_request_id, institution_id, amount_minor, status,
      client_request_id, amount_change_reason, amount_change_description, created_at, expires_at)
    values (${session.accountId}, ${session.id}, ${session.kind}, ${session.requestId}, ${session.institutionId},
      ${session.amount}, ${session.status}, ${session.attempt}, ${change?.reason ?? null},
      ${change?.description ?? null}, ${session.createdAt}, ${session.expiresAt})
    on conflict do nothing`)
}

/** The payer gave another reason for the same amount. */
export async function setAmountChange(
  db: Db,
  { accountId, id }: Pick<SessionRow, 'accountId' | 'id'>,
  change: AmountChange | null,
): Promise<void> {
  await db.run(sql`
    update checkout_session set amount_change_reason = ${change?.reason ?? null},
      amount_change_description = ${change?.description ?? null}
    where account_id = ${accountId} and id = ${id}`)
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

/**
 * The sessions that one replaces, each opened before it: of the same request, or for a family's own payments of the
 * same school. Of two that are opened at once, the one that counts as later sees the other, never both each other.
 */
export async function listReplacedSessions(db: Db, id: string): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select earlier.id from checkout_session session
      join checkout_session earlier on earlier.account_id = session.account_id and earlier.status = 'Open'
        and earlier.kind = 'Payment' and earlier.payment_request_id is not distinct from session.payment_request_id
        and earlier.institution_id is not distinct from session.institution_id
        and (earlier.created_at, earlier.id) < (session.created_at, session.id)
    where session.id = ${id}`)
  return rows.map((row) => row.id)
}

export async function closeSession(
  db: Db,
  id: string,
  status: 'Complete' | 'Expired',
  paymentId: string | null,
): Promise<void> {
  await db.run(sql`
    update checkout_session set status = ${status}, payment_id = ${paymentId} where id = ${id} and status = 'Open'`)
}

export type SessionPayment = {
  accountId: string
  id: string
  kind: 'Guest' | 'Early'
  sessionId: string
  requestId: string | null
  institutionId: string
  currency: Currency
  amount: Cents
  providerPaymentId: string
  providerCustomerId: string | null
  providerPaymentMethodId: string | null
  methodName: string | null
  now: Date
}

/** Records a payment that the provider already knows: one row per session, whichever source reports it first. */
export async function insertSessionPayment(db: Db, payment: SessionPayment): Promise<string | undefined> {
  const row = await db.first<{ id: string }>(sql`
    with written as (
      insert into payment (account_id, id, kind, payment_request_id, institution_id, currency, amount_minor, status,
        client_request_id, provider_key, provider_payment_id, provider_customer_id, provider_payment_method_id,
        method_name, amount_change_reason, amount_change_description, sent_at, created_at, updated_at)
      values (${payment.accountId}, ${payment.id}, ${payment.kind}, ${payment.requestId}, ${payment.institutionId},
        ${payment.currency}, ${payment.amount}, 'Sent', ${`session:${payment.sessionId}`},
        ${`session:${payment.sessionId}`}, ${payment.providerPaymentId}, ${payment.providerCustomerId},
        ${payment.providerPaymentMethodId}, ${payment.methodName},
        (select amount_change_reason from checkout_session where id = ${payment.sessionId}),
        (select amount_change_description from checkout_session where id = ${payment.sessionId}),
        ${payment.now}, ${payment.now}, ${payment.now})
      on conflict do nothing
      returning id
    )
    select id from written
    union all
    select id from payment where account_id = ${payment.accountId}
      and client_request_id = ${`session:${payment.sessionId}`}
    limit 1`)
  return row?.id
}
