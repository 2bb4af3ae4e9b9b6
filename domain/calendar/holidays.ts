import { calendarDate, dateOfDay, dayNumber, weekday, yearOf, type CalendarDate } from './calendar.ts'
import type { Region } from '../region.ts'

/**
 * The days on which banks do not clear: weekends, the national public holidays of Australia (state holidays do not
 * stop clearing) and the bank holidays of England and Wales. Only holidays on a weekday, or moved to one, are listed.
 * The tables are maintained by hand, so that no package update can move a debit. An extra holiday is one more entry.
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
    2032: '01-01 01-26 03-26 03-29 12-27 12-28',
    2033: '01-03 01-26 04-15 04-18 04-25 12-26 12-27',
    2034: '01-02 01-26 04-07 04-10 04-25 12-25 12-26',
    2035: '01-01 01-26 03-23 03-26 04-25 12-25 12-26',
    2036: '01-01 01-28 04-11 04-14 04-25 12-25 12-26',
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
    2032: '01-01 03-26 03-29 05-03 05-31 08-30 12-27 12-28',
    2033: '01-03 04-15 04-18 05-02 05-30 08-29 12-26 12-27',
    2034: '01-02 04-07 04-10 05-01 05-29 08-28 12-25 12-26',
    2035: '01-01 03-23 03-26 05-07 05-28 08-27 12-25 12-26',
    2036: '01-01 04-11 04-14 05-05 05-26 08-25 12-25 12-26',
  },
}

/** The years both tables cover. Any other year is an error. */
export const firstHolidayYear = 2025
export const lastHolidayYear = 2036

const firstDay = dayNumber(calendarDate(`${firstHolidayYear}-01-01`))
const endDay = dayNumber(calendarDate(`${lastHolidayYear + 1}-01-01`))

/** For every day of the tables' years, 1 if the banks are open. Calculated once from the tables. */
const openDays = new Map<Region, Uint8Array>()

function readOpenDays(region: Region): Uint8Array {
  const isOpen = new Uint8Array(endDay - firstDay).map((_, index) =>
    weekday(dateOfDay(firstDay + index)) <= 5 ? 1 : 0,
  )
  for (const [year, days] of Object.entries(holidays[region])) {
    for (const day of days.split(' ')) isOpen[dayNumber(calendarDate(`${year}-${day}`)) - firstDay] = 0
  }
  openDays.set(region, isOpen)
  return isOpen
}

function isOpenOn(number: number, region: Region): boolean {
  const isOpen = (openDays.get(region) ?? readOpenDays(region))[number - firstDay]
  if (isOpen === undefined) {
    throw new RangeError(`The holidays of ${yearOf(dateOfDay(number))} in ${region} are not in the table`)
  }
  return isOpen === 1
}

/**
 * Holidays by date. A substitute day always belongs to the same holiday, because Christmas and Boxing Day move
 * together.
 */
const namesByDay: Record<Region, Record<string, string>> = {
  AU: {
    '01-26': 'Australia Day',
    '01-27': 'Australia Day (substitute day)',
    '01-28': 'Australia Day (substitute day)',
    '04-25': 'Anzac Day',
  },
  UK: {},
}
const namesByDayEverywhere: Record<string, string> = {
  '01-01': "New Year's Day",
  '01-02': "New Year's Day (substitute day)",
  '01-03': "New Year's Day (substitute day)",
  '12-25': 'Christmas Day',
  '12-26': 'Boxing Day',
  '12-27': 'Christmas Day (substitute day)',
  '12-28': 'Boxing Day (substitute day)',
}

/** Holidays on a fixed weekday, each the only candidate in its range of dates. */
const namesByWeekday: { from: string; to: string; weekday: number; name: string }[] = [
  { from: '03-20', to: '04-23', weekday: 5, name: 'Good Friday' },
  { from: '03-23', to: '04-26', weekday: 1, name: 'Easter Monday' },
  { from: '05-01', to: '05-07', weekday: 1, name: 'Early May bank holiday' },
  { from: '05-25', to: '05-31', weekday: 1, name: 'Spring bank holiday' },
  { from: '08-25', to: '08-31', weekday: 1, name: 'Summer bank holiday' },
]

/** Why the banks are closed, as a name: "Good Friday", "Saturday". Undefined if they are open. */
export function closedReason(date: CalendarDate, region: Region): string | undefined {
  if (isBusinessDay(date, region)) return undefined
  const day = weekday(date)
  if (day === 6) return 'Saturday'
  if (day === 7) return 'Sunday'
  const monthDay = date.slice(5)
  return (
    namesByDay[region][monthDay] ??
    namesByDayEverywhere[monthDay] ??
    namesByWeekday.find(({ from, to, ...kept }) => kept.weekday === day && monthDay >= from && monthDay <= to)
      ?.name ??
    // An extra holiday, proclaimed for one year.
    'Public holiday'
  )
}

export function isBusinessDay(date: CalendarDate, region: Region): boolean {
  return isOpenOn(dayNumber(date), region)
}

/** The day itself if it is a business day, otherwise the next one. */
export function nextBusinessDay(date: CalendarDate, region: Region): CalendarDate {
  let number = dayNumber(date)
  while (!isOpenOn(number, region)) number += 1
  return dateOfDay(number)
}

/** Counts business days forward, or back if `days` is negative. The start is not counted. */
export function addBusinessDays(date: CalendarDate, days: number, region: Region): CalendarDate {
  const step = Math.sign(days)
  let number = dayNumber(date)
  for (let left = Math.abs(days); left > 0;) {
    number += step
    if (isOpenOn(number, region)) left -= 1
  }
  return dateOfDay(number)
}
