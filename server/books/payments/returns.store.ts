import type { AuditAction } from '#domain/audit-words.ts'
import type { Entry, EntryKind } from '#domain/ledger.ts'
import type { Cents } from '#domain/money.ts'
import type { PaymentStatus } from '#domain/payments.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import { postEntry } from '../ledger/ledger.ts'
import { fitArrears } from './fit-arrears.ts'
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
  /** What the payer's request is paid less, or more again. */
  ofRequest: number
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
  if (back.status === 'Succeeded' && payment.status !== 'Succeeded') await payInstalment(tx, payment)
  else if (back.status !== payment.status) {
    const gone = payment.refunded + payment.disputed + back.refunded + back.disputed
    await oweInstalment(tx, payment, { isPart: gone < payment.amount + payment.surcharge })
  }
  await fitArrears(tx, accountId)
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
      disputed_minor = disputed_minor + ${back.disputed},
      -- What it covered of a plan is to be looked at again.
      is_allocated = is_allocated and plan_id is not null, updated_at = ${back.now}
    where account_id = ${accountId} and id = ${payment.id}`)
  await postEntry(tx, entry, {
    accountId,
    institutionId: payment.institutionId,
    currency: payment.currency,
    postedOn: back.postedOn,
    causeId: back.causeId,
    now: back.now,
  })
  if (payment.requestId === null || back.ofRequest === 0) return
  await tx.run(sql`
    update payment_request set amount_paid_minor = amount_paid_minor + ${back.ofRequest},
      status = case
        when status in ('Cancelled', 'Expired') then status
        -- What is owing again joins the open request for arrears.
        when is_arrears and status = 'Paid' then status
        when amount_paid_minor + ${back.ofRequest} >= amount_due_minor and amount_due_minor > 0 then 'Paid'
        when amount_paid_minor + ${back.ofRequest} > 0 then 'PartPaid'
        else 'Open' end
    where account_id = ${accountId} and id = ${payment.requestId}`)
}

/**
 * Makes an instalment owing again whose money was returned. If only a part was returned, the remainder of the payment
 * becomes one outside the plan, which covers what it can.
 */
async function oweInstalment(
  tx: Transaction,
  { accountId, id }: PaymentRow,
  { isPart }: { isPart: boolean },
): Promise<void> {
  await tx.run(sql`
    update instalment set status = 'Overdue', payment_request_id = null
    from payment
    where payment.account_id = ${accountId} and payment.id = ${id}
      and instalment.account_id = payment.account_id and instalment.plan_id = payment.plan_id
      and instalment.seq = payment.instalment_seq and instalment.payment_id = payment.id
      and instalment.status in ('Paid', 'Overdue')`)
  if (isPart) await leavePlan(tx, { accountId, id })
}

/**
 * Marks an instalment as paid whose money came back to us. If the family has paid it another
 * way meanwhile, in part or in full, the money becomes a payment outside the plan: it pays other overdue amounts, or is
 * credit.
 */
async function payInstalment(tx: Transaction, payment: PaymentRow): Promise<void> {
  if (!payment.instalment) return
  const { accountId, id, instalment } = payment
  const { planId, seq } = instalment
  const isOwn = sql`instalment.account_id = ${accountId} and instalment.plan_id = ${planId} and instalment.seq = ${seq}`
  const row = await tx.first<{ isPaidAnew: boolean }>(sql`
    select covered_minor + ${payment.amount} > amount_minor as "isPaidAnew" from instalment where ${isOwn} for update`)
  if (row?.isPaidAnew) {
    await tx.run(sql`update instalment set payment_id = null where ${isOwn} and payment_id = ${id}`)
    await leavePlan(tx, payment)
    return
  }
  await tx.run(sql`
    update instalment set status = 'Paid', payment_request_id = null
    where ${isOwn} and payment_id = ${id} and status in ('Paid', 'Overdue')`)
}

/** Makes an instalment's payment one outside the plan, for the next run to allocate. */
async function leavePlan(tx: Transaction, { accountId, id }: RowKey): Promise<void> {
  await tx.run(sql`
    update payment set plan_id = null, instalment_seq = null, is_allocated = false
    where account_id = ${accountId} and id = ${id}`)
}

/**
 * The amount that a payment's request asks for once the payment is reduced; null if nobody can pay the request any
 * more.
 */
export async function remainingOfRequest(
  tx: Transaction,
  { accountId, requestId }: PaymentRow,
  change: number,
  now: Date,
): Promise<Cents | null> {
  const row = await tx.first<{ left: Cents }>(sql`
    select amount_due_minor - amount_paid_minor - amount_pending_minor - ${change}::bigint as left
    from payment_request
    where account_id = ${accountId} and id = ${requestId} and status not in ('Cancelled', 'Expired')
      and expires_at > ${now}
    for update`)
  return row && row.left > 0 ? row.left : null
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
