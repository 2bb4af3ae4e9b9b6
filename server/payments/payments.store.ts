import type { Cents } from '#domain/money.ts'
import type { DeclineReason, PaymentStatus } from '#domain/payments.ts'
import type { Currency, Region } from '#domain/region.ts'
import type { Db } from '../database/open.ts'
import { sql } from '../database/sql.ts'
import type { EntryColumns } from '../ledger/ledger.store.ts'

export type PaymentKind = 'Instalment' | 'Early' | 'Guest' | 'Deposit' | 'Offline'

/** A payment with what is needed to carry it on and to tell people about it. */
export type PaymentRow = {
  accountId: string
  id: string
  kind: PaymentKind
  status: PaymentStatus
  region: Region
  currency: Currency
  amount: Cents
  surcharge: Cents
  basisPoints: number
  refunded: Cents
  disputed: Cents
  institutionId: string
  schoolName: string
  shortId: string
  requestId: string | null
  sourceId: string | null
  methodName: string | null
  clientRequestId: string | null
  providerKey: string | null
  providerPaymentId: string | null
  providerCustomerId: string | null
  providerPaymentMethodId: string | null
  providerMandateId: string | null
  failureCode: DeclineReason | null
  looks: number
  sentAt: Date | null
  nextLookAt: Date | null
  paidOn: string | null
  createdAt: Date
  /** Who is told: the customer who has the account longest. */
  payer: { id: string; email: string; firstName: string } | null
}

type Key = { accountId: string; id: string }

export async function findPayment(db: Db, { accountId, id }: Key): Promise<PaymentRow | undefined> {
  return db.first<PaymentRow>(sql`
    select * from payment_in_full where "accountId" = ${accountId} and id = ${id}`)
}

export async function findPaymentByProviderId(
  db: Db,
  providerPaymentId: string,
): Promise<PaymentRow | undefined> {
  return db.first<PaymentRow>(sql`
    select * from payment_in_full where "providerPaymentId" = ${providerPaymentId}`)
}

/** What was answered to a client's request id, or that nothing was yet. */
export type Prior = {
  paymentId: string | null
  bodyHash: string
  replyStatus: number | null
  replyBody: unknown
}

export async function findPrior(
  db: Db,
  { accountId, scope, key }: { accountId: string; scope: string; key: string },
): Promise<Prior | undefined> {
  return db.first<Prior>(sql`
    select payment.id as "paymentId", stored.body_hash as "bodyHash", stored.reply_status as "replyStatus",
      stored.reply_body as "replyBody"
    from idempotency_key stored
      left join payment on payment.account_id = stored.account_id
        and payment.client_request_id = stored.scope || ':' || stored.key
    where stored.account_id = ${accountId} and stored.scope = ${scope} and stored.key = ${key}`)
}

export type NewPayment = {
  accountId: string
  id: string
  kind: PaymentKind
  /** What the client's request id is unique within. */
  scope: string
  key: string
  bodyHash: string
  sourceId: string | null
  /** A saved source pays no more than what is due; a card at hand may. */
  upToDue: boolean
  requestId: string | null
  cardEntryId: string | null
  institutionId: string
  currency: Currency
  amount: Cents
  surcharge: Cents
  basisPoints: number
  providerKey: string
  providerCustomerId: string
  providerPaymentMethodId: string
  providerMandateId: string | null
  changeReason: string | null
  changeDescription: string | null
  nextLookAt: Date
  now: Date
  audit: AuditColumns
}

export type AuditColumns = {
  id: string
  actorKind: 'Customer' | 'Guest' | 'System'
  actorId: string | null
  requestId: string | null
}

/**
 * Writes the payment and its idempotency key, or neither. The request's row is locked meanwhile: of two people who
 * pay it at once, the second finds it taken. False when the key is there already or the request is not payable.
 */
