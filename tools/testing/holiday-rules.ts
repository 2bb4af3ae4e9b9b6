import { addDays, calendarDate, weekday, type CalendarDate } from '#domain/calendar/calendar.ts'
import { bankCalendar, type BankCalendar, type Holiday } from '#domain/calendar/holidays.ts'
import type { Region } from '#domain/region.ts'

/** The years that every database begins with. */
export const seededYears = Array.from({ length: 12 }, (_, index) => 2025 + index)

/** The rules behind the rows of a year: on which weekdays banks do not clear, and what each is called. */
export function ruledHolidays(region: Region, year: number): Holiday[] {
  const on = (monthDay: string) => calendarDate(`${year}-${monthDay}`)
  const orMonday = (day: CalendarDate) => (weekday(day) > 5 ? addDays(day, 8 - weekday(day)) : day)
  const mondayFrom = (monthDay: string) => addDays(on(monthDay), (8 - weekday(on(monthDay))) % 7)
  const easter = easterSunday(year)
  const christmas = on('12-25')
  // Both move together: two weekend days become Monday and Tuesday, one becomes the next free weekday.
  const bothOfChristmas: Record<number, [CalendarDate, CalendarDate]> = {
    5: [christmas, on('12-28')],
    6: [on('12-27'), on('12-28')],
    7: [on('12-27'), on('12-26')],
  }
  const [first, second] = bothOfChristmas[weekday(christmas)] ?? [christmas, on('12-26')]
  const kept = (name: string, itsDay: CalendarDate, date = itsDay): Holiday => ({
    date,
    name: date === itsDay ? name : `${name} (substitute day)`,
  })
  const everywhere = [
    kept("New Year's Day", on('01-01'), orMonday(on('01-01'))),
    kept('Good Friday', addDays(easter, -2)),
    kept('Easter Monday', addDays(easter, 1)),
    kept('Christmas Day', christmas, first),
    kept('Boxing Day', on('12-26'), second),
  ]
  const own: Record<Region, Holiday[]> = {
    AU: [
      kept('Australia Day', on('01-26'), orMonday(on('01-26'))),
      // Never moved to a weekday.
      ...(weekday(on('04-25')) <= 5 ? [kept('Anzac Day', on('04-25'))] : []),
      // The second Monday.
      kept("King's Birthday", mondayFrom('06-08')),
    ],
    UK: [
      kept('Early May bank holiday', mondayFrom('05-01')),
      kept('Spring bank holiday', mondayFrom('05-25')),
      kept('Summer bank holiday', mondayFrom('08-25')),
    ],
  }
  return [...everywhere, ...own[region]].sort((one, other) => (one.date < other.date ? -1 : 1))
}

/** The anonymous algorithm published in Nature, 1876. */
function easterSunday(year: number): CalendarDate {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = Math.floor(b / 4)
  const g = Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3)
  const h = (19 * a + b - d - g + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const n = h + l - 7 * m + 114
  return addDays(calendarDate(`${year}-0${Math.floor(n / 31)}-01`), n % 31)
}

const calendarOf = (region: Region) =>
  bankCalendar(
    region,
    seededYears.flatMap((year) => ruledHolidays(region, year)),
  )

/** For tests, and for processes without a database: with the holidays that a new database begins with. */
export const calendars: Record<Region, BankCalendar> = { AU: calendarOf('AU'), UK: calendarOf('UK') }
