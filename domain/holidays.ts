import { addDays, weekday, yearOf, type CalendarDate } from './calendar.ts'
import type { Region } from './region.ts'

/**
 * The days on which banks do not clear: weekends, the national public holidays of Australia (a state's
 * own holidays do not stop clearing) and the bank holidays of England and Wales. Only holidays that fall
 * on a weekday, or move to one, are listed. The tables are kept by hand so that no package update can
 * move a debit; a proclaimed extra holiday is one more entry.
 */
const holidays: Record<Region, Record<number, string>> = {
  // New Year's Day, Australia Day, Good Friday, Easter Monday, Anzac Day (never moved), Christmas, Boxing Day.
  AU: {
    2025: '01-01 01-27 04-18 04-21 04-25 12-25 12-26',
    2026: '01-01 01-26 04-03 04-06 12-25 12-28',
    2027: '01-01 01-26 03-26 03-29 12-27 12-28',
    2028: '01-03 01-26 04-14 04-17 04-25 12-25 12-26',
    2029: '01-01 01-26 03-30 04-02 04-25 12-25 12-26',
    2030: '01-01 01-28 04-19 04-22 04-25 12-25 12-26',
    2031: '01-01 01-27 04-11 04-14 04-25 12-25 12-26',
  },
  // New Year's Day, Good Friday, Easter Monday, early May, spring, summer, Christmas, Boxing Day.
  UK: {
    2025: '01-01 04-18 04-21 05-05 05-26 08-25 12-25 12-26',
    2026: '01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-28',
    2027: '01-01 03-26 03-29 05-03 05-31 08-30 12-27 12-28',
    2028: '01-03 04-14 04-17 05-01 05-29 08-28 12-25 12-26',
    2029: '01-01 03-30 04-02 05-07 05-28 08-27 12-25 12-26',
    2030: '01-01 04-19 04-22 05-06 05-27 08-26 12-25 12-26',
    2031: '01-01 04-11 04-14 05-05 05-26 08-25 12-25 12-26',
  },
}

/** The last year both tables cover; asking about a later one is an error, never a guess. */
export const lastHolidayYear = 2031

export function isBusinessDay(date: CalendarDate, region: Region): boolean {
  const ofYear = holidays[region][yearOf(date)]
  if (ofYear === undefined) {
    throw new RangeError(`The holidays of ${yearOf(date)} in ${region} are not in the table`)
  }
  return weekday(date) <= 5 && !ofYear.includes(date.slice(5))
}

/** The day itself when it is a business day, else the next one that is. */
export function nextBusinessDay(date: CalendarDate, region: Region): CalendarDate {
  let day = date
  while (!isBusinessDay(day, region)) day = addDays(day, 1)
  return day
}

/** Counts business days forward, or back when `days` is negative; the start itself is not counted. */
export function addBusinessDays(date: CalendarDate, days: number, region: Region): CalendarDate {
  const step = Math.sign(days)
  let day = date
  for (let left = Math.abs(days); left > 0;) {
    day = addDays(day, step)
    if (isBusinessDay(day, region)) left -= 1
  }
  return day
}
