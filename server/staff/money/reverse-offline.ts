import { randomUUID } from 'node:crypto'
import { reversal } from '#domain/ledger.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Deps } from '../../deps.ts'
import { change, changeBy, familyShare } from '../../payments/returns.ts'
import { insertRefund, readEntry } from '../../payments/returns.store.ts'
import { findPayment, type PaymentRow } from '../../payments/payments.store.ts'
import { recordAction, type StaffActor } from '../access/staff-audit.ts'
import { findOfflinePayment } from './offline-payments.store.ts'

/**
 * Takes back a payment that staff have recorded by mistake. Both entries stay in the ledger, and what it paid is owing
 * again. Once the school has the money, only people can settle it.
 */
export async function reverseOfflinePayment(
  deps: Deps,
  actor: StaffActor,
  paymentId: string,
): Promise<PaymentRow & { methodName: string }> {
  const known = await findOfflinePayment(deps.db, paymentId)
  if (!known) throw new Refusal('not_found')
  const key = { accountId: known.accountId, id: paymentId }
  await change(deps, key, async (tx, payment, now) => {
    if (payment.status === 'Refunded') throw new Refusal('already_decided')
    const { isPassedOn } = (await findOfflinePayment(tx, paymentId)) ?? known
    if (payment.status !== 'Succeeded' || isPassedOn) throw new Refusal('not_possible')
    const entry = reversal(
      await readEntry(tx, payment, paymentId, 'Repayment'),
      'Refund',
      'Recorded by mistake, taken back',
    )
    // A refund without a provider: the same records, so that the same checks of the books hold.
    const id = randomUUID()
    const providerRefundId = `offline:${paymentId}`
    await insertRefund(tx, payment, { id, providerRefundId, amount: payment.amount, now })
    await recordAction(tx, actor, {
      subjectId: payment.accountId,
      action: 'OfflinePaymentReversed',
      at: now,
      details: { paymentId, amountMinor: String(payment.amount) },
    })
    return [
      {
        ...changeBy(payment, { refunded: payment.amount }),
        ofRequest: familyShare(entry),
        entry,
        causeId: id,
        message: null,
        action: 'PaymentReversed',
      },
    ]
  })
  deps.jobs.start('cover-instalments', {})
  const payment = await findPayment(deps.db, key)
  if (!payment) throw new Error('A payment has vanished')
  return { ...payment, methodName: known.name }
}
