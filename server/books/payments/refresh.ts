import { hasArrived } from '#domain/payments.ts'
import type { Region } from '#domain/region.ts'
import { chargeOutcomeOf } from '../../platform/providers/stripe/charges.ts'
import { callStripe } from '../../platform/providers/stripe/client.ts'
import { listDisputesOfPayment, listRefundsOfPayment } from '../../platform/providers/stripe/returns.ts'
import { recordDispute } from './disputes.ts'
import { findPaymentByProviderId } from './payments.store.ts'
import { findPayment, type PaymentRow } from './payments.reads.ts'
import { recordRefund } from './returns.ts'
import { settle, type PaymentDeps } from './settle.ts'

type Refresh = (deps: PaymentDeps, region: Region, providerPaymentId: string) => Promise<unknown>

/** Settles a payment with the provider's outcome. Throws if it is ours and not found yet, so that the webhook is retried. */
export const refreshPayment: Refresh = findAndSettle

export const refreshRefunds: Refresh = async (deps, region, providerPaymentId) => {
  const payment = await findArrived(deps, region, providerPaymentId)
  if (payment) await recordRefunds(deps, payment, providerPaymentId)
}

export const refreshDisputes: Refresh = async (deps, region, providerPaymentId) => {
  const payment = await findArrived(deps, region, providerPaymentId)
  if (payment) await recordDisputes(deps, payment, providerPaymentId)
}

/** Records what has gone back of a payment that has arrived, whichever events about that were missed. */
export async function recordReturns(deps: PaymentDeps, payment: PaymentRow): Promise<void> {
  if (!payment.providerPaymentId || !hasArrived(payment.status)) return
  await recordRefunds(deps, payment, payment.providerPaymentId)
  await recordDisputes(deps, payment, payment.providerPaymentId)
}

async function findAndSettle(deps: PaymentDeps, region: Region, providerPaymentId: string) {
  const known = await findPaymentByProviderId(deps.db, providerPaymentId)
  // The charge of a payment that has arrived can bring no news of it.
  if (known && hasArrived(known.status)) return { payment: known, isOurs: true }
  const { client } = deps.providers.stripe[region]
  const intent = await callStripe(() => client.paymentIntents.retrieve(providerPaymentId))
  const { paymentId, accountId } = intent.metadata
  const payment =
    known ?? (paymentId && accountId ? await findPayment(deps.db, { accountId, id: paymentId }) : undefined)
  if (payment) return { payment: await settle(deps, payment, chargeOutcomeOf(intent)), isOurs: true }
  if (paymentId) throw new Error('the payment of an event does not exist')
  // A payment made in a checkout session is recorded with its session, which has events of its own.
  return { payment: undefined, isOurs: accountId !== undefined }
}

/**
 * The payment that a refund or dispute is about; undefined for one that is not ours. Throws while it is not recorded,
 * so that the webhook is retried: events come in any order.
 */
async function findArrived(deps: PaymentDeps, region: Region, providerPaymentId: string) {
  const { payment, isOurs } = await findAndSettle(deps, region, providerPaymentId)
  if (isOurs && !(payment && hasArrived(payment.status)))
    throw new Error('the payment of a refund or dispute has not arrived')
  return payment
}

async function recordRefunds(deps: PaymentDeps, payment: PaymentRow, providerPaymentId: string) {
  const account = deps.providers.stripe[payment.region]
  for (const refund of await listRefundsOfPayment(account, providerPaymentId))
    await recordRefund(deps, payment, refund)
}

async function recordDisputes(deps: PaymentDeps, payment: PaymentRow, providerPaymentId: string) {
  const account = deps.providers.stripe[payment.region]
  for (const dispute of await listDisputesOfPayment(account, providerPaymentId))
    await recordDispute(deps, payment, dispute)
}
