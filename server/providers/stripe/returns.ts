import { cents } from '#domain/money.ts'
import type { ProviderDispute, ProviderRefund } from '../../payments/returns.ts'
import { ask, type StripeAccount } from './client.ts'

/** All refunds of a payment, as they stand now. */
export async function listRefunds(
  { client }: StripeAccount,
  providerPaymentId: string,
): Promise<ProviderRefund[]> {
  const refunds = await ask(
    client.refunds.list({ payment_intent: providerPaymentId, limit: 100 }).autoPagingToArray({ limit: 1000 }),
  )
  return refunds.map((refund) => ({
    id: refund.id,
    amount: cents(refund.amount),
    hasSucceeded: refund.status === 'succeeded',
    hasFailed: refund.status === 'failed' || refund.status === 'canceled',
  }))
}

/** All disputes of a payment, as they stand now. */
export async function listDisputes(
  { client }: StripeAccount,
  providerPaymentId: string,
): Promise<ProviderDispute[]> {
  const disputes = await ask(
    client.disputes
      .list({ payment_intent: providerPaymentId, limit: 100 })
      .autoPagingToArray({ limit: 1000 }),
  )
  return disputes.map((dispute) => ({
    id: dispute.id,
    amount: cents(dispute.amount),
    outcome: dispute.status === 'won' ? 'Won' : dispute.status === 'lost' ? 'Lost' : 'Open',
  }))
}

/** Sends money back. The key makes a repeated asking the same refund. */
export async function refundCharge(
  { client }: StripeAccount,
  wanted: { providerPaymentId: string; amount: number; key: string },
): Promise<void> {
  await ask(
    client.refunds.create(
      { payment_intent: wanted.providerPaymentId, amount: wanted.amount },
      { idempotencyKey: wanted.key },
    ),
  )
}
