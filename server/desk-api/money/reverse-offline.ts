import { orNotFound, Refusal } from '#domain/refusal.ts'
import type { Deps } from '../../platform/deps.ts'
import { change, takePaymentBack } from '../../books/payments/returns.ts'
import { findPayment, type PaymentRow } from '../../books/payments/payments.reads.ts'
import { recordAction, type StaffActor } from '../../people/audit/staff-audit.ts'
import { findOfflinePayment } from './offline-payments.store.ts'

/**
 * Reverses a payment that staff have recorded by mistake. Both entries stay in the ledger, and what it paid is due
 * again. Once the school has the money, it has to be settled outside the system.
 */
export async function reverseOfflinePayment(
  deps: Deps,
  actor: StaffActor,
  paymentId: string,
): Promise<PaymentRow & { methodName: string }> {
  const recorded = orNotFound(await findOfflinePayment(deps.db, paymentId))
  const key = { accountId: recorded.accountId, id: paymentId }
  await change(deps, key, async (tx, payment, now) => {
    if (payment.status === 'Refunded') throw new Refusal('already_decided')
    const { isPassedOn } = (await findOfflinePayment(tx, paymentId)) ?? recorded
    if (payment.status !== 'Succeeded' || isPassedOn) throw new Refusal('not_possible')
    await recordAction(tx, actor, {
      subjectId: payment.accountId,
      action: 'OfflinePaymentReversed',
      at: now,
      details: { paymentId, amountMinor: String(payment.amount) },
    })
    const description = 'Recorded by mistake, taken back'
    return [
      await takePaymentBack(tx, payment, { providerRefundId: `offline:${paymentId}`, description, now }),
    ]
  })
  deps.jobs.start('cover-instalments', {})
  const payment = await findPayment(deps.db, key)
  if (!payment) throw new Error('A payment has vanished')
  return { ...payment, methodName: recorded.name }
}
