import type { Cents } from '#domain/money.ts'
import type { Currency } from '#domain/region.ts'
import type { Db } from '../database/open.ts'
import { sql } from '../database/sql.ts'

export type SessionRow = {
  accountId: string
  id: string
  kind: 'Payment' | 'SetUp'
  requestId: string | null
  institutionId: string | null
  amount: Cents | null
  status: 'Open' | 'Complete' | 'Expired'
}

export async function findSession(db: Db, id: string): Promise<SessionRow | undefined> {
  return db.first<SessionRow>(sql`
    select account_id as "accountId", id, kind, payment_request_id as "requestId",
      institution_id as "institutionId", amount_minor as amount, status
    from checkout_session where id = ${id}`)
}

export async function insertSession(
  db: Db,
  session: SessionRow & { createdAt: Date; expiresAt: Date },
): Promise<void> {
  await db.run(sql`
    insert into checkout_session (account_id, id, kind, payment_request_id, institution_id, amount_minor, status,
      created_at, expires_at)
    values (${session.accountId}, ${session.id}, ${session.kind}, ${session.requestId}, ${session.institutionId},
      ${session.amount}, ${session.status}, ${session.createdAt}, ${session.expiresAt})
    on conflict (id) do nothing`)
}

/** The sessions that a newer one replaces. */
export async function listOpenSessions(db: Db, requestId: string): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select id from checkout_session where payment_request_id = ${requestId} and status = 'Open'`)
  return rows.map(({ id }) => id)
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
  now: Date
}

/** Writes down a payment that the provider already knows. One row for a session, whoever tells of it first. */
export async function insertSessionPayment(db: Db, payment: SessionPayment): Promise<string | undefined> {
  const row = await db.first<{ id: string }>(sql`
    with written as (
      insert into payment (account_id, id, kind, payment_request_id, institution_id, currency, amount_minor, status,
        client_request_id, provider_key, provider_payment_id, provider_customer_id, provider_payment_method_id,
        sent_at, created_at, updated_at)
      values (${payment.accountId}, ${payment.id}, ${payment.kind}, ${payment.requestId}, ${payment.institutionId},
        ${payment.currency}, ${payment.amount}, 'Sent', ${`session:${payment.sessionId}`},
        ${`session:${payment.sessionId}`}, ${payment.providerPaymentId}, ${payment.providerCustomerId},
        ${payment.providerPaymentMethodId}, ${payment.now}, ${payment.now}, ${payment.now})
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
