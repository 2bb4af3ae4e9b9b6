import type { Cents } from '#domain/money.ts'
import { nextLook } from '#domain/payments.ts'
import { crashPoint } from '../../platform/crash-point.ts'
import { isDatabaseUnavailable } from '../../platform/database/open.ts'
import { charge, type ChargeOutcome } from '../../platform/providers/stripe/charges.ts'
import { listUnsent, markSent } from './payments.store.ts'
import { findPayment, type PaymentRow } from './payments.reads.ts'
import { settle, type PaymentDeps } from './settle.ts'

/** Carries out a recorded debit of a plan, unless another process is doing so. */
export async function carryOutUnsent(deps: PaymentDeps, payment: PaymentRow): Promise<PaymentRow> {
  const now = deps.clock()
  const isOurs = await markSent(deps.db, payment, { now, nextLookAt: nextLook(now, 0) })
  if (!isOurs) return (await findPayment(deps.db, payment)) ?? payment
  return carryOut(deps, { ...payment, status: 'Sent', sentAt: now })
}

/** Sends a payment that is recorded as sent to the provider, and records the outcome. */
export async function carryOut(deps: PaymentDeps, payment: PaymentRow): Promise<PaymentRow> {
  crashPoint(deps.config, 'before-send')
  const outcome = await send(deps, payment)
  crashPoint(deps.config, 'after-provider-answer')
  try {
    const settled = await settle(deps, payment, outcome)
    crashPoint(deps.config, 'after-settlement')
    return settled
  } catch (error) {
    // The provider was asked. That we cannot record its answer now must not look like a failed payment.
    if (!isDatabaseUnavailable(error)) throw error
    deps.log.error({ err: error }, 'an answer of the payment provider could not be recorded yet')
    return { ...payment, status: 'Unknown' }
  }
}

/** Sends the payment exactly as its row has it, so that a repeat is the same request with the same key. */
export async function send(deps: PaymentDeps, payment: PaymentRow): Promise<ChargeOutcome> {
  const { providerKey, providerCustomerId, providerPaymentMethodId } = payment
  if (!providerKey || !providerCustomerId || !providerPaymentMethodId) {
    return { kind: 'Unknown', cause: new Error('a payment without a provider cannot be sent') }
  }
  const outcome = await charge(deps.providers.stripe[payment.region], {
    paymentId: payment.id,
    accountId: payment.accountId,
    key: providerKey,
    total: (payment.amount + payment.surcharge) as Cents,
    currency: payment.currency,
    customerId: providerCustomerId,
    paymentMethodId: providerPaymentMethodId,
    mandateId: payment.providerMandateId,
    // A bank account is debited days later, when nobody can be asked.
    isPayerPresent: payment.kind !== 'Instalment' && payment.providerMandateId === null,
  })
  if (outcome.kind === 'Unknown') {
    deps.log.warn({ err: outcome.cause, provider: 'stripe' }, 'the outcome of a payment is unknown')
  }
  return outcome
}

/**
 * Marks unsent payments as sent after a database was restored, because they may have been sent since the backup. A
 * payment marked as sent accepts the provider's outcome, and is looked up there before it is ever sent again.
 */
export async function assumeSent({ db, clock }: Pick<PaymentDeps, 'db' | 'clock'>): Promise<void> {
  for (const { createdAt, ...payment } of await listUnsent(db))
    await markSent(db, payment, { now: createdAt, nextLookAt: clock() })
}
