import type { ProductType } from './accounts.ts'
import type { CalendarDate } from './calendar/calendar.ts'
import { addBusinessDays, isBusinessDay } from './calendar/holidays.ts'
import type { Region } from './region.ts'

/**
 * Passing family payments on to the schools. Banks may reverse a payment within days, so each waits three business
 * days. Payments are passed on only on business days.
 */
const waitingDays = 3

/** Payments that arrived up to this day are passed on today; undefined on a bank holiday. */
export function remittanceCutOff(today: CalendarDate, region: Region): CalendarDate | undefined {
  return isBusinessDay(today, region) ? addBusinessDays(today, -waitingDays, region) : undefined
}

/**
 * The product in which Larkwell pays the school ahead of the family. What the family then pays stays with Larkwell as
 * the family's credit; nothing more is passed on to the school.
 */
export const productsPaidAhead: readonly ProductType[] = ['PlusFunded']
