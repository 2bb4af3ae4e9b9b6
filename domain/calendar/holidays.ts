import { calendarDate, dateOfDay, dayNumber, weekday, yearOf, type CalendarDate } from './calendar.ts'
import type { Region } from '../region.ts'

/** A weekday on which banks do not clear, by the name that customers know. */
export type Holiday = { date: CalendarDate; name: string }

const closed = 0
const open = 1
const unknown = 2

/**
 * The days on which the banks of a region clear: what every rule about business days asks. Staff maintain the holidays
 * as rows; the server makes a calendar from them, the portal from the material of a plan. A day of a year without
 * holidays is an error: every year has some, so it means that nobody has entered them.
 */
export type BankCalendar = {
  region: Region
  /** By date, in their order. */
  names: ReadonlyMap<CalendarDate, string>
  /** The first day of the years that have holidays, and an entry for each day from there on. */
  first: number
  days: Uint8Array
}

export function bankCalendar(region: Region, holidays: readonly Holiday[]): BankCalendar {
  const inOrder = holidays.toSorted((one, other) => (one.date < other.date ? -1 : 1))
  const names = new Map(inOrder.map(({ date, name }) => [date, name]))
  const years = new Set(holidays.map(({ date }) => yearOf(date)))
  if (years.size === 0) return { region, names, first: 0, days: new Uint8Array() }
  const first = dayNumber(calendarDate(`${Math.min(...years)}-01-01`))
  const end = dayNumber(calendarDate(`${Math.max(...years) + 1}-01-01`))
  const days = new Uint8Array(end - first).map((_, index) => {
    const date = dateOfDay(first + index)
    if (!years.has(yearOf(date))) return unknown
    return weekday(date) <= 5 ? open : closed
  })
  for (const { date } of holidays) days[dayNumber(date) - first] = closed
  return { region, names, first, days }
}

function stateOf(number: number, { first, days }: BankCalendar): number {
  return days[number - first] ?? unknown
}

function isOpenOn(number: number, calendar: BankCalendar): boolean {
  const state = stateOf(number, calendar)
  if (state === unknown) {
    throw new RangeError(`The holidays of ${yearOf(dateOfDay(number))} in ${calendar.region} are not known`)
  }
  return state === open
}

/** The holidays of some years, by date. */
export function holidaysOf({ names }: BankCalendar, { from, to }: { from: number; to: number }): Holiday[] {
  return Array.from(names, ([date, name]) => ({ date, name })).filter(
    ({ date }) => yearOf(date) >= from && yearOf(date) <= to,
  )
}

/** A year with fewer holidays than this has not been entered completely. */
const fewestHolidays: Record<Region, number> = { AU: 7, UK: 8 }

/** Next year's plans reach into the year after it, so this year and the two after it must be complete. */
const yearsAhead = 2

/** The years whose holidays somebody has to enter, long before a plan needs them. */
export function missingHolidayYears(calendar: BankCalendar, today: CalendarDate): number[] {
  const thisYear = yearOf(today)
  return Array.from({ length: yearsAhead + 1 }, (_, index) => thisYear + index).filter(
    (year) => holidaysOf(calendar, { from: year, to: year }).length < fewestHolidays[calendar.region],
  )
}

/** Why the banks are closed, as a name: "Good Friday", "Saturday". Undefined if they are open. */
export function closedReason(date: CalendarDate, calendar: BankCalendar): string | undefined {
  if (isBusinessDay(date, calendar)) return undefined
  return weekendDays[weekday(date)] ?? calendar.names.get(date)
}

const weekendDays: Record<number, string> = { 6: 'Saturday', 7: 'Sunday' }

/** The closed reason for a day of any year; undefined if that year's holidays are unknown. */
export function knownReason(date: CalendarDate, calendar: BankCalendar): string | undefined {
  return stateOf(dayNumber(date), calendar) === unknown ? undefined : closedReason(date, calendar)
}

export function isBusinessDay(date: CalendarDate, calendar: BankCalendar): boolean {
  return isOpenOn(dayNumber(date), calendar)
}

/** The day itself if it is a business day, otherwise the next one. */
export function nextBusinessDay(date: CalendarDate, calendar: BankCalendar): CalendarDate {
  let number = dayNumber(date)
  while (!isOpenOn(number, calendar)) number += 1
  return dateOfDay(number)
}

/** Counts business days forward, or back if `days` is negative. The start is not counted. */
export function addBusinessDays(date: CalendarDate, days: number, calendar: BankCalendar): CalendarDate {
  const step = Math.sign(days)
  let number = dayNumber(date)
  for (let left = Math.abs(days); left > 0;) {
    number += step
    if (isOpenOn(number, calendar)) left -= 1
  }
  return dateOfDay(number)
}
