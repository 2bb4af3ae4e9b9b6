import { addDays, type CalendarDate } from '../../calendar/calendar.ts'
import type { BankCalendar } from '../../calendar/holidays.ts'
import type { RepaymentSourceType } from '../../payment-methods/payment-methods.ts'
import type { DeclineReason } from '../../payments.ts'
import { afterNotice, retryDays } from '../../repayments.ts'
import { businessDays } from './move.ts'

/** A payment that failed and is to be tried again on a day of the family's choice. */
export type RetryQuestion = {
  today: CalendarDate
  calendar: BankCalendar
  /** The originally planned collection day. */
  planned: CalendarDate
  /** The current day of its retry; null without one. */
  triedOn: CalendarDate | null
  mostDaysLater: number
  movesLeft: number
}

export type RetryAnswer =
  | { days: readonly [CalendarDate, ...CalendarDate[]] }
  /** All moves are used, or no possible day is left. */
  | { whyNot: 'NoMovesLeft' | 'NoDay' }

/**
 * The days on which a failed payment may be tried. Counted from the day that was planned, and never before a notice that
 * is given today has run. It may be sooner than the day on which we would try ourselves.
 */
export function daysToRetryOn(question: RetryQuestion): RetryAnswer {
  const { today, calendar, planned, triedOn, mostDaysLater, movesLeft } = question
  if (movesLeft <= 0) return { whyNot: 'NoMovesLeft' }
  const last = addDays(planned, mostDaysLater)
  const [first, ...others] = businessDays(afterNotice(today, calendar), last, calendar).filter(
    (day) => day !== triedOn,
  )
  return first === undefined ? { whyNot: 'NoDay' } : { days: [first, ...others] }
}

/** The day on which a failed payment is tried from another method: the day of its next try, once its notice has run. */
export function dayFromOtherMethod(
  triedOn: CalendarDate | null,
  today: CalendarDate,
  calendar: BankCalendar,
): CalendarDate {
  const soonest = afterNotice(today, calendar)
  return triedOn !== null && triedOn > soonest ? triedOn : soonest
}

/** The facts about a failed payment. */
export type FailedTry = {
  reason: DeclineReason | null
  tries: number
  /** The method of the last attempt; null without one. */
  triedWith: string | null
}

/**
 * Whether it makes sense to try a failed payment from a method. What would fail again is not tried: banks count such
 * attempts against us, and families pay for them. Money that went back after it had come is for the family to pay.
 */
export function canTryFrom(
  { reason, tries, triedWith }: FailedTry,
  source: { id: string; type: RepaymentSourceType },
): boolean {
  if (source.type === 'CustomerDeposit') return false
  if (reason === null) return tries === 0
  return source.id !== triedWith || retryDays[reason].length > 0
}
