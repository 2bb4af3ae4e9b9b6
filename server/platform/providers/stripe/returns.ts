import Stripe from 'stripe'
import { cents, type Cents } from '#domain/money.ts'
import type { DisputeStatus } from '#domain/disputes.ts'
import { callStripe, type StripeAccount } from './client.ts'
import { pagesOf } from './pages.ts'

/** A refund as Stripe reports it. */
export type ProviderRefund = {
  id: string
  amount: Cents
  hasSucceeded: boolean
  hasFailed: boolean
  /** The refund order that it was made for; null for one made in the provider's own dashboard. */
  orderId: string | null
}

/** A dispute as Stripe reports it. */
export type ProviderDispute = { id: string; amount: Cents; status: DisputeStatus; details: DisputeDetails }

/** The provider's facts about a dispute besides its state. */
export type DisputeDetails = {
  reason: string
  /** Null where the dispute cannot be answered. */
  evidenceDueAt: Date | null
  isEvidenceSent: boolean
  fee: Cents
  chargeId: string
}

/** All refunds of a payment, in their present state. */
export async function listRefundsOfPayment(
  { client }: StripeAccount,
  providerPaymentId: string,
): Promise<ProviderRefund[]> {
  const refunds = await callStripe(() =>
    client.refunds.list({ payment_intent: providerPaymentId, limit: 100 }).autoPagingToArray({ limit: 1000 }),
  )
  return refunds.map(refundOf)
}

/** All disputes of a payment, in their present state. */
export async function listDisputesOfPayment(
  { client }: StripeAccount,
  providerPaymentId: string,
): Promise<ProviderDispute[]> {
  const disputes = await callStripe(() =>
    client.disputes
      .list({ payment_intent: providerPaymentId, limit: 100 })
      .autoPagingToArray({ limit: 1000 }),
  )
  return disputes.map(disputeOf)
}

/** The ids of payments that were refunded or disputed since a moment. */
export async function* pagesOfReturnedPayments(
  { client }: StripeAccount,
  since: Date,
): AsyncGenerator<string[]> {
  const created = { gte: Math.floor(since.getTime() / 1000) }
  const lists = [
    pagesOf<Stripe.Refund>((page) => client.refunds.list({ created, ...page })),
    pagesOf<Stripe.Dispute>((page) => client.disputes.list({ created, ...page })),
  ]
  for (const list of lists)
    for await (const page of list) {
      const intents = page.flatMap(({ payment_intent: intent }) =>
        typeof intent === 'string' ? intent : (intent?.id ?? []),
      )
      yield [...new Set(intents)]
    }
}

export function disputeOf(dispute: Stripe.Dispute): ProviderDispute {
  const { id, amount, status, reason, charge, evidence_details: evidence } = dispute
  const fees = dispute.balance_transactions.reduce((sum, { fee }) => sum + fee, 0)
  return {
    id,
    amount: cents(amount),
    status: statusOf[status] ?? 'Open',
    details: {
      reason,
      evidenceDueAt: evidence.due_by === null ? null : new Date(evidence.due_by * 1000),
      isEvidenceSent: evidence.submission_count > 0,
      fee: cents(Math.max(0, fees)),
      chargeId: typeof charge === 'string' ? charge : charge.id,
    },
  }
}

/** Stripe's warnings are inquiries of the bank, for which it takes no money. Any unknown status counts as open. */
const statusOf: Record<string, ProviderDispute['status']> = {
  warning_needs_response: 'Inquiry',
  warning_under_review: 'Inquiry',
  warning_closed: 'InquiryClosed',
  prevented: 'InquiryClosed',
  won: 'Won',
  lost: 'Lost',
}

/** Accepted with the refund, refused, or unknown. */
export type RefundOutcome =
  | { kind: 'Accepted'; refund: ProviderRefund }
  | { kind: 'Refused' }
  | { kind: 'Unknown'; cause: unknown }

/** Refunds a payment. Because of the idempotency key, a retry with the same parameters is the same refund. */
export async function createRefund(
  { client }: StripeAccount,
  order: { providerPaymentId: string; amount: number; key: string; orderId: string },
): Promise<RefundOutcome> {
  try {
    const refund = await client.refunds.create(
      {
        payment_intent: order.providerPaymentId,
        amount: order.amount,
        metadata: { refundOrderId: order.orderId },
      },
      { idempotencyKey: order.key },
    )
    return { kind: 'Accepted', refund: refundOf(refund) }
  } catch (error) {
    const isClear = error instanceof Stripe.errors.StripeInvalidRequestError
    return isClear ? { kind: 'Refused' } : { kind: 'Unknown', cause: error }
  }
}

function refundOf(refund: Stripe.Refund): ProviderRefund {
  return {
    id: refund.id,
    amount: cents(refund.amount),
    hasSucceeded: refund.status === 'succeeded',
    hasFailed: refund.status === 'failed' || refund.status === 'canceled',
    orderId: refund.metadata?.['refundOrderId'] ?? null,
  }
}
