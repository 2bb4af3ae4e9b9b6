import type { ProductType } from './accounts.ts'
import type { CalendarDate } from './calendar/calendar.ts'
import { addBusinessDays, isBusinessDay } from './calendar/holidays.ts'
import type { Region } from './region.ts'

/**
 * Passing on to the schools what families have paid. Banks may take a payment back within days, so each waits for
 * three business days, and passing on happens on business days only.
 */
const waitingDays = 3

/** Payments that arrived up to this day are passed on today; undefined on a day on which banks rest. */
export function remittanceCutOff(today: CalendarDate, region: Region): CalendarDate | undefined {
  return isBusinessDay(today, region) ? addBusinessDays(today, -waitingDays, region) : undefined
}

/**
 * The product in which the house pays the school ahead of the family. What such a family pays is for the house: it
 * stays with us as the family's credit, and the school, which has its money, is passed on nothing.
 */
export const productsPaidAhead: readonly ProductType[] = ['PlusFunded']
