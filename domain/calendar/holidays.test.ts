import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, calendarDate, weekday, yearOf, type CalendarDate } from './calendar.ts'
import { addBusinessDays, closedReason, isBusinessDay, lastHolidayYear, nextBusinessDay } from './holidays.ts'
import { regions, type Region } from '../region.ts'

const firstYear = 2025
const years = Array.from({ length: lastHolidayYear - firstYear + 1 }, (_, index) => firstYear + index)

const daysOf = (year: number) => {
  const days: CalendarDate[] = []
  for (let day = calendarDate(`${year}-01-01`); yearOf(day) === year; day = addDays(day, 1)) days.push(day)
  return days
}

const listed = (year: number, region: Region) =>
  daysOf(year).filter((day) => weekday(day) <= 5 && !isBusinessDay(day, region))

/** The rules behind the tables, calculated a second time: each closed weekday and its name. */
function ruled(year: number, region: Region): [CalendarDate, string][] {
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
  const kept = (name: string, itsDay: CalendarDate, day: CalendarDate): [CalendarDate, string] => [
    day,
    day === itsDay ? name : `${name} (substitute day)`,
  ]
  const both = [
    kept("New Year's Day", on('01-01'), orMonday(on('01-01'))),
    kept('Good Friday', addDays(easter, -2), addDays(easter, -2)),
    kept('Easter Monday', addDays(easter, 1), addDays(easter, 1)),
    kept('Christmas Day', christmas, first),
    kept('Boxing Day', on('12-26'), second),
  ]
  const anzac = on('04-25')
  const own: [CalendarDate, string][] =
    region === 'AU'
      ? [
          kept('Australia Day', on('01-26'), orMonday(on('01-26'))),
          ...(weekday(anzac) <= 5 ? [kept('Anzac Day', anzac, anzac)] : []),
        ]
      : [
          [mondayFrom('05-01'), 'Early May bank holiday'],
          [mondayFrom('05-25'), 'Spring bank holiday'],
          [mondayFrom('08-25'), 'Summer bank holiday'],
        ]
  return [...both, ...own].sort(([one], [other]) => (one < other ? -1 : 1))
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

describe('The tables of holidays', () => {
  it.each([
    ['AU', '01-01 01-26 03-26 03-29 12-27 12-28'],
    ['UK', '01-01 03-26 03-29 05-03 05-31 08-30 12-27 12-28'],
  ] as const)('2027 in %s has its published holidays', (region, days) => {
    expect(listed(2027, region)).toEqual(days.split(' ').map((day) => `2027-${day}`))
  })

  it.each(regions.flatMap((region) => years.map((year) => [region, year] as const)))(
    'in %s the table of %d agrees with the rules',
    (region, year) => {
      expect(listed(year, region)).toEqual(ruled(year, region).map(([day]) => day))
    },
  )

  it.each(regions.flatMap((region) => years.map((year) => [region, year] as const)))(
    'in %s exactly the closed days of %d have a reason',
    (region, year) => {
      const names = new Map(ruled(year, region))
      for (const day of daysOf(year)) {
        const atWeekend = { 6: 'Saturday', 7: 'Sunday' }[weekday(day)]
        expect([day, closedReason(day, region)]).toEqual([day, atWeekend ?? names.get(day)])
      }
    },
  )

  it.each([
    ['AU', '2027-03-26', 'Good Friday'],
    ['UK', '2027-05-03', 'Early May bank holiday'],
    ['AU', '2027-12-27', 'Christmas Day (substitute day)'],
    ['AU', '2027-12-28', 'Boxing Day (substitute day)'],
    ['UK', '2033-12-26', 'Boxing Day'],
    ['UK', '2033-12-27', 'Christmas Day (substitute day)'],
    ['AU', '2028-01-03', "New Year's Day (substitute day)"],
    ['AU', '2027-04-26', undefined],
    ['AU', '2027-12-25', 'Saturday'],
  ] as const)('in %s the banks are closed on %s for %s', (region, date, reason) => {
    expect(closedReason(calendarDate(date), region)).toBe(reason)
  })

  it.each([firstYear - 1, lastHolidayYear + 1])('%d, which no table covers, is an error', (year) => {
    for (const region of regions) {
      expect(() => isBusinessDay(calendarDate(`${year}-06-01`), region)).toThrow(
        `The holidays of ${year} in ${region} are not in the table`,
      )
    }
  })

  // Next year's plan reaches into the year after, so a missing table would block planning. Only the real date shows
  // it; this test fails long before a customer is affected.
  it('the tables still cover two full years after this one', () => {
    const thisYear = new Date().getUTCFullYear()
    expect(
      lastHolidayYear - thisYear,
      'add the next years to domain/calendar/holidays.ts',
    ).toBeGreaterThanOrEqual(2)
  })
})

describe('Business days', () => {
  it.each([
    ['AU', '2027-01-26', false],
    ['UK', '2027-01-26', true],
    ['AU', '2027-05-03', true],
    ['UK', '2027-05-03', false],
    ['AU', '2027-04-26', true],
    ['AU', '2026-12-28', false],
    ['AU', '2027-01-30', false],
    ['AU', '2027-01-31', false],
    ['AU', '2027-02-01', true],
  ] as const)('in %s, whether %s is a business day: %s', (region, date, isOne) => {
    expect(isBusinessDay(calendarDate(date), region)).toBe(isOne)
  })

  it.each([
    ['AU', '2027-02-01', '2027-02-01'],
    ['AU', '2027-01-31', '2027-02-01'],
    ['AU', '2027-03-26', '2027-03-30'],
    ['UK', '2027-05-01', '2027-05-04'],
    ['UK', '2027-01-01', '2027-01-04'],
    ['AU', '2027-12-25', '2027-12-29'],
  ] as const)('in %s the business day on or after %s is %s', (region, from, to) => {
    expect(nextBusinessDay(calendarDate(from), region)).toBe(to)
  })

  it.each([
    ['AU', '2027-02-01', -2, '2027-01-28'],
    ['AU', '2027-01-28', -2, '2027-01-25'],
    ['AU', '2027-03-30', -2, '2027-03-24'],
    ['AU', '2026-12-29', -2, '2026-12-23'],
    ['UK', '2027-01-04', -2, '2026-12-30'],
    ['UK', '2026-09-01', -2, '2026-08-27'],
    ['AU', '2027-01-25', 1, '2027-01-27'],
    ['AU', '2027-01-30', 1, '2027-02-01'],
    ['AU', '2027-01-30', -1, '2027-01-29'],
    ['AU', '2027-01-30', 0, '2027-01-30'],
  ] as const)('in %s, %s and %d business days is %s', (region, from, days, to) => {
    expect(addBusinessDays(calendarDate(from), days, region)).toBe(to)
  })

  it('going forward and back from a business day returns to it', () => {
    const anyDay = fc
      .integer({ min: 0, max: 5 * 365 })
      .map((days) => addDays(calendarDate('2025-06-01'), days))
    fc.assert(
      fc.property(
        anyDay,
        fc.constantFrom(...regions),
        fc.integer({ min: 0, max: 60 }),
        (day, region, count) => {
          const start = nextBusinessDay(day, region)
          expect(addBusinessDays(addBusinessDays(start, count, region), -count, region)).toBe(start)
        },
      ),
    )
  })
})
