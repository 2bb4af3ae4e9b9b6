import type { Region } from '#domain/region.ts'
import { chargeOutcomeOf } from '../../platform/providers/stripe/charges.ts'
import { callStripe } from '../../platform/providers/stripe/client.ts'
import { listDisputesOfPayment, listRefundsOfPayment } from '../../platform/providers/stripe/returns.ts'
import { recordDispute } from './disputes.ts'
import { findPaymentByProviderId } from './payments.store.ts'
import { findPayment, type PaymentRow } from './payments.reads.ts'
import { recordRefund } from './returns.ts'
import { settle, type PaymentDeps } from './settle.ts'

/**
 * Brings a payment up to date with the provider's outcome, refunds and disputes. Throws if the payment is ours and not
 * found yet, so that the webhook is retried.
 */
export async function refreshPayment(
  deps: PaymentDeps,
  region: Region,
  providerPaymentId: string,
): Promise<PaymentRow | undefined> {
  const account = deps.providers.stripe[region]
  const intent = await callStripe(() => account.client.paymentIntents.retrieve(providerPaymentId))
  const { paymentId, accountId } = intent.metadata
  // A payment made in a checkout session is recorded with its session, which has events of its own.
  const payment =
    paymentId && accountId
      ? await findPayment(deps.db, { accountId, id: paymentId })
      : await findPaymentByProviderId(deps.db, providerPaymentId)
  if (!payment) {
    if (paymentId) throw new Error('the payment of an event does not exist')
    return undefined
  }
  const settled = await settle(deps, payment, chargeOutcomeOf(intent))
  if (settled.status === 'Failed' || settled.status === 'Processing') return settled
  for (const refund of await listRefundsOfPayment(account, providerPaymentId)) {
    await recordRefund(deps, settled, refund)
  }
  for (const dispute of await listDisputesOfPayment(account, providerPaymentId)) {
    await recordDispute(deps, settled, dispute)
  }
  return findPayment(deps.db, settled)
}
