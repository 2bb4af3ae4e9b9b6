import type { ProductType } from './accounts.ts'
import type { CalendarDate } from './calendar/calendar.ts'
import { addBusinessDays, isBusinessDay, type BankCalendar } from './calendar/holidays.ts'
import { cents, type Cents } from './money.ts'

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

export type ArrivedPayment = {
  /** The part of it that is left in the family's balance. */
  amount: Cents
  /** The part that pays instalments of a plan. */
  forPlan: Cents
  /** Whether it pays a request of the school for something other than an instalment. */
  isForRequest: boolean
  /** The part of an early payment without a stated purpose that pays requests of the school. */
  forRequests: Cents
  /**
   * The family's debt to Larkwell from before the plan, or from money that a bank reversed after it was passed on,
   * which this payment has to settle.
   */
  debtFirst: Cents
}

/**
 * Divides a payment that can no longer be reversed by its destination. An earlier debt is settled first: that part stays in
 * the balance. Where Larkwell has paid the fees ahead, what pays the plan repays Larkwell, what pays a
 * request is the school's, and what was paid for nothing in particular stays the family's credit.
 */
export function destinationOf(
  { amount, forPlan, isForRequest, forRequests, debtFirst }: ArrivedPayment,
  productType: ProductType,
): { toSchool: Cents; toLarkwell: Cents; toFamily: Cents } {
  const kept = Math.max(0, Math.min(amount, debtFirst))
  const rest = Math.max(0, amount - kept)
  if (!productsPaidAhead.includes(productType)) return parts(rest, 0, kept)
  const toLarkwell = Math.min(rest, forPlan)
  const others = rest - toLarkwell
  const toSchool = isForRequest ? others : Math.min(others, forRequests)
  return parts(toSchool, toLarkwell, kept + others - toSchool)
}

const parts = (toSchool: number, toLarkwell: number, toFamily: number) => ({
  toSchool: cents(toSchool),
  toLarkwell: cents(toLarkwell),
  toFamily: cents(toFamily),
})
