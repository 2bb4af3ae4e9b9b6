import type { CalendarDate } from '../../calendar/calendar.ts'
import { addBusinessDays, type BankCalendar } from '../../calendar/holidays.ts'
import { planEditCutOffBusinessDays } from '../payment-schedule.ts'
import type { Instalment } from '../plan-payments.ts'

/** A promised payment of a plan that is not yet in progress, so that it can still be changed. */
export type ComingPayment = Pick<Instalment, 'dueOn' | 'collectOn' | 'movedFrom' | 'amount'>

export function comingOf<Each extends Instalment>(instalments: readonly Each[]): Each[] {
  return instalments.filter(({ status, settled }) => status === 'Scheduled' && settled === 0)
}

/** The last day, to its end in the region's zone, on which a payment that is collected on this day may be changed. */
export function changeableUntil(collectedOn: CalendarDate, calendar: BankCalendar): CalendarDate {
  return addBusinessDays(collectedOn, -planEditCutOffBusinessDays, calendar)
}
