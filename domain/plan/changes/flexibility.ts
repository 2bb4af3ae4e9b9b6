import { addMonthsClamped, type CalendarDate } from '../../calendar/calendar.ts'
import type { Region } from '../../region.ts'
import { tuitionYearEnd } from '../payment-schedule.ts'

/** What a school lets families change of a plan that runs. */
export type Flexibility = {
  /** How often a payment may be moved in a school year. */
  movesPerYear: number
  /** How many days later than planned a payment may be collected. */
  mostDaysLater: number
  /** How many payments may be skipped at a time. */
  mostSkipped: number
  /** How many of them in a school year are granted at once. */
  skipsPerYear: number
  /** Whether staff look at what is more than that; otherwise it is not possible. */
  reviewsMoreSkips: boolean
  /** Whether skipped payments may be made after the last one. */
  mayEndLater: boolean
  /** How many months after the school year a plan has to be paid. */
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
