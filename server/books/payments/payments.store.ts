import type { AuditAction } from '#domain/audit-words.ts'
import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cents } from '#domain/money.ts'
import type { DeclineReason, PaymentStatus, PaymentKind } from '#domain/payments.ts'
import type { Quote } from '#domain/plan/debits.ts'
import type { Currency } from '#domain/region.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import { isFree, type Turn } from '../../platform/jobs/parked-items.reads.ts'
import type { EntryRow } from '../ledger/entry-row.ts'
import type { Message } from '../../letters/messages/message.ts'
import type { Counter } from '../../platform/rate-limit/rate-limit.ts'
import type { Attempt, PaymentRow, ExtraIntent, PaymentKey } from './payments.reads.ts'

export async function findPaymentByProviderId(db: Db, providerPaymentId: string) {
  return db.first<PaymentRow>(sql`
    select * from payment_in_full where "providerPaymentId" = ${providerPaymentId}`)
}

/** The stored reply to an idempotency key, or that there is none yet. */
export type Prior = {
  paymentId: string | null
  bodyHash: string
  replyStatus: number | null
  replyBody: unknown
}

export async function findPrior(db: Db, { accountId, scope, key }: Attempt) {
  return db.first<Prior>(sql`
    select payment.id as "paymentId", stored.body_hash as "bodyHash", stored.reply_status as "replyStatus",
      stored.reply_body as "replyBody"
    from idempotency_key stored
      left join payment on payment.account_id = stored.account_id
        and payment.request_scope = stored.scope and payment.client_request_id = stored.key
    where stored.account_id = ${accountId} and stored.scope = ${scope} and stored.key = ${key}`)
}

/** What is known of a payment before it is recorded. */
export type OrderedPayment = Attempt & {
  kind: PaymentKind
  bodyHash: string
  sourceId: string | null
  requestId: string | null
  cardEntryId: string | null
  institutionId: string
  amount: Cents
  surcharge: Cents
  basisPoints: number
  providerCustomerId: string
  providerPaymentMethodId: string
  providerMandateId: string | null
  changeReason: string | null
  changeDescription: string | null
  /** What it is to do to a plan, and who wants it; absent where it is for nothing in particular. */
  extra?: ExtraIntent | undefined
}

export type NewPayment = OrderedPayment & {
  id: string
  /** What a receipt calls the method that nobody has saved; null for a saved one. */
  methodName: string | null
  /** A saved source pays no more than what is due; a card at hand may. */
  upToDue: boolean
  currency: Currency
  providerKey: string
  nextLookAt: Date
  now: Date
  audit: AuditColumns
  /** Counts the payment against its rate limit. */
  counter: Counter
}

export type AuditColumns = {
  id: string
  actorKind: 'Customer' | 'Guest' | 'System'
  actorId: string | null
  /** The member of staff who acts as the customer. */
  impersonatorEmail?: string | null
  requestId: string | null
}

/**
 * Writes the payment, as sent, and its idempotency key, or neither. Returns undefined if the key exists already, or if
 * the request cannot be paid: what is on its way counts as if it had arrived, and more than what is left can be paid only
 * with a reason, and while nothing is on its way. The caller has locked the account. The new payment is counted. If it is
 * one too many, it breaks the counter's constraint `within_limit` and nothing is written. Returns also another payment
 * under way of the same amount for the same request, or early to the same school; if any.
 */
