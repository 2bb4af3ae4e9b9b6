import type { Payment } from '#contract/pay-now.ts'
import { cents, toDecimal } from '#domain/money.ts'
import { leftToPay } from '#domain/pay-now.ts'
import type { Deps } from '../../platform/deps.ts'
import { readPaidInstalments } from '../../books/payments/receipt-details.ts'
import { findRemaining } from './payments-of-request.store.ts'
import type { RowKey } from '../../platform/database/row-key.ts'

/**
 * Adds the overdue instalments that a payment pays, and the request's remaining amount. While the outcome is open that
 * amount is unknown.
 */
export async function withStillToPay(
  { db }: Pick<Deps, 'db'>,
  request: RowKey,
  payment: Payment,
): Promise<Payment> {
  if (payment.status === 'Unknown') return payment
  const { accountId } = request
  const [remaining, pays] = await Promise.all([
    findRemaining(db, request),
    readPaidInstalments(db, { accountId, id: payment.paymentId }),
  ])
  const amount = remaining ? leftToPay(remaining) : 0
  return {
    ...payment,
    ...(pays.length > 0 && {
      pays: pays.map(({ dueOn, amount: paid, isPart, isFee }) => ({
        dueDate: dueOn,
        amount: toDecimal(paid),
        isPart,
        ...(isFee && { isFee }),
      })),
    }),
    ...(remaining &&
      amount > 0 && { stillToPay: { amount: toDecimal(cents(amount)), dueOn: remaining.dueOn } }),
  }
}
