import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  addDays,
  addMonthsClamped,
  age,
  calendarDate,
  compareDates,
  dateIn,
  dateOfDay,
  dayNumber,
  daysBetween,
  formatDate,
  formatDateCompact,
  formatDateNumeric,
  isCalendarDate,
  weekday,
} from './calendar.ts'
import { regions } from '../region.ts'

const anyDate = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2100-12-31'), noInvalidDate: true })
  .map((day) => calendarDate(day.toISOString().slice(0, 10)))

describe('A date string', () => {
  it.each(['2025-03-05', '2024-02-29', '2000-02-29', '1999-12-31', '0050-01-01'])('%s is a date', (text) => {
    expect(isCalendarDate(text)).toBe(true)
    expect(calendarDate(text)).toBe(text)
  })

  it.each([
    '2025-3-5',
    '05/03/2025',
    '20250305',
    '2025-02-30',
    '2025-02-29',
    '1900-02-29',
    '2025-13-01',
    '2025-00-10',
    '2025-04-31',
    '2025-01-00',
    '2025-01-32',
    '2025/03/05',
    '2025-03-05 ',
    '2025-03-05\n',
    ' 2025-03-05',
    '2025-03-05T00:00:00Z',
    '+002025-03-05',
    '',
    'abcd-ef-gh',
    '２０２５-03-05',
  ])('%o is not a date', (text) => {
    expect(isCalendarDate(text)).toBe(false)
    expect(() => calendarDate(text)).toThrow(RangeError)
  })

  it.each([null, undefined, 20250305, new Date('2025-03-05')])('%o is not a date', (value) => {
    expect(isCalendarDate(value)).toBe(false)
  })
})

describe('Counting days', () => {
  it.each([
    ['2025-03-05', 1, '2025-03-06'],
    ['2025-12-31', 1, '2026-01-01'],
    ['2024-02-28', 1, '2024-02-29'],
    ['2025-02-28', 1, '2025-03-01'],
    ['2027-04-04', -1, '2027-04-03'],
    ['2027-01-15', 14 * 25, '2027-12-31'],
  ])('%s and %d days is %s', (from, days, to) => {
    expect(addDays(calendarDate(from), days)).toBe(to)
    expect(daysBetween(calendarDate(from), calendarDate(to))).toBe(days)
  })

  it('adding days and counting them agree', () => {
    fc.assert(
      fc.property(anyDate, fc.integer({ min: -20_000, max: 20_000 }), (date, days) => {
        expect(daysBetween(date, addDays(date, days))).toBe(days)
      }),
    )
  })

  it('the calendar runs from the year 0 to the year 9999', () => {
    expect(addDays(calendarDate('0000-01-01'), 3_652_424)).toBe('9999-12-31')
    expect(() => addDays(calendarDate('9999-12-31'), 1)).toThrow(RangeError)
    expect(() => addDays(calendarDate('0000-01-01'), -1)).toThrow(RangeError)
    expect(() => addMonthsClamped(calendarDate('9999-12-31'), 1)).toThrow(RangeError)
    expect(() => addMonthsClamped(calendarDate('0000-01-31'), -1)).toThrow(RangeError)
  })

  it.each([0.5, NaN, Infinity])('%d is not a number of days or months', (number) => {
    expect(() => addDays(calendarDate('2027-01-31'), number)).toThrow(RangeError)
    expect(() => addMonthsClamped(calendarDate('2027-01-31'), number)).toThrow(RangeError)
  })

  it('every day has one number and the right weekday, as in `Date`', () => {
    const dayMs = 86_400_000
    const dayZero = Date.parse('0000-01-01')
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3_652_424 }), (number) => {
        const instant = new Date(dayZero + number * dayMs)
        const date = calendarDate(instant.toISOString().slice(0, 10))
        expect(dayNumber(date)).toBe(number)
        expect(dateOfDay(number)).toBe(date)
        expect(weekday(date)).toBe(instant.getUTCDay() || 7)
      }),
      { numRuns: 1_000 },
    )
  })

  it('days that share a cache slot are not mixed up', () => {
    const today = calendarDate('2027-01-31')
    for (const days of [4096, -4096, 8192, 0]) {
      expect(daysBetween(today, addDays(today, days))).toBe(days)
    }
    expect(addDays(today, 4096)).toBe('2038-04-19')
    expect(addDays(today, 0)).toBe('2027-01-31')
  })

  it.each([
    ['2027-01-31', 7],
    ['2027-02-01', 1],
    ['2027-03-26', 5],
    ['2024-02-29', 4],
  ])('%s is day %d of its week', (date, day) => {
    expect(weekday(calendarDate(date))).toBe(day)
  })

  it('dates sort from the earliest to the latest', () => {
    const dates = ['2027-02-01', '2026-12-31', '2027-01-31', '2026-12-31'].map(calendarDate)
    expect(dates.sort(compareDates)).toEqual(['2026-12-31', '2026-12-31', '2027-01-31', '2027-02-01'])
  })
})