export async function insertPayment(tx: Transaction, payment: NewPayment) {
  const { audit, counter } = payment
  return tx.first<{ same: string | null }>(sql`
    with request as (
      select request.id from payment_request request
      where request.account_id = ${payment.accountId} and request.id = ${payment.requestId}
        and request.is_open and request.expires_at > ${payment.now}
        and (amount_due_minor = 0 or open_minor > 0)
        and (${payment.amount} <= open_minor or not ${payment.upToDue} and amount_pending_minor = 0
          and (amount_due_minor = 0 or ${payment.changeReason}::text is not null))
    ), allowed as (
      select 1 from request union all select 1 where ${payment.requestId}::text is null
    ), stored as (
      insert into idempotency_key (account_id, scope, key, body_hash, created_at)
      select ${payment.accountId}, ${payment.scope}, ${payment.key}, ${payment.bodyHash}, ${payment.now} from allowed
      on conflict do nothing
      returning key
    ), counted as (
      insert into rate_limit as known (key, window_starts_at, window_ms, hits, most)
      select ${counter.key}, ${payment.now}, ${counter.windowMs}, 1, ${counter.most} from stored
      on conflict (key) do update set
        hits = case when known.window_starts_at + known.window_ms * interval '1 ms' <= excluded.window_starts_at
                    then 1 else known.hits + 1 end,
        window_starts_at = case when known.window_starts_at + known.window_ms * interval '1 ms' <= excluded.window_starts_at
                    then excluded.window_starts_at else known.window_starts_at end,
        most = excluded.most
    ), written as (
      insert into payment (account_id, id, kind, source_id, payment_request_id, card_entry_id, institution_id, currency,
        amount_minor, surcharge_minor, surcharge_basis_points, status, request_scope, client_request_id, body_hash,
        provider_key, provider_customer_id, provider_payment_method_id, provider_mandate_id, method_name, amount_change_reason,
        amount_change_description, extra_plan_id, extra_outcome, extra_by_id, next_look_at, sent_at, created_at,
        updated_at)
      select ${payment.accountId}, ${payment.id}, ${payment.kind}, ${payment.sourceId}, ${payment.requestId},
        ${payment.cardEntryId}, ${payment.institutionId}, ${payment.currency}, ${payment.amount}, ${payment.surcharge},
        ${payment.basisPoints}, 'Sent', ${payment.scope}, ${payment.key}, ${payment.bodyHash},
        ${payment.providerKey}, ${payment.providerCustomerId}, ${payment.providerPaymentMethodId},
        ${payment.providerMandateId}, ${payment.methodName}, ${payment.changeReason}, ${payment.changeDescription},
        ${payment.extra?.planId ?? null}, ${payment.extra?.outcome ?? null}, ${payment.extra?.byId ?? null},
        ${payment.nextLookAt}, ${payment.now}, ${payment.now}, ${payment.now}
      from stored
      returning account_id, id
    ), used as (
      update card_entry set used_at = ${payment.now} from written
      where card_entry.account_id = written.account_id and card_entry.id = ${payment.cardEntryId}
    ), noted as (
      insert into audit_event
        (subject_id, id, at, actor_kind, actor_id, impersonator_email, action, details, request_id)
      select account_id, ${audit.id}, ${payment.now}, ${audit.actorKind}, ${audit.actorId},
        ${audit.impersonatorEmail ?? null}, 'PaymentStarted',
        jsonb_build_object('paymentId', id), ${audit.requestId}
      from written
    )
    select (
      select other.id from payment other
      where other.account_id = written.account_id and other.is_under_way and other.amount_minor = ${payment.amount}
        and other.institution_id = ${payment.institutionId} and other.plan_id is null
        and other.payment_request_id is not distinct from ${payment.requestId}
      limit 1) as same
    from written`)
}

/** Payments that have not been sent to the provider, as far as this database knows. */
export async function listUnsent(db: Db) {
  return db.many<{ accountId: string; id: string; createdAt: Date }>(sql`
    select account_id as "accountId", id, created_at as "createdAt" from payment
    where status = 'Created' and provider_key is not null`)
}

/** Marks a payment as sent: from here on the provider may know it. Returns false if another process is sending it. */
export async function markSent(
  db: Db,
  { accountId, id }: PaymentKey,
  { now, nextLookAt }: { now: Date; nextLookAt: Date | null },
): Promise<boolean> {
  const moved = await db.run(sql`
    update payment set status = 'Sent', sent_at = ${now}, next_look_at = ${nextLookAt}, updated_at = ${now}
    where account_id = ${accountId} and id = ${id} and status = 'Created'`)
  return moved === 1
}

/** The effect of a payment of a plan on the instalment that it was to pay. */
export type InstalmentMove =
  | { status: 'Paid' }
  | { status: 'Retrying'; retryOn: string; firstFailedOn: string; reason: DeclineReason; quote?: Quote }
  | { status: 'Overdue'; firstFailedOn: string; reason: DeclineReason }

export type Settlement = {
  from: PaymentStatus
  to: PaymentStatus
  providerPaymentId: string | null
  failureCode: DeclineReason | null
  nextLookAt: Date | null
  confirmBy: Date | null
  paidOn: CalendarDate | null
  instalment: InstalmentMove | null
  entries: EntryRow[]
  postedOn: string
  /** The first definite reply is stored and repeated to later calls with the same key. */
  answer: { status: number; body: unknown } | null
  message: MessageRow | null
  audit: { id: string; action: AuditAction; details: object }
  now: Date
}

