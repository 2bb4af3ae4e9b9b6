import { calendarDate, dateOfDay, dayNumber, weekday, yearOf, type CalendarDate } from './calendar.ts'
import { regions, type Region } from '../region.ts'

/** A weekday on which banks do not clear, by the name that customers know. */
export type Holiday = { date: CalendarDate; name: string }

const closed = 0
const open = 1
const unknown = 2

/** The holidays of a region, with an entry for each day of the years they cover. */
type BankDays = { first: number; days: Uint8Array; names: ReadonlyMap<string, string> }

const none: BankDays = { first: 0, days: new Uint8Array(), names: new Map() }

/**
 * The one piece of state in these rules. Staff maintain the holidays as rows; the server sets them from the database,
 * the portal from the material of a plan. Nothing is known before that, and a day of a year without holidays is an
 * error: every year has some, so it means that nobody has entered them.
 */
const bankDays = new Map<Region, BankDays>(regions.map((region) => [region, none]))

/** Replaces all that is known of a region's holidays. */
export function setHolidays(region: Region, holidays: readonly Holiday[]): void {
  bankDays.set(region, bankDaysOf(holidays))
}

/** What `work` returns if these were the holidays. It must not wait for anything: others would calculate with them. */
export function withHolidays<T>(region: Region, holidays: readonly Holiday[], work: () => T): T {
  const before = daysIn(region)
  setHolidays(region, holidays)
  try {
    return work()
  } finally {
    bankDays.set(region, before)
  }
}

function bankDaysOf(holidays: readonly Holiday[]): BankDays {
  const years = new Set(holidays.map(({ date }) => yearOf(date)))
  if (years.size === 0) return none
  const first = dayNumber(calendarDate(`${Math.min(...years)}-01-01`))
  const end = dayNumber(calendarDate(`${Math.max(...years) + 1}-01-01`))
  const days = new Uint8Array(end - first).map((_, index) => {
    const date = dateOfDay(first + index)
    if (!years.has(yearOf(date))) return unknown
    return weekday(date) <= 5 ? open : closed
  })
  for (const { date } of holidays) days[dayNumber(date) - first] = closed
  return { first, days, names: new Map(holidays.map(({ date, name }) => [date, name])) }
}

function daysIn(region: Region): BankDays {
  return bankDays.get(region) ?? none
}

function stateOf(number: number, region: Region): number {
  const { first, days } = daysIn(region)
  return days[number - first] ?? unknown
}

function isOpenOn(number: number, region: Region): boolean {
  const state = stateOf(number, region)
  if (state === unknown) {
    throw new RangeError(`The holidays of ${yearOf(dateOfDay(number))} in ${region} are not known`)
  }
  return state === open
}

/** The holidays that are known of some years, by date. */
export function knownHolidays(region: Region, { from, to }: { from: number; to: number }): Holiday[] {
  return [...daysIn(region).names]
    .map(([date, name]) => ({ date: date as CalendarDate, name }))
    .filter(({ date }) => yearOf(date) >= from && yearOf(date) <= to)
    .toSorted((one, other) => (one.date < other.date ? -1 : 1))
}

/** A year with fewer holidays than this has not been entered completely. */
const fewestHolidays: Record<Region, number> = { AU: 7, UK: 8 }

/** Next year's plans reach into the year after it, so this year and the two after it must be complete. */
const yearsAhead = 2

/** The years whose holidays somebody has to enter, long before a plan needs them. */
export function missingHolidayYears(region: Region, today: CalendarDate): number[] {
  const thisYear = yearOf(today)
  return Array.from({ length: yearsAhead + 1 }, (_, index) => thisYear + index).filter(
    (year) => knownHolidays(region, { from: year, to: year }).length < fewestHolidays[region],
  )
}

/** Why the banks are closed, as a name: "Good Friday", "Saturday". Undefined if they are open. */
export function closedReason(date: CalendarDate, region: Region): string | undefined {
  if (isBusinessDay(date, region)) return undefined
  return weekendDays[weekday(date)] ?? daysIn(region).names.get(date)
}

const weekendDays: Record<number, string> = { 6: 'Saturday', 7: 'Sunday' }

/** The same for a day of any year; where the holidays are not known, neither is the reason. */
export function knownReason(date: CalendarDate, region: Region): string | undefined {
  return stateOf(dayNumber(date), region) === unknown ? undefined : closedReason(date, region)
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
