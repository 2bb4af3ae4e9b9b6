import type { Cents } from '#domain/money.ts'
import type { Currency } from '#domain/region.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Attempt } from '../payments/payments.reads.ts'
import { type SessionRow, type StoredSession, known } from './sessions.reads.ts'
import type { RowKey } from '../../platform/database/row-key.ts'

/** The sessions of an attempt, newest first. */
export async function listSessionsOfAttempt(db: Db, { accountId, scope, key }: Attempt) {
  return db.many<StoredSession>(sql`
    ${known} where session.account_id = ${accountId} and request_scope = ${scope}
      and client_request_id = ${key} and kind = 'Payment'
    order by session.created_at desc, session.id`)
}

/** The payer's reason for paying a different amount. */
export type AmountChange = { reason: string | null; description: string | null }

/**
 * Inserts the session once, even if two processes do so at the same moment. They may meet in either unique index, so
 * the conflict names neither.
 */
export async function insertSession(
  db: Db,
  session: SessionRow & { expiresAt: Date; change: AmountChange | null; attempt: Attempt | null },
): Promise<void> {
  const { attempt, change } = session
  await db.run(sql`
    insert into checkout_session (account_id, id, kind, payment_request_id, institution_id, amount_minor, status,
      request_scope, client_request_id, amount_change_reason, amount_change_description, created_at, expires_at)
    values (${session.accountId}, ${session.id}, ${session.kind}, ${session.requestId}, ${session.institutionId},
      ${session.amount}, ${session.status}, ${attempt?.scope ?? null}, ${attempt?.key ?? null}, ${change?.reason ?? null},
      ${change?.description ?? null}, ${session.createdAt}, ${session.expiresAt})
    on conflict do nothing`)
}

/** Stores another reason that the payer gave for the same amount. */
export async function setAmountChange(
  db: Db,
  { accountId, id }: RowKey,
  change: AmountChange | null,
): Promise<void> {
  await db.run(sql`
    update checkout_session set amount_change_reason = ${change?.reason ?? null},
      amount_change_description = ${change?.description ?? null}
    where account_id = ${accountId} and id = ${id}`)
}

/**
 * The sessions that one replaces, each opened before it: of the same request, or for a family's own payments of the
 * same school. Of two that are opened at once, the one that counts as later sees the other, never both each other.
 */
export async function listReplacedSessions(db: Db, id: string) {
  return db.values<string>(sql`
    select earlier.id from checkout_session session
      join checkout_session earlier on earlier.account_id = session.account_id and earlier.status = 'Open'
        and earlier.kind = 'Payment' and earlier.payment_request_id is not distinct from session.payment_request_id
        and earlier.institution_id is not distinct from session.institution_id
        and (earlier.created_at, earlier.id) < (session.created_at, session.id)
    where session.id = ${id}`)
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

export async function findPaymentOfSession(db: Db, accountId: string, sessionId: string) {
  return db.value<string | undefined>(sql`
    select id from payment where account_id = ${accountId} and provider_key = ${`session:${sessionId}`}`)
}

/** Records a payment that the provider already knows. */
export async function insertSessionPayment(tx: Transaction, payment: SessionPayment): Promise<void> {
  await tx.run(sql`
    insert into payment (account_id, id, kind, payment_request_id, institution_id, currency, amount_minor, status,
      provider_key, provider_payment_id, provider_customer_id, provider_payment_method_id,
      method_name, amount_change_reason, amount_change_description, sent_at, created_at, updated_at)
    values (${payment.accountId}, ${payment.id}, ${payment.kind}, ${payment.requestId}, ${payment.institutionId},
      ${payment.currency}, ${payment.amount}, 'Sent',
      ${`session:${payment.sessionId}`}, ${payment.providerPaymentId}, ${payment.providerCustomerId},
      ${payment.providerPaymentMethodId}, ${payment.methodName},
      (select amount_change_reason from checkout_session where id = ${payment.sessionId}),
      (select amount_change_description from checkout_session where id = ${payment.sessionId}),
      ${payment.now}, ${payment.now}, ${payment.now})`)
}