/** A message in the form of its table row. */
export type MessageRow = Pick<Message, 'kind' | 'facts' | 'recipient'> & { id: string; customerId: string }

/** A condition: what a payer was to send unasked, and did not. Once the school has got it, it is owed to us. */
const isUnsent = sql`(charge.kind = 'OneOff' and change.settled = 0 and charge.settled_minor = 0
  and charge.passed_on_minor = 0)`

/**
 * Changes payments, each with all its consequences, in one statement: for each all of it happens or none. A payment is
 * changed only if its status is still the one that was read; those missing from the result must be read again. Waits
 * for the locks of the accounts before it changes anything, so that it cannot block others that have them.
 */
export async function settlePayments(
  db: Db,
  moves: readonly (PaymentKey & Settlement)[],
): Promise<ReadonlySet<string>> {
  const rows = await db.many<{ id: string }>(sql`
    with move as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as move ("accountId" uuid, id uuid, "from" text,
        "to" text, "providerPaymentId" text, "failureCode" text, "nextLookAt" timestamptz, "confirmBy" timestamptz, "paidOn" date,
        instalment jsonb, entries jsonb, "postedOn" date, answer jsonb,
        message jsonb, audit jsonb, now timestamptz)
    ), locked as materialized (
      select id from account where id = any(${moves.map(({ accountId }) => accountId)}::uuid[])
      order by id for no key update
    ), moved as (
      update payment set status = move."to",
        provider_payment_id = coalesce(move."providerPaymentId", payment.provider_payment_id),
        failure_code = move."failureCode", next_look_at = move."nextLookAt",
        confirm_by = move."confirmBy", paid_on = coalesce(move."paidOn", payment.paid_on),
        covered_minor = case move."to" when 'Failed' then 0 else covered_minor end, updated_at = move.now
      from locked join move on move."accountId" = locked.id
      where payment.account_id = locked.id and payment.id = move.id and payment.status = move."from"
      returning payment.account_id, payment.id, payment.institution_id, payment.currency, payment.status,
        payment.plan_id, payment.instalment_seq, payment.request_scope, payment.client_request_id,
        payment.paid_on, move.instalment, move.entries, move."postedOn", move.answer, move.message, move.audit, move.now
    ), entries as (
      insert into ledger_entry (account_id, id, kind, description, institution_id, posted_on, cause_id, created_at)
      select moved.account_id, entry.id, entry.kind, entry.description, moved.institution_id, moved."postedOn", moved.id,
        moved.now
      from moved, jsonb_to_recordset(moved.entries) as entry (id uuid, kind text, description text)
    ), postings as (
      insert into ledger_posting (account_id, entry_id, line, book, currency, amount_minor)
      select moved.account_id, entry.id, posting.line, posting.book, moved.currency, posting.amount
      from moved, jsonb_to_recordset(moved.entries) as entry (id uuid, postings jsonb),
        jsonb_to_recordset(entry.postings) as posting (line int, book text, amount bigint)
    ), settled as (
      update cover set settled_minor = settled_minor + reserved_minor, reserved_minor = 0
      from moved where moved.status = 'Succeeded' and cover.account_id = moved.account_id
        and cover.payment_id = moved.id
    ), released as (
      delete from cover using moved
      where moved.status = 'Failed' and cover.account_id = moved.account_id and cover.payment_id = moved.id
    ), change as materialized (
      -- What becomes of each charge, and how its own debit ended.
      select cover.account_id, cover.charge_id as id, sum(cover.reserved_minor) as freed,
        coalesce(sum(cover.reserved_minor) filter (where moved.status = 'Succeeded'), 0) as settled,
        (array_agg(moved.id) filter (where moved.status = 'Succeeded'))[1] as payer,
        max(moved.paid_on) filter (where moved.status = 'Succeeded') as paid_on,
        (array_agg(moved.id) filter (where moved.plan_id is not null))[1] as debit,
        (array_agg(moved.instalment) filter (where moved.plan_id is not null))[1] as own
      from moved join cover on cover.account_id = moved.account_id and cover.payment_id = moved.id
        and cover.reserved_minor > 0
      where moved.status in ('Succeeded', 'Failed')
      group by cover.account_id, cover.charge_id
    ), charged as (
      update charge set
        reserved_minor = charge.reserved_minor - change.freed,
        settled_minor = charge.settled_minor + change.settled,
        (status, payment_id, collected_on, retry_on, first_failed_on, failure_code, quoted_minor,
          quoted_surcharge_minor, quoted_source_id, noticed_on, notice_id) = (
          select case when charge.kind = 'Instalment' then next.status end,
            case when charge.kind = 'Instalment' and next.status = 'Paid' then change.payer else charge.payment_id end,
            case when next.status = 'Paid' and charge.status <> 'Collecting' then change.paid_on
              else charge.collected_on end,
            case when next.is_tried then (change.own->>'retryOn')::date
              when next.status <> 'Paid' then charge.retry_on end,
            coalesce(case when next.is_tried then (change.own->>'firstFailedOn')::date end, charge.first_failed_on),
            case when next.is_tried then change.own->>'reason' else charge.failure_code end,
            coalesce(case when next.is_tried then (change.own->'quote'->>'amount')::bigint end, charge.quoted_minor),
            coalesce(case when next.is_tried then (change.own->'quote'->>'surcharge')::bigint end,
              charge.quoted_surcharge_minor),
            coalesce(case when next.is_tried then (change.own->'quote'->>'sourceId')::uuid end, charge.quoted_source_id),
            -- More than its notice said is announced again.
            case when next.is_dearer then null else charge.noticed_on end,
            case when next.is_dearer then null else charge.notice_id end
          from (
            -- A failure counts only while it is this debit that the instalment waits for.
            select charge.status = 'Collecting' and charge.payment_id = change.debit as is_tried,
              charge.open_minor + change.freed - change.settled > charge.quoted_minor as is_dearer,
              case when charge.settled_minor + change.settled + charge.waived_minor = charge.amount_minor then 'Paid'
                when charge.status = 'Collecting' and charge.payment_id = change.debit
                  then coalesce(nullif(change.own->>'status', 'Paid'), 'Overdue')
                else charge.status end as status
          ) next)
      from change
      where charge.account_id = change.account_id and charge.id = change.id
        and not ${isUnsent}
    ), unsent as (
      -- Nobody owes what a payer was to send unasked, and did not.
      delete from charge using change
      where charge.account_id = change.account_id and charge.id = change.id
        and ${isUnsent}
    ), answered as (
      update idempotency_key set reply_status = (moved.answer->>'status')::int, reply_body = moved.answer->'body'
      from moved
      where jsonb_typeof(moved.answer) = 'object' and idempotency_key.account_id = moved.account_id
        and reply_status is null
        and idempotency_key.scope = moved.request_scope and idempotency_key.key = moved.client_request_id
    ), notified as (
      insert into outbox_message (id, channel, recipient, kind, facts, customer_id, account_id, created_at)
      select (message->>'id')::uuid, 'email', message->>'recipient', message->>'kind', message->'facts',
        (message->>'customerId')::uuid, account_id, now
      from moved where jsonb_typeof(message) = 'object'
    ), noted as (
      insert into audit_event (subject_id, id, at, actor_kind, action, details)
      select account_id, (audit->>'id')::uuid, now, 'System', audit->>'action', audit->'details'
      from moved
    )
    select id from moved`)
  return new Set(rows.map(({ id }) => id))
}

