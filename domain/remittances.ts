import type { ProductType } from './accounts.ts'
import type { CalendarDate } from './calendar/calendar.ts'
import { addBusinessDays, isBusinessDay, type BankCalendar } from './calendar/holidays.ts'

/**
 * Passing family payments on to the schools. Banks may reverse a payment within days, so each waits three business
 * days. Payments are passed on only on business days.
 */
const waitingDays = 3

/** Payments that arrived up to this day are passed on today; undefined on a bank holiday. */
export function remittanceCutOff(today: CalendarDate, calendar: BankCalendar): CalendarDate | undefined {
  return isBusinessDay(today, calendar) ? addBusinessDays(today, -waitingDays, calendar) : undefined
}

/** The next day, from today on, on which a payment that arrived on a given day is passed on to its school. */
export function nextRemittance(
  arrivedOn: CalendarDate,
  today: CalendarDate,
  calendar: BankCalendar,
): CalendarDate {
  const due = addBusinessDays(arrivedOn, waitingDays, calendar)
  if (due > today) return due
  return isBusinessDay(today, calendar) ? today : addBusinessDays(today, 1, calendar)
}

/** Nothing arrives on a bank holiday, so the previous business day counts. */
export function arrivedForGoodBy(today: CalendarDate, calendar: BankCalendar): CalendarDate {
  const lastOpen = isBusinessDay(today, calendar) ? today : addBusinessDays(today, -1, calendar)
  return remittanceCutOff(lastOpen, calendar) ?? lastOpen
}

/** The products in which Larkwell pays the year's fees to the school ahead of the family. */
export const productsPaidAhead: readonly ProductType[] = ['PlusFunded']