describe('Counting months', () => {
  it.each([
    ['2027-01-31', 0, '2027-01-31'],
    ['2027-01-31', 1, '2027-02-28'],
    ['2027-01-31', 2, '2027-03-31'],
    ['2027-01-31', 3, '2027-04-30'],
    ['2027-10-31', 4, '2028-02-29'],
    ['2027-11-15', 2, '2028-01-15'],
    ['2027-12-31', -1, '2027-11-30'],
    ['2027-01-15', -1, '2026-12-15'],
    ['2028-02-29', 12, '2029-02-28'],
    ['2027-03-31', -13, '2026-02-28'],
  ])('%s and %d months is %s', (from, months, to) => {
    expect(addMonthsClamped(calendarDate(from), months)).toBe(to)
  })

  it('the day of the month stays, or is the last day of a shorter month', () => {
    fc.assert(
      fc.property(anyDate, fc.integer({ min: -600, max: 600 }), (date, months) => {
        const moved = addMonthsClamped(date, months)
        const isKept = moved.slice(8) === date.slice(8)
        const isMonthEnd = addDays(moved, 1).slice(8) === '01' && moved.slice(8) < date.slice(8)
        expect(isKept || isMonthEnd).toBe(true)
      }),
    )
  })
})

describe('Today in a region', () => {
  it.each([
    ['AU', '2027-01-14T12:59:59Z', '2027-01-14'],
    ['AU', '2027-01-14T13:00:00Z', '2027-01-15'],
    ['AU', '2027-07-14T13:59:59Z', '2027-07-14'],
    ['AU', '2027-07-14T14:00:00Z', '2027-07-15'],
    ['UK', '2027-01-14T23:59:59Z', '2027-01-14'],
    ['UK', '2027-07-14T22:59:59Z', '2027-07-14'],
    ['UK', '2027-07-14T23:00:00Z', '2027-07-15'],
    ['AU', '2026-12-31T13:00:00Z', '2027-01-01'],
  ] as const)('in %s at %s it is %s', (region, instant, date) => {
    expect(dateIn(region, new Date(instant))).toBe(date)
  })

  // Daylight saving starts or ends on these nights. The first and last minute of each day belong to it.
  it.each([
    ['AU', 'back', '2027-04-04', '2027-04-03T13:00:00Z', '2027-04-04T14:00:00Z'],
    ['AU', 'forward', '2027-10-03', '2027-10-02T14:00:00Z', '2027-10-03T13:00:00Z'],
    ['UK', 'forward', '2027-03-28', '2027-03-28T00:00:00Z', '2027-03-28T23:00:00Z'],
    ['UK', 'back', '2027-10-31', '2027-10-30T23:00:00Z', '2027-11-01T00:00:00Z'],
  ] as const)('in %s the day the clocks go %s, %s, is one whole day', (region, _, date, begins, ends) => {
    const at = (instant: string, shiftMs: number) =>
      dateIn(region, new Date(new Date(instant).getTime() + shiftMs))
    const day = calendarDate(date)
    expect([at(begins, -1), at(begins, 0)]).toEqual([addDays(day, -1), day])
    expect([at(ends, -1), at(ends, 0)]).toEqual([day, addDays(day, 1)])
  })

  it('never goes back and never skips a day, hour by hour through a year', () => {
    for (const region of regions) {
      let date = dateIn(region, new Date('2027-01-01T00:30:00Z'))
      for (let hour = 1; hour <= 365 * 24; hour++) {
        const next = dateIn(region, new Date(Date.UTC(2027, 0, 1, hour, 30)))
        if (next === date) continue
        if (next !== addDays(date, 1)) expect.fail(`${next} follows ${date} in ${region}`)
        date = next
      }
      expect(daysBetween(calendarDate('2027-01-01'), date)).toBe(365)
    }
  })
})

