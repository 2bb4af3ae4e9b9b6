import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { addDays, calendarDate, type CalendarDate } from '../calendar/calendar.ts'
import { cents } from '../money.ts'
import {
  collectionDate,
  dueDate,
  durationOptions,
  durationsOffered,
  frequencyWord,
  instalmentAmounts,
  isPlanJustStarted,
  offeredFrequencies,
  isPlanLocked,
  planEditableUntil,
  planEditCutOff,
  planYearOptions,
  tuitionYearEnd,
  tuitionYearName,
  tuitionYearOf,
  tuitionYearStart,
  type OfferedFrequency,
} from './payment-schedule.ts'
import { regions, type Region } from '../region.ts'

/** The running year and the next. */
function yearsFrom(today: CalendarDate, region: Region): number[] {
  const running = tuitionYearOf(today, region)
  return [running, running + 1]
}

describe('The words for a frequency', () => {
  it.each([
    ['Week', 'Weekly'],
    ['Fortnight', 'Fortnightly'],
    ['Month', 'Monthly'],
    ['Quarter', 'Quarterly'],
    ['Term', 'Termly'],
    ['Semester', 'Semesterly'],
    ['Trimester', 'Trimesterly'],
    ['Year', 'Yearly'],
    ['TwicePerYear', 'Twice yearly'],
    ['twiceperyear', 'Twice yearly'],
    ['TWICEPERYEAR', 'Twice yearly'],
    ['week', 'weekly'],
    ['month', 'monthly'],
    ['Decade', 'Decade'],
    ['', ''],
  ])('%o reads %o', (frequency, word) => {
    expect(frequencyWord(frequency)).toBe(word)
  })

  it('a customer chooses among weekly, fortnightly and monthly', () => {
    expect(offeredFrequencies.map(frequencyWord)).toEqual(['Weekly', 'Fortnightly', 'Monthly'])
  })
})

describe('Due and collection dates', () => {
  it.each([
    [
      'monthly in AU from 31 January 2027',
      { start: '2027-01-31', region: 'AU' },
      [
        ['2027-01-31', '2027-02-01'],
        ['2027-02-28', '2027-03-01'],
        ['2027-03-31', '2027-03-31'],
        ['2027-04-30', '2027-04-30'],
        ['2027-05-31', '2027-05-31'],
        ['2027-06-30', '2027-06-30'],
        ['2027-07-31', '2027-08-02'],
        ['2027-08-31', '2027-08-31'],
        ['2027-09-30', '2027-09-30'],
        ['2027-10-31', '2027-11-01'],
        ['2027-11-30', '2027-11-30'],
      ],
    ],
    [
      'monthly in AU into a leap year',
      { start: '2027-10-31', region: 'AU' },
      [
        ['2027-10-31', '2027-11-01'],
        ['2027-11-30', '2027-11-30'],
        ['2027-12-31', '2027-12-31'],
        ['2028-01-31', '2028-01-31'],
        ['2028-02-29', '2028-02-29'],
      ],
    ],
    [
      'monthly in the UK around bank holidays',
      { start: '2026-09-01', region: 'UK' },
      [
        ['2026-09-01', '2026-09-01'],
        ['2026-10-01', '2026-10-01'],
        ['2026-11-01', '2026-11-02'],
        ['2026-12-01', '2026-12-01'],
        ['2027-01-01', '2027-01-04'],
        ['2027-02-01', '2027-02-01'],
        ['2027-03-01', '2027-03-01'],
        ['2027-04-01', '2027-04-01'],
        ['2027-05-01', '2027-05-04'],
        ['2027-06-01', '2027-06-01'],
      ],
    ],
  ] as const)('%s', (_, plan, expected) => {
    const actual = expected.map((__, index) => {
      const due = dueDate(calendarDate(plan.start), index, 'Month')
      return [due, collectionDate(due, calendars[plan.region])]
    })
    expect(actual).toEqual(expected)
  })

  it.each([
    ['Fortnight', '2027-01-15', 26, '2027-12-31'],
    ['Week', '2027-02-05', 45, '2027-12-10'],
    ['Fortnight', '2027-05-21', 16, '2027-12-17'],
    ['Week', '2027-01-22', 48, '2027-12-17'],
    ['Month', '2027-02-01', 10, '2027-11-01'],
  ] as const)('a plan by the %s from %s with %d payments ends %s', (frequency, start, count, end) => {
    expect(dueDate(calendarDate(start), count - 1, frequency)).toBe(end)
  })

  it('V10: Good Friday is collected after Easter', () => {
    expect(collectionDate(calendarDate('2027-03-26'), calendars.AU)).toBe('2027-03-30')
  })

  it.each([
    ['V10', 'AU', '2027-02-01', '2027-01-28'],
    ['V10', 'AU', '2027-01-28', '2027-01-25'],
    ['V10', 'AU', '2027-03-30', '2027-03-24'],
    ['V10', 'AU', '2026-12-29', '2026-12-23'],
    ['V10, Good Friday', 'AU', '2027-03-26', '2027-03-24'],
    ['V10', 'UK', '2027-01-04', '2026-12-30'],
    ['a Friday', 'AU', '2027-01-15', '2027-01-13'],
    ['another Friday', 'AU', '2027-02-05', '2027-02-03'],
    ['a Sunday', 'AU', '2027-01-31', '2027-01-28'],
    ['another Sunday', 'AU', '2027-10-31', '2027-10-28'],
    ['the day after a bank holiday', 'UK', '2026-09-01', '2026-08-27'],
  ] as const)(
    '%s: in %s a plan first due %s can be changed to the end of %s',
    (_, region, firstDue, cutOff) => {
      expect(planEditCutOff(calendarDate(firstDue), calendars[region])).toBe(cutOff)
    },
  )

  it.each([
    ['Draft', true],
    ['ManualReview', true],
    ['Saved', true],
    ['Current', false],
    ['Completed', false],
  ] as const)('a plan that is %s: %s', (status, isEditable) => {
    const startDate = calendarDate('2027-02-03')
    expect(planEditableUntil({ status, startDate }, calendars.AU)).toBe(
      isEditable ? planEditCutOff(startDate, calendars.AU) : null,
    )
  })
})

