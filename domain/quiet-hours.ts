import { hourIn } from './calendar/calendar.ts'
import type { Region } from './region.ts'

/** Full hours on the reader's clock; the same hour twice for none. */
export type QuietHours = { from: number; until: number }

const hourMs = 60 * 60_000

/** The end of the quiet hours that contain an instant; null if none do. */
export function quietUntil(instant: Date, region: Region, hours: QuietHours): Date | null {
  if (!isQuiet(hourIn(region, instant), hours)) return null
  // Hour by hour, so that a night with a change to or from summer time is as long as it is.
  let end = Math.floor(instant.getTime() / hourMs) * hourMs
  while (isQuiet(hourIn(region, new Date(end)), hours)) end += hourMs
  return new Date(end)
}

function isQuiet(hour: number, { from, until }: QuietHours): boolean {
  if (from < until) return hour >= from && hour < until
  return from > until && (hour >= from || hour < until)
}
