import { cents, type Cents } from '../../money.ts'
import { instalmentAmounts, minimumInstalmentCents } from '../payment-schedule.ts'
import { sumOf, type ComingPayment } from './coming.ts'

/** What an extra payment does: every payment is lower, the last ones fall away, or the next ones do. */
export const extraOutcomes = ['Lower', 'Earlier', 'Next'] as const
export type ExtraOutcome = (typeof extraOutcomes)[number]

/**
 * The payments that are left after a family has paid more. None is smaller than the smallest that is collected: what
 * would be is added to the one beside it. Undefined if the extra payment is more than all of them.
 */
export function afterExtra(
  coming: readonly ComingPayment[],
  extra: Cents,
  outcome: ExtraOutcome,
): ComingPayment[] | undefined {
  const left = cents(sumOf(coming) - extra)
  if (left < 0) return undefined
  if (left === 0) return []
  if (outcome === 'Lower') return lowered(coming, left)
  if (outcome === 'Earlier') return firstOf(coming, left)
  return firstOf(coming.toReversed(), left).toReversed()
}

/** As many payments as before, or as few less as leave none too small. */
function lowered(coming: readonly ComingPayment[], left: Cents): ComingPayment[] {
  for (let count = coming.length; count > 1; count -= 1) {
    const amounts = instalmentAmounts(left, count)
    if (amounts && amounts.last >= minimumInstalmentCents)
      return coming
        .slice(0, count)
        .map((payment, index) => ({ ...payment, amount: index === count - 1 ? amounts.last : amounts.each }))
  }
  return coming.slice(0, 1).map((payment) => ({ ...payment, amount: left }))
}

/** The payments from one end until all is paid, each as it is, and the last of them what is left. */
function firstOf(payments: readonly ComingPayment[], total: Cents): ComingPayment[] {
  let left: number = total
  const kept: ComingPayment[] = []
  for (const payment of payments) {
    if (left <= 0) break
    const amount = Math.min(payment.amount, left)
    left -= amount
    const before = kept.at(-1)
    if (amount < minimumInstalmentCents && before)
      kept.splice(-1, 1, { ...before, amount: cents(before.amount + amount) })
    else kept.push({ ...payment, amount: cents(amount) })
  }
  return kept
}