describe('A plan that a family can no longer change', () => {
  const cutOff = planEditCutOff(calendarDate('2027-02-03'), calendars.AU)
  const after = addDays(cutOff, 1)

  it.each([
    ['runs', 'Current', cutOff, 8, false, true],
    ['is over', 'Completed', cutOff, 8, false, true],
    ['is saved, to the end of its last day', 'Saved', cutOff, 8, false, false],
    ['is saved, after its last day', 'Saved', after, 8, false, true],
    ['has nothing to pay', 'Saved', after, 0, false, false],
    ['belongs to a family still being set up', 'Saved', after, 8, true, false],
    ['is an estimate', 'Draft', after, 8, false, false],
    ['is with staff', 'ManualReview', after, 8, false, false],
  ] as const)('one that %s', (_, status, today, repaymentCount, isSetupIncomplete, isLocked) => {
    const plan = { status, startDate: calendarDate('2027-02-03'), repaymentCount }
    expect(isPlanLocked(plan, { today, isSetupIncomplete, calendar: calendars.AU })).toBe(isLocked)
  })
})

describe('Instalments', () => {
  it.each([
    [1240000, 26, { each: 47693, last: 47675 }],
    [100_00, 100, { each: 100, last: 100 }],
    [99_00, 100, undefined],
    [100, 1, { each: 100, last: 100 }],
    [99, 1, undefined],
    [0, 10, undefined],
    [-500, 10, undefined],
  ])('%d cents in %d payments', (total, count, amounts) => {
    expect(instalmentAmounts(cents(total), count)).toEqual(amounts)
  })

  it('sum to the total, and every one of them is a payment, for every plan a year can hold', () => {
    const total = fc.integer({ min: 1, max: 10_000_00 }).map(cents)
    fc.assert(
      fc.property(total, fc.integer({ min: 1, max: 53 }), (amount, count) => {
        const parts = instalmentAmounts(amount, count)
        if (parts === undefined) {
          expect(Math.ceil(amount / count)).toBeLessThan(100)
          return
        }
        expect(parts.each * (count - 1) + parts.last).toBe(amount)
        expect(parts.last).toBeGreaterThan(0)
        expect(parts.last).toBeLessThanOrEqual(parts.each)
      }),
    )
  })
})

