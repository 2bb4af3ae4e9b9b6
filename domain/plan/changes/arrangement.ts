import type { CalendarDate } from '../../calendar/calendar.ts'
import type { BankCalendar } from '../../calendar/holidays.ts'
import { cents, sumOf, type Cents } from '../../money.ts'
import { collectionDate, instalmentAmounts, minimumInstalmentCents } from '../payment-schedule.ts'
import { type ComingPayment } from './coming.ts'
import { daysAfter, type Rhythm } from './skip.ts'

/** Temporarily lower payments, with the shortfall spread over those that follow. */
export type Arrangement = {
  /** The number of lower payments and the amount of each, which may be 0. */
  lower: { count: number; amount: Cents }
  /** The number of payments that follow them. */
  laterCount: number
}

export type ArrangementQuestion = Arrangement & {
  coming: readonly ComingPayment[]
  rhythm: Rhythm
  calendar: BankCalendar
  lastDay: CalendarDate
}

export type ArrangementAnswer =
  | { rest: ComingPayment[]; later: { each: Cents; last: Cents } }
  /** The lower payments already pay everything; later payments would be too small or too late; there is no frequency to continue with. */
  | { whyNot: 'NothingFollows' | 'TooSmall' | 'TooLong' | 'NoRhythm' }

/** A plan with temporarily lower payments and the same total. */
export function withArrangement(question: ArrangementQuestion): ArrangementAnswer {
  const { coming, lower, laterCount, lastDay } = question
  if (lower.amount > 0 && lower.amount < minimumInstalmentCents) return { whyNot: 'TooSmall' }
  const left = cents(sumOf(coming) - lower.count * lower.amount)
  if (left <= 0 || laterCount < 1) return { whyNot: 'NothingFollows' }
  const amounts = instalmentAmounts(left, laterCount)
  if (!amounts || amounts.last < minimumInstalmentCents) return { whyNot: 'TooSmall' }
  const days = daysFor(question, lower.count + laterCount)
  if (!days) return { whyNot: 'NoRhythm' }
  const rest = days.flatMap((day, index): ComingPayment[] => {
    const isLast = index === days.length - 1
    const amount = index < lower.count ? lower.amount : isLast ? amounts.last : amounts.each
    return amount === 0 ? [] : [{ ...day, amount }]
  })
  const isTooLong = rest.some(({ collectOn }) => collectOn > lastDay)
  return isTooLong ? { whyNot: 'TooLong' } : { rest, later: amounts }
}

type PaymentDay = Omit<ComingPayment, 'amount'>

/** The days of the payments to come, and after them those of the same rhythm. */
function daysFor({ coming, rhythm, calendar }: ArrangementQuestion, count: number): PaymentDay[] | undefined {
  const present = coming
    .slice(0, count)
    .map(({ dueOn, collectOn, movedFrom }) => ({ dueOn, collectOn, movedFrom }))
  const end = present.at(-1)?.dueOn
  if (end === undefined || present.length === count) return present
  const added = daysAfter(end, count - present.length, rhythm)
  return (
    added && [
      ...present,
      ...added.map((dueOn) => ({ dueOn, collectOn: collectionDate(dueOn, calendar), movedFrom: null })),
    ]
  )
}
