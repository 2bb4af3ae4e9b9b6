import { dateIn, formatDateCompact, formatMoment } from '#domain/calendar/calendar.ts'
import type { Region } from '#domain/region.ts'

/** "4 Aug 2026, 10:22 am", on the clock of the region. */
export function formatTime(at: Date, region: Region): string {
  const [, time = ''] = /, (.*) \(/.exec(formatMoment(at, region)) ?? []
  return `${formatDateCompact(dateIn(region, at))}, ${time}`
}
