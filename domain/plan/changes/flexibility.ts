import { addMonthsClamped, type CalendarDate } from '../../calendar/calendar.ts'
import type { Region } from '../../region.ts'
import { tuitionYearEnd } from '../payment-schedule.ts'

/** The changes of a running plan that a school allows its families. */
export type Flexibility = {
  /** The number of moves allowed in a school year. */
  movesPerYear: number
  /** The maximum number of days by which a payment may be delayed. */
  mostDaysLater: number
  /** The maximum number of payments skipped at a time. */
  mostSkipped: number
  /** The number of skips in a school year that are granted automatically. */
  skipsPerYear: number
  /** Whether staff review further skips; otherwise they are not possible. */
  reviewsMoreSkips: boolean
  /** Whether skipped payments may be made after the last one. */
  mayEndLater: boolean
  /** The number of months after the school year by which a plan must be paid. */
  monthsAfterYear: number
  mayPayExtra: boolean
}

export const usualFlexibility: Flexibility = {
  movesPerYear: 2,
  mostDaysLater: 14,
  mostSkipped: 3,
  skipsPerYear: 2,
  reviewsMoreSkips: true,
  mayEndLater: true,
  monthsAfterYear: 3,
  mayPayExtra: true,
}

/** The limits of what a school may choose. */
export const flexibilityLimits = {
  movesPerYear: 12,
  mostDaysLater: 31,
  mostSkipped: 3,
  skipsPerYear: 12,
  monthsAfterYear: 6,
} as const satisfies Partial<Record<keyof Flexibility, number>>

/** The last day on which a payment of a year's plan may be collected. */
export function lastDayOf(
  tuitionYear: number,
  { monthsAfterYear }: Pick<Flexibility, 'monthsAfterYear'>,
  region: Region,
): CalendarDate {
  return addMonthsClamped(tuitionYearEnd(tuitionYear, region), monthsAfterYear)
}
