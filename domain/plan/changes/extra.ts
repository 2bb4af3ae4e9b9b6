import type { CalendarDate } from '../../calendar/calendar.ts'
import type { BankCalendar } from '../../calendar/holidays.ts'
import { cents, type Cents } from '../../money.ts'
import { instalmentAmounts, minimumInstalmentCents } from '../payment-schedule.ts'
import { changeableUntil, sumOf, type ComingPayment } from './coming.ts'
import { spreadOver } from './skip.ts'

/** What an extra payment does: every payment is lower, the last ones fall away, or the next ones do. */
export const extraOutcomes = ['Lower', 'Earlier', 'Next'] as const
export type ExtraOutcome = (typeof extraOutcomes)[number]

/**
 * The payments that are left after a family has paid more. None is smaller than the smallest that is collected: what
 * would be is added to the one beside it. Undefined if the extra payment is more than all of them.
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

/** As many payments as before, or as few less as leave none too small. */
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

/** The payments from one end until all is paid, each as it is, and the last of them what is left. */
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

/** A payment to come, with the day on which it is collected as things stand. */
export type CollectedPayment = ComingPayment & { on: CalendarDate }

/** When an extra payment counts, which decides what it can still change. */
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

/** The payments that are left when the money of an extra payment goes back: all that can be are higher by a part of it. */
export function withReturned<Each extends CollectedPayment>(
  coming: readonly Each[],
  amount: Cents,
  moment: Moment,
): Each[] | undefined {
  const open = coming.filter(isOpen(moment))
  return spreadOver(coming, amount, (payment) => open.length === 0 || open.includes(payment))
}

/** What an extra payment does to a plan, in figures. */
export type ExtraEffect = {
  left: { before: Cents; after: Cents }
  /** The first payment that it can change; nothing where it pays all. */
  each: { before: Cents; after: Cents }
  count: { before: number; after: number }
  /** When the plan is paid; null where nothing is to come any more. */
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
