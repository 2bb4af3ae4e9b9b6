import type { CalendarDate } from '../../calendar/calendar.ts'
import type { BankCalendar } from '../../calendar/holidays.ts'
import { cents, splitEvenly, sumOf, type Cents } from '../../money.ts'
import { collectionDate, dueDate, type Frequency } from '../payment-schedule.ts'
import { type ComingPayment } from './coming.ts'

/** The treatment of skipped amounts: the other payments are higher, or as many payments are added at the end. */
export const skipOutcomes = ['Spread', 'AtEnd'] as const
export type SkipOutcome = (typeof skipOutcomes)[number]

export type SkipQuestion = {
  coming: readonly ComingPayment[]
  /** The due days of the payments to skip. */
  skipped: readonly CalendarDate[]
  outcome: SkipOutcome
  /** The plan's rhythm, which goes on after its last payment. */
  rhythm: Rhythm
  calendar: BankCalendar
  lastDay: CalendarDate
}

export type Rhythm = { frequency: Frequency; startDate: CalendarDate }

export type SkipAnswer =
  | { rest: ComingPayment[]; skipped: ComingPayment[] }
  /** No later payment could be higher; the plan would end too late; or there is no frequency to continue with. */
  | { whyNot: 'NothingFollows' | 'TooLong' | 'NoRhythm' }

/** A plan without some of its payments and with the same total. */
export function withSkipped(question: SkipQuestion): SkipAnswer {
  const { coming, outcome } = question
  const isSkipped = ({ dueOn }: ComingPayment) => question.skipped.includes(dueOn)
  const skipped = coming.filter(isSkipped)
  const [first] = skipped
  if (!first || skipped.length !== question.skipped.length)
    throw new RangeError('Only payments that are still to come can be skipped')
  const kept = coming.filter((payment) => !isSkipped(payment))
  if (outcome === 'AtEnd') return atEnd(question, kept, skipped)
  const rest = spreadOver(kept, sumOf(skipped), ({ dueOn }) => dueOn > first.dueOn)
  return rest ? { rest, skipped } : { whyNot: 'NothingFollows' }
}

/** Adds an amount to payments in equal parts, the last of them taking the remainder. */
export function spreadOver<Each extends ComingPayment>(
  payments: readonly Each[],
  amount: Cents,
  takesPart: (payment: Each) => boolean,
): Each[] | undefined {
  const count = payments.filter(takesPart).length
  const parts = count > 0 ? splitEvenly(amount, count) : undefined
  if (!parts) return undefined
  const last = payments.findLast(takesPart)
  return payments.map((payment) => {
    if (!takesPart(payment)) return payment
    return { ...payment, amount: cents(payment.amount + (payment === last ? parts.last : parts.each)) }
  })
}

function atEnd(
  { coming, rhythm, calendar, lastDay }: SkipQuestion,
  kept: readonly ComingPayment[],
  skipped: readonly ComingPayment[],
): SkipAnswer {
  const end = coming.at(-1)?.dueOn
  const days = end === undefined ? undefined : daysAfter(end, skipped.length, rhythm)
  if (!days) return { whyNot: 'NoRhythm' }
  const added = skipped.map(({ amount }, index) => {
    const dueOn = days[index] ?? lastDay
    return { dueOn, collectOn: collectionDate(dueOn, calendar), movedFrom: null, amount }
  })
  const isTooLong = added.some(({ collectOn }) => collectOn > lastDay)
  return isTooLong ? { whyNot: 'TooLong' } : { rest: [...kept, ...added], skipped: [...skipped] }
}

/** The days on which a plan's payments would fall due after its last one. Terms do not go on after the school year. */
export function daysAfter(
  end: CalendarDate,
  count: number,
  { frequency, startDate }: Rhythm,
): CalendarDate[] | undefined {
  if (frequency === 'Term') return undefined
  const days: CalendarDate[] = []
  for (let index = 1; days.length < count; index += 1) {
    const day = dueDate(startDate, index, frequency)
    if (day > end) days.push(day)
  }
  return days
}
