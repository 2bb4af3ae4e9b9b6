import { calendarDate } from '#domain/calendar/calendar.ts'
import type { OpenPayment } from '#domain/free-credit.ts'
import { cents } from '#domain/money.ts'

/** A payment of which these parts are still in the balance. */
export const openPayment = (
  date: string,
  parts: Partial<Record<'toSchool' | 'toLarkwell' | 'toFamily' | 'goingBack', number>>,
): OpenPayment => ({
  date: calendarDate(date),
  toSchool: cents(parts.toSchool ?? 0),
  toLarkwell: cents(parts.toLarkwell ?? 0),
  toFamily: cents(parts.toFamily ?? 0),
  goingBack: cents(parts.goingBack ?? 0),
})
