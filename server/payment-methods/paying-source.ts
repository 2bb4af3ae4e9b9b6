import type { CalendarDate } from '#domain/calendar.ts'
import type { SourceStatus } from '#domain/payment-methods.ts'

export { sourceForPayment, type PayingSource } from './payment-methods.store.ts'

/** A card serves to the end of its last month, reckoned in the account's own zone. */
export function isCardExpired(expiry: string, today: CalendarDate): boolean {
  return expiry < today.slice(0, 7)
}

/** Whether money can be asked of a saved payment method today, whatever its row was last told. */
export function isUsable(
  source: { status: SourceStatus; cardExpiry: string | null; mandateStatus: string | null },
  today: CalendarDate,
): boolean {
  if (source.status !== 'Usable' || source.mandateStatus === 'inactive') return false
  return source.cardExpiry === null || !isCardExpired(source.cardExpiry, today)
}
