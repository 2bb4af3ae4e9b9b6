import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calendars, ruledHolidays, seededYears } from '#tools/testing/holiday-rules.ts'
import { addDays, calendarDate, weekday, yearOf, type CalendarDate } from './calendar.ts'
import {
  addBusinessDays,
  closedReason,
  bankCalendar,
  holidaysOf,
  isBusinessDay,
  missingHolidayYears,
  nextBusinessDay,
} from './holidays.ts'
import { regions } from '../region.ts'

const daysOf = (year: number) => {
  const days: CalendarDate[] = []
  for (let day = calendarDate(`${year}-01-01`); yearOf(day) === year; day = addDays(day, 1)) days.push(day)
  return days
}

describe('The holidays that are known', () => {
  it.each(regions.flatMap((region) => seededYears.map((year) => [region, year] as const)))(
    'in %s are exactly the closed weekdays of %d, each with its name',
    (region, year) => {
      const names = new Map<string, string>(ruledHolidays(region, year).map(({ date, name }) => [date, name]))
      for (const day of daysOf(year)) {
        const atWeekend = { 6: 'Saturday', 7: 'Sunday' }[weekday(day)]
        const reason = atWeekend ?? names.get(day)
        expect([day, closedReason(day, calendars[region])]).toEqual([day, reason])
        expect([day, isBusinessDay(day, calendars[region])]).toEqual([day, reason === undefined])
      }
    },
  )

  it.each([
    ['AU', '2027-03-26', 'Good Friday'],
    ['AU', '2027-06-14', "King's Birthday"],
    ['UK', '2027-06-14', undefined],
    ['UK', '2027-05-03', 'Early May bank holiday'],
    ['AU', '2027-12-27', 'Christmas Day (substitute day)'],
    ['AU', '2027-12-28', 'Boxing Day (substitute day)'],
    ['UK', '2033-12-26', 'Boxing Day'],
    ['UK', '2033-12-27', 'Christmas Day (substitute day)'],
    ['AU', '2028-01-03', "New Year's Day (substitute day)"],
    ['AU', '2027-04-26', undefined],
    ['AU', '2027-12-25', 'Saturday'],
  ] as const)('in %s close the banks on %s: %s', (region, date, reason) => {
    expect(closedReason(calendarDate(date), calendars[region])).toBe(reason)
  })

  it.each([2024, 2037])('do not cover %d, and a day of it is an error', (year) => {
    for (const region of regions) {
      expect(() => isBusinessDay(calendarDate(`${year}-06-01`), calendars[region])).toThrow(
        `The holidays of ${year} in ${region} are not known`,
      )
    }
  })

  it('leave a year out that has none between others, rather than taking every weekday for open', () => {
    const holidays = [2025, 2027].flatMap((year) => ruledHolidays('AU', year))
    const calendar = bankCalendar('AU', holidays)
    expect(isBusinessDay(calendarDate('2027-06-15'), calendar)).toBe(true)
    expect(() => isBusinessDay(calendarDate('2026-06-15'), calendar)).toThrow('2026 in AU')
    expect(() => nextBusinessDay(calendarDate('2025-12-31'), calendar)).not.toThrow()
    expect(() => addBusinessDays(calendarDate('2025-12-31'), 1, calendar)).toThrow('2026 in AU')
  })

  it.each([
    ['AU', '2026-11-17', []],
    ['AU', '2034-12-31', []],
    ['AU', '2035-01-01', [2037]],
    ['UK', '2036-06-01', [2037, 2038]],
  ] as const)('in %s on %s lack the years %j, two years ahead', (region, today, years) => {
    expect(missingHolidayYears(calendars[region], calendarDate(today))).toEqual(years)
  })

  it('lack a year that has been entered only in part', () => {
    const all = holidaysOf(calendars.UK, { from: 2026, to: 2028 })
    const calendar = bankCalendar(
      'UK',
      all.filter(({ date }) => date !== '2028-12-26'),
    )
    expect(missingHolidayYears(calendar, calendarDate('2026-11-17'))).toEqual([2028])
  })

  it('are those that the calendar was made from, by date', () => {
    const all = holidaysOf(calendars.AU, { from: 2025, to: 2036 })
    const some = bankCalendar('AU', all.slice(0, 8).toReversed())
    expect(holidaysOf(some, { from: 2025, to: 2036 })).toEqual(all.slice(0, 8))
    expect(() => isBusinessDay(calendarDate('2027-06-14'), bankCalendar('AU', []))).toThrow('2027 in AU')
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
    ['AU', '2027-06-14', false],
    ['UK', '2027-06-14', true],
    ['AU', '2027-01-30', false],
    ['AU', '2027-01-31', false],
    ['AU', '2027-02-01', true],
  ] as const)('in %s, whether %s is a business day: %s', (region, date, isOne) => {
    expect(isBusinessDay(calendarDate(date), calendars[region])).toBe(isOne)
  })

  it.each([
    ['AU', '2027-02-01', '2027-02-01'],
    ['AU', '2027-01-31', '2027-02-01'],
    ['AU', '2027-03-26', '2027-03-30'],
    ['UK', '2027-05-01', '2027-05-04'],
    ['UK', '2027-01-01', '2027-01-04'],
    ['AU', '2027-06-14', '2027-06-15'],
    ['AU', '2027-06-12', '2027-06-15'],
    ['AU', '2027-12-25', '2027-12-29'],
  ] as const)('in %s the business day on or after %s is %s', (region, from, to) => {
    expect(nextBusinessDay(calendarDate(from), calendars[region])).toBe(to)
  })

  it.each([
    ['AU', '2027-02-01', -2, '2027-01-28'],
    ['AU', '2027-01-28', -2, '2027-01-25'],
    ['AU', '2027-03-30', -2, '2027-03-24'],
    ['AU', '2026-12-29', -2, '2026-12-23'],
    ['AU', '2027-06-15', -2, '2027-06-10'],
    ['UK', '2027-01-04', -2, '2026-12-30'],
    ['UK', '2026-09-01', -2, '2026-08-27'],
    ['AU', '2027-01-25', 1, '2027-01-27'],
    ['AU', '2027-01-30', 1, '2027-02-01'],
    ['AU', '2027-01-30', -1, '2027-01-29'],
    ['AU', '2027-01-30', 0, '2027-01-30'],
  ] as const)('in %s, %s and %d business days is %s', (region, from, days, to) => {
    expect(addBusinessDays(calendarDate(from), days, calendars[region])).toBe(to)
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
          const start = nextBusinessDay(day, calendars[region])
          expect(
            addBusinessDays(addBusinessDays(start, count, calendars[region]), -count, calendars[region]),
          ).toBe(start)
        },
      ),
    )
  })
})
