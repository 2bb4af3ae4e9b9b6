import { addDays, type CalendarDate } from '#domain/calendar/calendar.ts'
import type { SourceStatus, SourceProblem } from '#domain/payment-methods/payment-methods.ts'

/** Returns whether a card has expired. It is valid to the end of its last month, in the account's own time zone. */
export function isCardExpired(expiry: string, today: CalendarDate): boolean {
  return expiry < today.slice(0, 7)
}

/** Whether a saved payment method can be charged today. Its row alone does not say so: a card may have expired since. */
export function isUsable(
  source: { status: SourceStatus; cardExpiry: string | null; mandateStatus: string | null },
  today: CalendarDate,
): boolean {
  if (source.status !== 'Usable' || source.mandateStatus === 'inactive') return false
  return source.cardExpiry === null || !isCardExpired(source.cardExpiry, today)
}

/** The number of days before a card's last day from which its family is asked for another card. */
export const expiryWarningDays = 30

/** The problem of a payment method that cannot pay now or soon. */
export function problemOf(
  source: { status: SourceStatus; cardExpiry: string | null; mandateStatus: string | null },
  today: CalendarDate,
): SourceProblem | undefined {
  if (source.cardExpiry !== null && isCardExpired(source.cardExpiry, today)) return 'CardExpired'
  if (source.mandateStatus === 'inactive') return 'MandateEnded'
  if (source.status !== 'Usable') return 'Refused'
  // Expired on the day after those days, so its last day is among them.
  if (source.cardExpiry !== null && isCardExpired(source.cardExpiry, addDays(today, expiryWarningDays + 1)))
    return 'CardExpiring'
  return undefined
}