describe('Age', () => {
  it.each([
    ['the day before the birthday', '2006-03-05', '2027-03-04', 20],
    ['on the birthday', '2006-03-05', '2027-03-05', 21],
    ['the day after the birthday', '2006-03-05', '2027-03-06', 21],
    ['born 29 February, on 28 February of a common year', '2004-02-29', '2025-02-28', 20],
    ['born 29 February, on 1 March of a common year', '2004-02-29', '2025-03-01', 21],
    ['born 29 February, on 28 February of a leap year', '2004-02-29', '2024-02-28', 19],
    ['born 29 February, on 29 February of a leap year', '2004-02-29', '2024-02-29', 20],
    ['born on New Year, on the last day of the year', '2006-01-01', '2026-12-31', 20],
    ['on the day of birth', '2027-03-05', '2027-03-05', 0],
  ])('%s', (_, birthDate, today, years) => {
    expect(age(calendarDate(birthDate), calendarDate(today))).toBe(years)
  })
})

describe('Showing a date', () => {
  const ownZone = process.env.TZ
  afterEach(() => {
    if (ownZone === undefined) delete process.env.TZ
    else process.env.TZ = ownZone
  })

  it.each([
    ['2025-03-05', '5 March 2025', '5 Mar 2025', '05/03/2025'],
    ['2026-12-31', '31 December 2026', '31 Dec 2026', '31/12/2026'],
    ['2024-02-29', '29 February 2024', '29 Feb 2024', '29/02/2024'],
  ])('%s reads %s, %s and %s', (date, long, compact, numeric) => {
    expect([formatDate(date), formatDateCompact(date), formatDateNumeric(date)]).toEqual([
      long,
      compact,
      numeric,
    ])
  })

  it.each([
    ['Pacific/Honolulu', 600],
    ['Pacific/Kiritimati', -840],
  ])('reads the same on a machine in %s', async (zone, offset) => {
    process.env.TZ = zone
    // Formats are cached, so only a fresh module creates them in this zone.
    vi.resetModules()
    const there = await import('./calendar.ts')
    expect(new Date('2025-03-05').getTimezoneOffset()).toBe(offset)
    expect(there.formatDate('2025-03-05')).toBe('5 March 2025')
    expect(there.formatDateCompact('2025-03-05')).toBe('5 Mar 2025')
    expect(there.formatDateNumeric('2025-03-05')).toBe('05/03/2025')
    expect(there.addDays(calendarDate('2025-03-05'), 1)).toBe('2025-03-06')
    expect(there.weekday(calendarDate('2025-03-05'))).toBe(3)
    expect(there.dateIn('AU', new Date('2027-01-14T13:00:00Z'))).toBe('2027-01-15')
    expect(there.dateIn('UK', new Date('2027-01-14T23:59:59Z'))).toBe('2027-01-14')
  })

  it.each(['2025-02-30', '05/03/2025', ''])('%o is an invalid date', (date) => {
    expect([formatDate(date), formatDateCompact(date), formatDateNumeric(date)]).toEqual(
      Array(3).fill('Invalid date'),
    )
  })
})