describe('Tuition years', () => {
  it.each([
    ['AU', '2027-01-01', 2027],
    ['AU', '2027-12-31', 2027],
    ['UK', '2026-08-31', 2025],
    ['UK', '2026-09-01', 2026],
    ['UK', '2027-08-31', 2026],
  ] as const)('in %s, %s lies in the year %d', (region, today, year) => {
    expect(tuitionYearOf(calendarDate(today), region)).toBe(year)
  })

  it.each([
    ['AU', 2026, '2026'],
    ['UK', 2026, '2026/27'],
    ['UK', 2009, '2009/10'],
    ['UK', 2099, '2099/00'],
  ] as const)('in %s the year %d is called %s', (region, year, name) => {
    expect(tuitionYearName(year, region)).toBe(name)
  })

  it.each([
    ['AU', 2027, '2027-01-01', '2027-12-31'],
    ['UK', 2026, '2026-09-01', '2027-08-31'],
  ] as const)('in %s the year %d runs from %s to %s', (region, year, start, end) => {
    expect([tuitionYearStart(year, region), tuitionYearEnd(year, region)]).toEqual([start, end])
  })
})

describe('Plan lengths', () => {
  const most = (start: string, year: number, region: Region) =>
    durationOptions(calendarDate(start), year, region).map((option) => option.defaultDuration)

  it.each([
    ['V9', '2027-02-05', 2027, 'AU', [48, 24, 11]],
    ['V9', '2026-09-01', 2026, 'UK', [53, 27, 12]],
    ['V9', '2027-01-31', 2027, 'AU', [48, 24, 12]],
    ['late', '2027-11-30', 2027, 'AU', [5, 3, 2]],
    ['too late for months', '2027-12-01', 2027, 'AU', [5, 3, 0]],
    ['too late for weeks', '2027-12-11', 2027, 'AU', [0, 2, 0]],
    ['too late', '2027-12-18', 2027, 'AU', [0, 0, 0]],
    ['after the year', '2028-01-01', 2027, 'AU', [0, 0, 0]],
  ] as const)(
    '%s: from %s in %d in %s the longest by week, fortnight and month are %j',
    (_, start, year, region, longest) => {
      expect(most(start, year, region)).toEqual(longest)
    },
  )

  it('are every number from the shortest plan to the longest', () => {
    expect(durationOptions(calendarDate('2027-11-30'), 2027, 'AU')).toEqual([
      { period: 'Week', defaultDuration: 5, allowedDurations: [4, 5] },
      { period: 'Fortnight', defaultDuration: 3, allowedDurations: [2, 3] },
      { period: 'Month', defaultDuration: 2, allowedDurations: [2] },
    ])
  })

  it('are none when the year leaves no room, and then none is suggested', () => {
    expect(durationOptions(calendarDate('2027-12-01'), 2027, 'AU')[2]).toEqual({
      period: 'Month',
      defaultDuration: 0,
      allowedDurations: [],
    })
  })
})

describe('Plan lengths on offer', () => {
  const upTo = (fewest: number, most: number) =>
    Array.from({ length: most - fewest + 1 }, (_, index) => fewest + index)
  it.each([
    ['AU', 2027, '2027-02-05', false, [upTo(4, 48), upTo(2, 24), upTo(2, 11)]],
    ['AU', 2027, '2027-02-05', true, [[48], [24], [11]]],
    ['UK', 2026, '2026-09-01', false, [upTo(4, 53), upTo(2, 27), upTo(2, 12)]],
    ['UK', 2026, '2026-09-01', true, [[53], [27], [12]]],
    ['AU', 2027, '2027-11-30', false, [[4, 5], [2, 3], [2]]],
    ['AU', 2027, '2027-11-30', true, [[5], [3], [2]]],
    ['AU', 2027, '2027-12-13', false, [[], [2], []]],
    ['AU', 2027, '2027-12-13', true, [[], [2], []]],
    ['AU', 2027, '2027-12-31', true, [[], [], []]],
  ] as const)(
    'in %s for %i from %s, where only the longest is offered: %s',
    (region, year, start, only, lengths) => {
      const offered = durationsOffered(calendarDate(start), year, { region, onlyLongestPlans: only })
      expect(offered.map(({ allowedDurations }) => allowedDurations)).toEqual(lengths)
      expect(offered.map(({ period }) => period)).toEqual(offeredFrequencies)
      for (const { defaultDuration, allowedDurations } of offered)
        expect(defaultDuration).toBe(allowedDurations.at(-1) ?? 0)
    },
  )
})

