import { randomUUID } from 'node:crypto'
import type { Db } from '#server/platform/database/open.ts'
import { sql } from '#server/platform/database/sql.ts'
import type { PaymentOrder } from '#server/books/payments/pay.ts'
import type { MessageRow } from '#server/books/payments/payments.store.ts'

/** What our own path works out for each payment; at the floor it is there already. */
export type Written = { message: MessageRow; reply: object; currency: string; today: string }

/**
 * The least that posting a payment can cost: everything our own path leaves behind is written by one statement, into
 * the same tables with the same checks. It would not survive a provider that fails, since nothing is written before
 * the provider is asked.
 */
export async function postAtFloor(db: Db, order: PaymentOrder, written: Written, now: Date): Promise<void> {
  const id = randomUUID()
  const { accountId, amount, surcharge, actor } = order
  const { message, currency, today } = written
  const [charge, repayment, fee] = [randomUUID(), randomUUID(), randomUUID()]
  const details = JSON.stringify({ paymentId: id })
  await db.run(sql`
    with paid as (
      insert into payment (account_id, id, kind, source_id, institution_id, currency, amount_minor, covered_minor,
        surcharge_minor, surcharge_basis_points, status, request_scope, client_request_id, body_hash, provider_key, provider_customer_id,
        provider_payment_method_id, provider_payment_id, sent_at, paid_on, created_at, updated_at)
      values (${accountId}, ${id}, ${order.kind}, ${order.sourceId}, ${order.institutionId}, ${currency}, ${amount},
        ${amount}, ${surcharge}, ${order.basisPoints}, 'Succeeded', ${order.scope}, ${order.key}, ${order.bodyHash},
        ${`${id}:1`}, ${order.providerCustomerId}, ${order.providerPaymentMethodId}, ${`pi_${id}`}, ${now}, ${today},
        ${now}, ${now})
    ), charged as (
      insert into charge (account_id, id, kind, payee_id, amount_minor, settled_minor, due_on, created_at)
      values (${accountId}, ${charge}, 'OneOff', ${order.institutionId}, ${amount}, ${amount}, ${today}, ${now})
    ), covered as (
      insert into cover (account_id, charge_id, payment_id, settled_minor)
      values (${accountId}, ${charge}, ${id}, ${amount})
    ), stored as (
      insert into idempotency_key (account_id, scope, key, body_hash, reply_status, reply_body, created_at)
      values (${accountId}, ${order.scope}, ${order.key}, ${order.bodyHash}, 200,
        ${JSON.stringify({ ...written.reply, paymentId: id })}, ${now})
    ), entries as (
      insert into ledger_entry (account_id, id, kind, description, institution_id, posted_on, cause_id, created_at)
      values
        (${accountId}, ${repayment}, 'Repayment', 'Additional payment', ${order.institutionId}, ${today}, ${id}, ${now}),
        (${accountId}, ${fee}, 'Surcharge', 'Card surcharge', ${order.institutionId}, ${today}, ${id}, ${now})
    ), postings as (
      insert into ledger_posting (account_id, entry_id, line, book, currency, amount_minor)
      values
        (${accountId}, ${repayment}, 1, 'ProviderClearing', ${currency}, ${0 - amount}),
        (${accountId}, ${repayment}, 2, 'Family', ${currency}, ${amount}),
        (${accountId}, ${fee}, 1, 'ProviderClearing', ${currency}, ${0 - surcharge}),
        (${accountId}, ${fee}, 2, 'SurchargeIncome', ${currency}, ${surcharge})
    ), message as (
      insert into outbox_message (id, channel, recipient, kind, facts, customer_id, account_id, created_at)
      values (${randomUUID()}, 'email', ${message.recipient}, ${message.kind}, ${JSON.stringify(message.facts)},
        ${message.customerId}, ${accountId}, ${now})
    )
    insert into audit_event (subject_id, id, at, actor_kind, actor_id, action, details, request_id)
    values
      (${accountId}, ${randomUUID()}, ${now}, ${actor.actorKind}, ${actor.actorId}, 'PaymentStarted', ${details},
        ${actor.requestId}),
      (${accountId}, ${randomUUID()}, ${now}, 'System', null, 'PaymentSucceeded', ${details}, null)`)
}
