import { isOpen, nextLook, processingLookMs, resendLimitMs } from '#domain/payments.ts'
import { workOn } from '../../platform/jobs/work-through.ts'
import { ProviderFailure } from '../../platform/providers/provider-failure.ts'
import {
  cancelCharge,
  findCharge,
  readCharge,
  type ChargeOutcome,
} from '../../platform/providers/stripe/charges.ts'
import { carryOutUnsent, send } from './carry-out.ts'
import { claimLook, listDue, rescheduleLook } from './payments.store.ts'
import { findPayment, type PaymentRow } from './payments.reads.ts'
import { settle, type PaymentDeps } from './settle.ts'

/** What one run each minute can do: a look takes the time of the provider's reply. */
const batchSize = 1_000
const lanes = 8

/** The failed item of a payment that cannot be settled: the same whether this job or a repayment run comes upon it. */
export const lookWork = {
  name: 'look-at-payments' as const,
  itemOf: ({ payment: { id, accountId } }: { payment: { id: string; accountId: string } }) => ({
    item: id,
    accountId,
  }),
}

/** Asks the provider about every payment whose outcome is due to be checked. Returns the number checked. */
export async function lookAtDuePayments(deps: PaymentDeps): Promise<number> {
  const due = await listDue(deps.db, { work: lookWork.name, now: deps.clock(), limit: batchSize })
  const rows = due.map((payment) => ({ payment }))
  return workOn(deps, { ...lookWork, lanes }, rows, async (some) => {
    for (const { payment: key } of some) {
      const payment = await findPayment(deps.db, key)
      if (!payment) continue
      try {
        await look(deps, payment)
      } catch (error) {
        await rescheduleLook(deps.db, payment, deps.clock())
        throw error
      }
    }
  })
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
  if (fresh.status === 'Created') return carryOutUnsent(deps, fresh)
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
    if (payment.providerPaymentId) {
      const outcome = await readCharge(account, payment.providerPaymentId)
      const isOver = payment.confirmBy !== null && payment.confirmBy <= deps.clock()
      return outcome.kind === 'NeedsPayer' && isOver
        ? await cancelCharge(account, payment.providerPaymentId)
        : outcome
    }
    const since = payment.sentAt ?? payment.createdAt
    const charge = await findCharge(account, {
      paymentId: payment.id,
      customerId: payment.providerCustomerId ?? '',
      since,
    })
    if (charge) return charge
    // The provider has no trace of it. While it remembers the idempotency key, sending again charges once at most.
    if (deps.clock().getTime() - since.getTime() < resendLimitMs) return await send(deps, payment)
    return { kind: 'Declined', providerPaymentId: null, reason: 'not_accepted' }
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    return { kind: 'Unknown', cause: error }
  }
}
