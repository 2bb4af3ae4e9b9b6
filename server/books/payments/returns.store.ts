import type { AuditAction } from '#domain/audit-words.ts'
import type { ReturnOutcome } from '#domain/charges.ts'
import type { Entry, EntryKind } from '#domain/ledger.ts'
import type { Cents } from '#domain/money.ts'
import type { PaymentStatus } from '#domain/payments.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import { postEntry } from '../ledger/ledger.ts'
import type { MessageRow } from './payments.store.ts'
import type { PaymentRow } from './payments.reads.ts'
import type { RowKey } from '../../platform/database/row-key.ts'

/** Locks a payment while money is returned, so that two webhooks about it take turns. */
export async function lockPayment(
  tx: Transaction,
  { accountId, id }: RowKey,
): Promise<PaymentRow | undefined> {
  await tx.run(sql`select 1 from payment where account_id = ${accountId} and id = ${id} for update`)
  return tx.first<PaymentRow>(sql`
    select * from payment_in_full where "accountId" = ${accountId} and id = ${id}`)
}

export type RefundRow = { id: string; amount: Cents; status: 'Succeeded' | 'Failed' }

export async function findRefund(db: Db, providerRefundId: string): Promise<RefundRow | undefined> {
  return db.first<RefundRow>(sql`
    select id, amount_minor as amount, status from refund where provider_refund_id = ${providerRefundId}`)
}

/**
 * What becomes of what the payment paid: as the staff who ordered the refund have chosen. The family is asked again for
 * what was refunded in the provider's own dashboard.
 */
export async function findRefundOutcome(
  db: Db,
  { accountId, id }: RowKey,
  refund: { id: string; orderId: string | null },
): Promise<ReturnOutcome> {
  const outcome = await db.value<ReturnOutcome | undefined>(sql`
    select outcome from refund_order where account_id = ${accountId} and payment_id = ${id}
      and (provider_refund_id = ${refund.id} or id::text = ${refund.orderId})`)
  return outcome ?? 'AskAgain'
}

export async function insertRefund(
  tx: Transaction,
  payment: PaymentRow,
  refund: { id: string; providerRefundId: string; amount: Cents; now: Date },
): Promise<void> {
  await tx.run(sql`
    insert into refund (account_id, id, payment_id, provider_refund_id, amount_minor, status, created_at)
    values (${payment.accountId}, ${refund.id}, ${payment.id}, ${refund.providerRefundId}, ${refund.amount},
      'Succeeded', ${refund.now})`)
}

export async function failRefund(
  tx: Transaction,
  { accountId }: PaymentRow,
  refundId: string,
): Promise<void> {
  await tx.run(sql`update refund set status = 'Failed' where account_id = ${accountId} and id = ${refundId}`)
}

export type Return = {
  status: PaymentStatus
  /** What changes in the payment's own sums. */
  refunded: number
  disputed: number
  /** Null where the ledger has nothing of it. */
  entry: Entry | null
  causeId: string
  postedOn: string
  message: MessageRow | null
  audit: { id: string; action: AuditAction; details: object }
  now: Date
}

/** Records that money was returned to the payer, or came back to us, with all consequences. */
export async function writeReturn(tx: Transaction, payment: PaymentRow, back: Return): Promise<void> {
  const { accountId } = payment
  if (back.entry) await moveMoney(tx, payment, back.entry, back)
  const { message, audit } = back
  if (message) {
    await tx.run(sql`
      insert into outbox_message (id, channel, recipient, kind, facts, customer_id, account_id, created_at)
      values (${message.id}, 'email', ${message.recipient}, ${message.kind}, ${JSON.stringify(message.facts)},
        ${message.customerId}, ${accountId}, ${back.now})`)
  }
  await tx.run(sql`
    insert into audit_event (subject_id, id, at, actor_kind, action, details)
    values (${accountId}, ${audit.id}, ${back.now}, 'System', ${audit.action}, ${JSON.stringify(audit.details)})`)
}

async function moveMoney(tx: Transaction, payment: PaymentRow, entry: Entry, back: Return): Promise<void> {
  const { accountId } = payment
  await tx.run(sql`
    update payment set status = ${back.status}, refunded_minor = refunded_minor + ${back.refunded},
      disputed_minor = disputed_minor + ${back.disputed}, updated_at = ${back.now}
    where account_id = ${accountId} and id = ${payment.id}`)
  await postEntry(tx, entry, {
    accountId,
    institutionId: payment.institutionId,
    currency: payment.currency,
    postedOn: back.postedOn,
    causeId: back.causeId,
    now: back.now,
  })
}

/** What a payment's request asks for; null if it asks for nothing, or nobody can pay it any more. */
export async function remainingOfRequest(
  tx: Transaction,
  { accountId, requestId }: PaymentRow,
  now: Date,
): Promise<Cents | null> {
  const row = await tx.first<{ left: Cents }>(sql`
    select open_minor as left
    from payment_request
    where account_id = ${accountId} and id = ${requestId} and is_open and expires_at > ${now}`)
  return row && row.left > 0 ? row.left : null
}

/** What was posted to the family because of what a refund waived. */
export async function readCorrection(
  db: Db,
  { accountId }: Pick<PaymentRow, 'accountId'>,
  causeId: string,
): Promise<Cents> {
  return db.value<Cents>(sql`
    select coalesce(sum(posting.amount_minor), 0)::bigint as amount
    from ledger_entry entry join ledger_posting posting
      on posting.account_id = entry.account_id and posting.entry_id = entry.id and posting.book = 'Family'
    where entry.account_id = ${accountId} and entry.cause_id = ${causeId} and entry.kind = 'Adjustment'`)
}

/** The ledger entry of one kind with a given cause. */
export async function readEntry(db: Db, { accountId }: PaymentRow, causeId: string, kind: EntryKind) {
  const row = await db.first<Entry>(sql`
    select entry.kind, entry.description,
      json_agg(json_build_object('book', posting.book, 'amount', posting.amount_minor) order by posting.line) as postings
    from ledger_entry entry join ledger_posting posting
      on posting.account_id = entry.account_id and posting.entry_id = entry.id
    where entry.account_id = ${accountId} and entry.cause_id = ${causeId} and entry.kind = ${kind}
    group by entry.account_id, entry.id`)
  if (!row) throw new Error(`The ledger has no ${kind} to reverse`)
  return row
}
