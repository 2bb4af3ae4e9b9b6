import type { ProductType } from './accounts.ts'
import type { CalendarDate } from './calendar/calendar.ts'
import { addBusinessDays, isBusinessDay, type BankCalendar } from './calendar/holidays.ts'
import type { Transitions } from './transitions.ts'

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

/** The steps of a remittance, from what is owed to a school to the bank's confirmation. */
export const remittanceStates = ['Due', 'Released', 'Sent', 'Paid', 'Returned'] as const
export type RemittanceState = (typeof remittanceStates)[number]

/** As staff read them. */
export const remittanceStateWords: Record<RemittanceState, string> = {
  Due: 'Not released',
  Released: 'Released',
  Sent: 'Sent',
  Paid: 'Paid',
  Returned: 'Sent back by the bank',
}

/** A bank may send back what it has paid, days later. What it sends back is due again as another remittance. */
export const remittanceTransitions: Transitions<RemittanceState> = {
  Due: ['Released'],
  Released: ['Sent'],
  Sent: ['Paid', 'Returned'],
  Paid: ['Returned'],
  Returned: [],
}

/** How far a family's money for its school has come: what is not with the bank yet is due. */
export const schoolPaymentStatuses = ['Due', 'OnItsWay', 'Paid'] as const
export type SchoolPaymentStatus = (typeof schoolPaymentStatuses)[number]

/** Beside the words that it is for a school. */
export const schoolPaymentWords: Record<SchoolPaymentStatus, string> = {
  Due: 'To be paid',
  OnItsWay: 'On its way',
  Paid: 'Paid',
}
