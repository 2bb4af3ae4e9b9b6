import { refundableCredit } from '#domain/free-credit.ts'
import { cents, formatCurrency, toDecimal, type Cents } from '#domain/money.ts'
import { orNotFound, Refusal } from '#domain/refusal.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import { lockCredit, readFreeCredit, recordOverride } from '../../books/free-credit/free-credit.ts'
import { lockForReturn, takePaymentBack, writeChanges } from '../../books/payments/returns.ts'
import { findPayment, type PaymentRow } from '../../books/payments/payments.reads.ts'
import type { Effect } from '../../people/audit/effect.ts'
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
): Promise<(PaymentRow & { methodName: string }) | 'NeedsApproval'> {
  const reversed = await deps.db.transaction((tx) => reverse(tx, deps, actor, paymentId, undefined))
  return reversed === 'NeedsApproval' ? reversed : reversed.payment
}

/** Reverses a payment of which the family no longer has all. Needs two people: see `server/desk-api/approvals`. */
export async function reverseApprovedPayment(
  tx: Transaction,
  deps: Deps,
  actor: StaffActor,
  { paymentId }: { paymentId: string },
  approvalId: string,
): Promise<Effect> {
  const reversed = await reverse(tx, deps, actor, paymentId, approvalId)
  if (reversed === 'NeedsApproval') throw new Error('An approved reversal asks for approval')
  const { payment, overCredit } = reversed
  const { accountId, amount, currency, methodName, region } = payment
  const missing =
    overCredit > 0 ? `; the family no longer has ${formatCurrency(toDecimal(overCredit), region)} of it` : ''
  return { accountId, summary: `Reversal of ${methodName}${missing}`, amount, currency }
}

type Reversed = { payment: PaymentRow & { methodName: string }; overCredit: Cents }

async function reverse(
  tx: Transaction,
  deps: Deps,
  actor: StaffActor,
  paymentId: string,
  approvalId: string | undefined,
): Promise<Reversed | 'NeedsApproval'> {
  const now = deps.clock()
  const { accountId } = orNotFound(await findOfflinePayment(tx, paymentId))
  const key = { accountId, id: paymentId }
  await lockCredit(tx, accountId)
  const payment = orNotFound(await lockForReturn(tx, key))
  const { isPassedOn, name } = orNotFound(await findOfflinePayment(tx, paymentId))
  if (payment.status === 'Refunded') throw new Refusal('already_decided')
  if (payment.status !== 'Succeeded' || isPassedOn) throw new Refusal('not_possible')
  const credit = await readFreeCredit(tx, { accountId, now })
  const overCredit = cents(Math.max(0, payment.amount - refundableCredit(credit, paymentId)))
  if (overCredit > 0) {
    if (approvalId === undefined) return 'NeedsApproval'
    await recordOverride(tx, { accountId, approvalId, amount: overCredit })
  }
  await recordAction(tx, actor, {
    subjectId: accountId,
    action: 'OfflinePaymentReversed',
    at: now,
    details: { paymentId, amountMinor: String(payment.amount) },
  })
  const description = 'Recorded by mistake, taken back'
  const back = await takePaymentBack(tx, payment, {
    providerRefundId: `offline:${paymentId}`,
    description,
    now,
  })
  await writeChanges(tx, deps, payment, [back])
  const reversed = orNotFound(await findPayment(tx, key))
  return { payment: { ...reversed, methodName: name }, overCredit }
}
