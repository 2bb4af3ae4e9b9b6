import { isOpen, nextLook, processingLookMs, resendLimitMs } from '#domain/payments.ts'
import { ProviderFailure } from '../providers/provider-failure.ts'
import { findCharge, readCharge, type ChargeOutcome } from '../providers/stripe/charges.ts'
import { carryOut, send } from './carry-out.ts'
import { claimLook, findPayment, listDue, type PaymentRow } from './payments.store.ts'
import { settle, type PaymentDeps } from './settle.ts'

const batchSize = 100

/**
 * Asks the provider about every payment that is due for it. Returns how many. One payment that throws must not keep the
 * others waiting: it is logged, and looked at again when its next look is due.
 */
export async function lookAtDuePayments(deps: PaymentDeps): Promise<number> {
  const due = await listDue(deps.db, deps.clock(), batchSize)
  for (const key of due) {
    try {
      const payment = await findPayment(deps.db, key)
      if (payment) await look(deps, payment)
    } catch (error) {
      deps.log.error({ err: error, job: 'look-at-payments' }, 'a payment could not be looked at')
    }
  }
  return due.length
}

/** Finds out what became of one payment, unless another process is doing so. */
export async function look(deps: PaymentDeps, payment: PaymentRow): Promise<PaymentRow> {
  const now = deps.clock()
  const claimed = await claimLook(deps.db, payment, {
    looks: payment.looks,
    now,
    nextLookAt: lookAfter(payment, now),
  })
  const fresh = await findPayment(deps.db, payment)
  if (!fresh) throw new Error('A payment has vanished')
  if (!claimed) return fresh
  if (fresh.status === 'Created') return carryOut(deps, fresh)
  if (fresh.nextLookAt === null && isOpen(fresh.status)) {
    deps.log.error({ code: 'payment_needs_people' }, 'a payment is still unknown after its last look')
  }
  return settle(deps, fresh, await outcomeOf(deps, fresh))
}

function lookAfter(payment: PaymentRow, now: Date): Date | null {
  if (payment.status === 'Processing') return new Date(now.getTime() + processingLookMs)
  const next = nextLook(payment.sentAt ?? payment.createdAt, payment.looks + 1)
  // After a long outage of ours the scheduled look may be in the past already.
  return next && next <= now ? new Date(now.getTime() + 60_000) : next
}

async function outcomeOf(deps: PaymentDeps, payment: PaymentRow): Promise<ChargeOutcome> {
  const account = deps.providers.stripe[payment.region]
  try {
    if (payment.providerPaymentId) return await readCharge(account, payment.providerPaymentId)
    const since = payment.sentAt ?? payment.createdAt
    const found = await findCharge(account, {
      paymentId: payment.id,
      customerId: payment.providerCustomerId ?? '',
      since,
    })
    if (found) return found
    // The provider has no trace of it. While it remembers the idempotency key, sending again charges once at most.
    if (deps.clock().getTime() - since.getTime() < resendLimitMs) return await send(deps, payment)
    return { kind: 'Declined', providerPaymentId: null, reason: 'not_accepted' }
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    return { kind: 'Unknown', cause: error }
  }
}