export async function insertPayment(db: Db, payment: NewPayment): Promise<boolean> {
  const { audit } = payment
  const row = await db.first<{ id: string }>(sql`
    with request as (
      select id from payment_request
      where account_id = ${payment.accountId} and id = ${payment.requestId} and status in ('Open', 'PartPaid')
        and expires_at > ${payment.now}
        and (not ${payment.upToDue} or ${payment.amount} <= amount_due_minor - amount_paid_minor - amount_pending_minor)
        and (amount_due_minor = 0 or amount_due_minor > amount_paid_minor + amount_pending_minor)
      for update
    ), allowed as (
      select 1 from request union all select 1 where ${payment.requestId}::text is null
    ), stored as (
      insert into idempotency_key (account_id, scope, key, body_hash, created_at)
      select ${payment.accountId}, ${payment.scope}, ${payment.key}, ${payment.bodyHash}, ${payment.now} from allowed
      on conflict do nothing
      returning key
    ), written as (
      insert into payment (account_id, id, kind, source_id, payment_request_id, card_entry_id, institution_id, currency,
        amount_minor, surcharge_minor, surcharge_basis_points, status, client_request_id, body_hash, provider_key,
        provider_customer_id, provider_payment_method_id, provider_mandate_id, amount_change_reason,
        amount_change_description, next_look_at, created_at, updated_at)
      select ${payment.accountId}, ${payment.id}, ${payment.kind}, ${payment.sourceId}, ${payment.requestId},
        ${payment.cardEntryId}, ${payment.institutionId}, ${payment.currency}, ${payment.amount}, ${payment.surcharge},
        ${payment.basisPoints}, 'Created', ${`${payment.scope}:${payment.key}`}, ${payment.bodyHash},
        ${payment.providerKey}, ${payment.providerCustomerId}, ${payment.providerPaymentMethodId},
        ${payment.providerMandateId}, ${payment.changeReason}, ${payment.changeDescription}, ${payment.nextLookAt},
        ${payment.now}, ${payment.now}
      from stored
      returning account_id, id
    ), used as (
      update card_entry set used_at = ${payment.now} from written
      where card_entry.account_id = written.account_id and card_entry.id = ${payment.cardEntryId}
    ), noted as (
      insert into audit_event (subject_id, id, at, actor_kind, actor_id, action, details, request_id)
      select account_id, ${audit.id}, ${payment.now}, ${audit.actorKind}, ${audit.actorId}, 'PaymentStarted',
        jsonb_build_object('paymentId', id), ${audit.requestId}
      from written
    )
    select id from written`)
  return row !== undefined
}

/** From here on the provider may have heard of the payment. False when somebody else is at it. */
export async function markSent(
  db: Db,
  { accountId, id }: Key,
  { now, nextLookAt }: { now: Date; nextLookAt: Date | null },
): Promise<boolean> {
  const moved = await db.run(sql`
    update payment set status = 'Sent', sent_at = ${now}, next_look_at = ${nextLookAt}, updated_at = ${now}
    where account_id = ${accountId} and id = ${id} and status = 'Created'`)
  return moved === 1
}

export type Settlement = {
  from: PaymentStatus
  to: PaymentStatus
  providerPaymentId: string | null
  failureCode: DeclineReason | null
  nextLookAt: Date | null
  paidOn: string | null
  /** What this does to the request: paid so much more, pending so much more or less. */
  paidOfRequest: number
  pendingOfRequest: number
  entries: EntryColumns
  postedOn: string
  /** The first definite answer is kept and given to whoever asks again. */
  answer: { status: number; body: unknown } | null
  message: MessageColumns | null
  audit: { id: string; action: string; details: object }
  now: Date
}

export type MessageColumns = {
  id: string
  recipient: string
  subject: string
  text: string
  html: string
  customerId: string
}

/**
 * Moves a payment on, with everything that follows from it, in one statement: either all of it happens or none. Only
 * the one who finds the payment where they last saw it may move it; false tells the others to look again.
 */