describe('Years a plan can be made for', () => {
  const bounds = (today: string, region: Region, offersNextYear: boolean) =>
    planYearOptions({
      today: calendarDate(today),
      calendar: calendars[region],
      years: yearsFrom(calendarDate(today), region).slice(0, offersNextYear ? 2 : 1),
    }).map((option) => [option.tuitionYear, option.minStartDate, option.maxStartDate])

  it.each([
    ['on a Wednesday', '2027-03-03', 'AU', false, [[2027, '2027-03-05', '2027-11-30']]],
    [
      'on a Thursday, because Saturday is collected on Monday',
      '2027-03-04',
      'AU',
      false,
      [[2027, '2027-03-06', '2027-11-30']],
    ],
    ['on a Sunday', '2026-11-15', 'AU', false, [[2026, '2026-11-18', '2026-11-30']]],
    ['before Easter', '2027-03-25', 'AU', false, [[2027, '2027-03-31', '2027-11-30']]],
    [
      'with next year on offer',
      '2026-11-15',
      'AU',
      true,
      [
        [2026, '2026-11-18', '2026-11-30'],
        [2027, '2027-01-01', '2027-11-30'],
      ],
    ],
    ['when this year is too far gone', '2026-12-15', 'AU', true, [[2027, '2027-01-01', '2027-11-30']]],
    ['when next year is about to begin', '2026-12-31', 'AU', true, [[2027, '2027-01-05', '2027-11-30']]],
    ['when this year is too far gone and no other is on offer', '2026-12-15', 'AU', false, []],
    [
      'in the United Kingdom',
      '2027-06-02',
      'UK',
      true,
      [
        [2026, '2027-06-04', '2027-07-31'],
        [2027, '2027-09-01', '2028-07-31'],
      ],
    ],
  ] as const)('%s', (_, today, region, offersNextYear, expected) => {
    expect(bounds(today, region, offersNextYear)).toEqual(expected)
  })

  it('come with the plan lengths of the first possible start', () => {
    const [year] = planYearOptions({
      today: calendarDate('2027-02-03'),
      calendar: calendars.AU,
      years: [2027],
    })
    expect(year).toMatchObject({
      minStartDate: '2027-02-05',
      durationOptions: durationOptions(calendarDate('2027-02-05'), 2027, 'AU'),
    })
  })

  it('the first start can still be changed today, the day before could not; the last leaves every frequency a choice', () => {
    const today = fc
      .integer({ min: 0, max: 4 * 365 })
      .map((days) => addDays(calendarDate('2026-01-05'), days))
    const lengths = (start: CalendarDate, year: number, region: Region): Record<OfferedFrequency, number> => {
      const [week, fortnight, month] = durationOptions(start, year, region)
      return {
        Week: week?.defaultDuration ?? 0,
        Fortnight: fortnight?.defaultDuration ?? 0,
        Month: month?.defaultDuration ?? 0,
      }
    }
    fc.assert(
      fc.property(today, fc.constantFrom(...regions), (day, region) => {
        for (const option of planYearOptions({
          today: day,
          calendar: calendars[region],
          years: yearsFrom(day, region),
        })) {
          const { tuitionYear, minStartDate, maxStartDate } = option
          const dayBefore = addDays(minStartDate, -1)
          const isYearStart = minStartDate === tuitionYearStart(tuitionYear, region)
          expect(planEditCutOff(minStartDate, calendars[region]) >= day).toBe(true)
          expect(isYearStart || planEditCutOff(dayBefore, calendars[region]) < day).toBe(true)
          expect(Math.min(...Object.values(lengths(maxStartDate, tuitionYear, region)))).toBeGreaterThan(0)
          expect(lengths(addDays(maxStartDate, 1), tuitionYear, region).Month).toBe(0)
        }
      }),
    )
  })
})

describe('A plan that has just started', () => {
  it.each([
    ['2027-02-04', false],
    ['2027-02-05', true],
    ['2027-03-07', true],
    ['2027-03-08', false],
  ])('a plan from 5 February 2027, on %s: %s', (today, isJustStarted) => {
    expect(isPlanJustStarted(calendarDate('2027-02-05'), calendarDate(today))).toBe(isJustStarted)
  })
})