/** Payments whose outcome is due to be checked, the longest waiting first. */
export async function listDue(db: Db, turn: Turn): Promise<PaymentKey[]> {
  return db.many<PaymentKey>(sql`
    select account_id as "accountId", id from payment
    where next_look_at <= ${turn.now} and ${isFree(turn, sql`id::text`)}
    order by next_look_at limit ${turn.limit}`)
}

/** Makes a check due again that failed for a reason of ours, so that it does not count. */
export async function rescheduleLook(db: Db, { accountId, id }: PaymentKey, now: Date): Promise<void> {
  await db.run(sql`
    update payment set next_look_at = ${now} where account_id = ${accountId} and id = ${id}
      and status in ('Created', 'Sent', 'Unknown', 'Processing')`)
}

/** Claims a check of a payment for one of several processes. Returns whether this process has it. */
export async function claimLook(
  db: Db,
  { accountId, id }: PaymentKey,
  claim: { looks: number; now: Date; nextLookAt: Date | null },
): Promise<boolean> {
  const claimed = await db.run(sql`
    update payment set looks = looks + 1, next_look_at = ${claim.nextLookAt}, updated_at = ${claim.now}
    where account_id = ${accountId} and id = ${id} and looks = ${claim.looks} and next_look_at <= ${claim.now}`)
  return claimed === 1
}
