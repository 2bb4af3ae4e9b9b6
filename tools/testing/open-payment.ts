import { calendarDate } from '#domain/calendar/calendar.ts'
import type { OpenPayment } from '#domain/free-credit.ts'
import { cents } from '#domain/money.ts'

/** A payment that is not settled yet, for nothing in particular. */
export const openPayment = (date: string, amount: number, more: Partial<OpenPayment> = {}): OpenPayment => ({
  amount: cents(amount),
  date: calendarDate(date),
  forPlan: cents(0),
  isForRequest: false,
  forRequests: cents(0),
  debtFirst: cents(0),
  isGoingBack: false,
  isKept: false,
  ...more,
})
