import type { Payment } from '#contract/pay-now.ts'
import { cents, toDecimal } from '#domain/money.ts'
import { leftToPay } from '#domain/pay-now.ts'
import type { Deps } from '../../platform/deps.ts'
import { readPaidInstalments } from '../../books/payments/receipt-details.ts'
import { findRest } from './payments-of-request.store.ts'

/**
 * A payment of a request, with the overdue instalments that it pays, and with what is left of that request now. While its
 * outcome is open nobody knows.
 */
export async function withStillToPay(
  { db }: Pick<Deps, 'db'>,
  request: { accountId: string; id: string },
  payment: Payment,
): Promise<Payment> {
  if (payment.status === 'Unknown') return payment
  const { accountId } = request
  const [rest, pays] = await Promise.all([
    findRest(db, request),
    readPaidInstalments(db, { accountId, id: payment.paymentId }),
  ])
  const amount = rest ? leftToPay(rest) : 0
  return {
    ...payment,
    ...(pays.length > 0 && {
      pays: pays.map(({ dueOn, amount: paid, isPart }) => ({
        dueDate: dueOn,
        amount: toDecimal(paid),
        isPart,
      })),
    }),
    ...(rest && amount > 0 && { stillToPay: { amount: toDecimal(cents(amount)), dueOn: rest.dueOn } }),
  }
}
