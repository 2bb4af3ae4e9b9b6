import type { CalendarDate } from '../../calendar/calendar.ts'
import type { BankCalendar } from '../../calendar/holidays.ts'
import { cents, sumOf, type Cents } from '../../money.ts'
import { instalmentAmounts, minimumInstalmentCents } from '../payment-schedule.ts'
import { changeableUntil, type ComingPayment } from './coming.ts'
import { spreadOver } from './skip.ts'

/** The effects of an extra payment: all payments are lower, the last ones are dropped, or the next ones are. */
export const extraOutcomes = ['Lower', 'Earlier', 'Next'] as const
export type ExtraOutcome = (typeof extraOutcomes)[number]

/**
 * The remaining payments after an extra payment. None is smaller than the minimum: an amount that
 * would be is added to its neighbour. Undefined if the extra payment exceeds their total.
 */
export function afterExtra<Each extends ComingPayment>(
  coming: readonly Each[],
  extra: Cents,
  outcome: ExtraOutcome,
): Each[] | undefined {
  const left = cents(sumOf(coming) - extra)
  if (left < 0) return undefined
  if (left === 0) return []
  if (outcome === 'Lower') return lowered(coming, left)
  if (outcome === 'Earlier') return firstOf(coming, left)
  return firstOf(coming.toReversed(), left).toReversed()
}

/** As many payments as before, or as few fewer as necessary to keep each above the minimum. */
function lowered<Each extends ComingPayment>(coming: readonly Each[], left: Cents): Each[] {
  for (let count = coming.length; count > 1; count -= 1) {
    const amounts = instalmentAmounts(left, count)
    if (amounts && amounts.last >= minimumInstalmentCents)
      return coming
        .slice(0, count)
        .map((payment, index) => ({ ...payment, amount: index === count - 1 ? amounts.last : amounts.each }))
  }
  return coming.slice(0, 1).map((payment) => ({ ...payment, amount: left }))
}

/** Takes payments from one end until the total is reached; the last one is the remainder. */
function firstOf<Each extends ComingPayment>(payments: readonly Each[], total: Cents): Each[] {
  let left: number = total
  const kept: Each[] = []
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

/** A coming payment with its current collection day. */
export type CollectedPayment = ComingPayment & { on: CalendarDate }

/** The time at which an extra payment counts, which decides what it can still change. */
type Moment = { today: CalendarDate; calendar: BankCalendar }

const isOpen =
  ({ today, calendar }: Moment) =>
  ({ on }: CollectedPayment) =>
    today <= changeableUntil(on, calendar)

/**
 * The payments that are left once an extra payment counts. One whose debit is being prepared is collected as it was
 * announced, unless the extra payment pays more than all the others.
 */
export function withExtra<Each extends CollectedPayment>(
  coming: readonly Each[],
  { extra, outcome }: { extra: Cents; outcome: ExtraOutcome },
  moment: Moment,
): Each[] | undefined {
  const open = coming.filter(isOpen(moment))
  const rest = afterExtra(open, extra, outcome)
  return rest
    ? [...coming.filter((payment) => !open.includes(payment)), ...rest]
    : afterExtra(coming, extra, 'Earlier')
}

/** The remaining payments after an extra payment is returned: each open one increases by a part of it. */
export function withReturned<Each extends CollectedPayment>(
  coming: readonly Each[],
  amount: Cents,
  moment: Moment,
): Each[] | undefined {
  const open = coming.filter(isOpen(moment))
  return spreadOver(coming, amount, (payment) => open.length === 0 || open.includes(payment))
}

/** The effect of an extra payment on a plan, in figures. */
export type ExtraEffect = {
  left: { before: Cents; after: Cents }
  /** The first payment that it can change; zero afterwards if it pays everything. */
  each: { before: Cents; after: Cents }
  count: { before: number; after: number }
  /** The last collection day; null if nothing remains. */
  lastOn: { before: CalendarDate; after: CalendarDate | null }
  /** The first payment that is collected after it. */
  next: { on: CalendarDate; amount: Cents } | null
}

export function effectOf(
  before: readonly CollectedPayment[],
  after: readonly CollectedPayment[],
  moment: Moment,
): ExtraEffect | undefined {
  const first = before.find(isOpen(moment)) ?? before[0]
  const last = before.at(-1)
  if (!first || !last) return undefined
  const [next] = after
  const same = after.find(isOpen(moment)) ?? next
  return {
    left: { before: sumOf(before), after: sumOf(after) },
    each: { before: first.amount, after: same?.amount ?? cents(0) },
    count: { before: before.length, after: after.length },
    lastOn: { before: last.on, after: after.at(-1)?.on ?? null },
    next: next ? { on: next.on, amount: next.amount } : null,
  }
}
