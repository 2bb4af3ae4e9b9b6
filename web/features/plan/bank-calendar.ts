import { bankCalendar, type BankCalendar, type Holiday } from '#domain/calendar/holidays.ts'
import type { Region } from '#domain/region.ts'

const calendars = new Map<Region, BankCalendar>()

/** The holidays come with the material of a plan. While they stay the same, so does the calendar made from them. */
export function keepHolidays(region: Region, holidays: readonly Holiday[]): BankCalendar {
  const before = calendars.get(region)
  const calendar = bankCalendar(region, holidays)
  if (before && isSame(before, calendar)) return before
  calendars.set(region, calendar)
  return calendar
}

const isSame = (one: BankCalendar, other: BankCalendar) =>
  JSON.stringify([...one.names]) === JSON.stringify([...other.names])

/** Before the first material has come, it knows no year. */
export function bankCalendarOf(region: Region): BankCalendar {
  return calendars.get(region) ?? bankCalendar(region, [])
}
