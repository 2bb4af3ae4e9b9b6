import { formatMoment } from '#domain/calendar/calendar.ts'
import type { Region } from '#domain/region.ts'

/** A new bank account waits for its first payout. */
export function payableText(payableFrom: string, region: Region): string {
  return `New: payouts from ${formatMoment(new Date(payableFrom), region)}`
}