export async function settlePayment(db: Db, { accountId, id }: Key, move: Settlement): Promise<boolean> {
  const { entries, answer, message, audit } = move
  const row = await db.first<{ id: string }>(sql`
    with moved as (
      update payment set status = ${move.to},
        provider_payment_id = coalesce(${move.providerPaymentId}, provider_payment_id),
        failure_code = ${move.failureCode}, next_look_at = ${move.nextLookAt},
        paid_on = coalesce(${move.paidOn}, paid_on), updated_at = ${move.now}
      where account_id = ${accountId} and id = ${id} and status = ${move.from}
      returning account_id, id, institution_id, currency, payment_request_id, plan_id, instalment_seq, client_request_id
    ), entries as (
      insert into ledger_entry (account_id, id, kind, description, institution_id, posted_on, cause_id, created_at)
      select moved.account_id, entry.id, entry.kind, entry.description, moved.institution_id, ${move.postedOn}, moved.id,
        ${move.now}
      from moved, unnest(${entries.ids}::uuid[], ${entries.kinds}::text[], ${entries.descriptions}::text[])
        as entry (id, kind, description)
    ), postings as (
      insert into ledger_posting (account_id, entry_id, line, book, currency, amount_minor)
      select moved.account_id, posting.entry_id, posting.line, posting.book, moved.currency, posting.amount
      from moved, unnest(${entries.postings.entryIds}::uuid[], ${entries.postings.lines}::int[],
        ${entries.postings.books}::text[], ${entries.postings.amounts}::bigint[]) as posting (entry_id, line, book, amount)
    ), request as (
      update payment_request set
        amount_paid_minor = amount_paid_minor + ${move.paidOfRequest},
        amount_pending_minor = amount_pending_minor + ${move.pendingOfRequest},
        status = case
          when payment_request.status in ('Cancelled', 'Expired') then payment_request.status
          when amount_paid_minor + ${move.paidOfRequest} >= amount_due_minor and amount_due_minor > 0 then 'Paid'
          when amount_paid_minor + ${move.paidOfRequest} > 0 then 'PartPaid'
          else 'Open' end
      from moved
      where payment_request.account_id = moved.account_id and payment_request.id = moved.payment_request_id
        and (${move.paidOfRequest} <> 0 or ${move.pendingOfRequest} <> 0)
    ), answered as (
      update idempotency_key set reply_status = ${answer?.status}, reply_body = ${answer && JSON.stringify(answer.body)}
      from moved
      where ${answer !== null} and idempotency_key.account_id = moved.account_id and reply_status is null
        and idempotency_key.scope = split_part(moved.client_request_id, ':', 1)
        and idempotency_key.key = split_part(moved.client_request_id, ':', 2)
    ), told as (
      insert into outbox_message
        (id, channel, recipient, subject, text_body, html_body, customer_id, account_id, created_at)
      select ${message?.id}, 'email', ${message?.recipient}, ${message?.subject}, ${message?.text}, ${message?.html},
        ${message?.customerId}, account_id, ${move.now}
      from moved where ${message !== null}
    ), noted as (
      insert into audit_event (subject_id, id, at, actor_kind, action, details)
      select account_id, ${audit.id}, ${move.now}, 'System', ${audit.action}, ${JSON.stringify(audit.details)}
      from moved
    )
    select id from moved`)
  return row !== undefined
}

/** Payments whose outcome is to be asked for by now, longest waiting first. */
export async function listDue(db: Db, now: Date, limit: number): Promise<Key[]> {
  return db.many<Key>(sql`
    select account_id as "accountId", id from payment
    where next_look_at <= ${now} order by next_look_at limit ${limit}`)
}

/** Of several that would look at a payment now, one gets to. */
export async function claimLook(
  db: Db,
  { accountId, id }: Key,
  claim: { looks: number; now: Date; nextLookAt: Date | null },
): Promise<boolean> {
  const claimed = await db.run(sql`
    update payment set looks = looks + 1, next_look_at = ${claim.nextLookAt}, updated_at = ${claim.now}
    where account_id = ${accountId} and id = ${id} and looks = ${claim.looks} and next_look_at <= ${claim.now}`)
  return claimed === 1
}
