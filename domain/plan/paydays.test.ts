import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { addDays, calendarDate, dateOfDay, dayNumber, type CalendarDate } from '../calendar/calendar.ts'
import { daysAfterPay, fitToPaydays, type PaydayQuestion, type Paydays } from './paydays.ts'
import {
  dueDate,
  durationsOffered,
  offeredFrequencies,
  planYearOptions,
  tuitionYearOf,
} from './payment-schedule.ts'
import { regions, type Region } from '../region.ts'

const date = calendarDate
const paydays = (rhythm: Paydays['rhythm'], next: string): Paydays => ({ rhythm, next: date(next) })

/** The Australian school year of 2027, and a plan of 24 fortnightly payments from Friday, 22 January. */
function question(asked: Paydays, change: Partial<PaydayQuestion> = {}): PaydayQuestion {
  return {
    paydays: asked,
    region: 'AU',
    option: { tuitionYear: 2027, minStartDate: date('2027-01-01'), maxStartDate: date('2027-11-30') },
    onlyLongestPlans: false,
    present: { frequency: 'Fortnight', startDate: date('2027-01-22'), count: 24 },
    ...change,
  }
}

/** The running year and the next. */
function yearsFrom(today: CalendarDate, region: Region): number[] {
  const running = tuitionYearOf(today, region)
  return [running, running + 1]
}

describe('A plan that follows the paydays', () => {
  it.each([
    ['begins on the day after the payday', 'Fortnight', '2027-01-13', '2027-01-14', 24],
    [
      'begins on the first day of the year, if the payday is the day before',
      'Week',
      '2026-12-31',
      '2027-01-01',
      50,
    ],
    ['counts the rhythm of a payday in the past on', 'Fortnight', '2026-06-03', '2027-01-14', 24],
    ['counts on from long ago', 'Month', '1999-05-14', '2027-01-15', 12],
    ['waits for a payday that is far ahead', 'Fortnight', '2027-08-12', '2027-08-13', 11],
    ['has as many payments as end nearest to the present end', 'Month', '2027-01-14', '2027-01-15', 12],
    ['is monthly from the first where payday is the 31st', 'Month', '2027-01-31', '2027-02-01', 11],
    ['is monthly from the first where payday is the 30th', 'Month', '2026-12-30', '2027-01-01', 12],
    [
      'is monthly from the first where payday is the 28th of February',
      'Month',
      '2027-02-28',
      '2027-03-01',
      10,
    ],
    ['stays on the 28th where payday is the 27th', 'Month', '2027-01-27', '2027-01-28', 11],
  ] as const)('%s', (_, rhythm, next, startDate, count) => {
    expect(fitToPaydays(question(paydays(rhythm, next)))).toMatchObject({
      frequency: rhythm,
      startDate,
      count,
    })
  })

  it.each([
    ['the payday is after the last possible start', '2027-11-30'],
    ['the payday is in another century', '9999-12-31'],
  ])('is not possible where %s', (_, next) => {
    expect(fitToPaydays(question(paydays('Week', next)))).toBeUndefined()
  })

  it('is as long as can be where no length is chosen', () => {
    const present = { frequency: 'Fortnight', startDate: null, count: 0 } as const
    expect(fitToPaydays(question(paydays('Month', '2027-01-14'), { present }))?.count).toBe(12)
  })

  it('keeps to the one length of a school that offers no other', () => {
    const asked = question(paydays('Fortnight', '2027-03-03'), { onlyLongestPlans: true })
    expect(fitToPaydays({ ...asked, present: { ...asked.present, count: 5 } })?.count).toBe(22)
  })

  it('keeps a short plan short', () => {
    const present = { frequency: 'Fortnight', startDate: date('2027-01-22'), count: 6 } as const
    const fit = (next: Paydays) => fitToPaydays(question(next, { present }))
    expect(fit(paydays('Fortnight', '2027-01-13'))).toMatchObject({ startDate: '2027-01-14', count: 6 })
    // The sixth fortnightly payment would be on 2 April.
    expect(fit(paydays('Week', '2027-01-07'))).toMatchObject({ startDate: '2027-01-08', count: 13 })
    expect(fit(paydays('Month', '2027-01-14'))).toMatchObject({ startDate: '2027-01-15', count: 4 })
  })

  it('always begins after a payday, on a day and in a length on offer, and never takes money before the pay', () => {
    const days = fc
      .integer({ min: dayNumber(date('2025-02-01')), max: dayNumber(date('2033-01-01')) })
      .map(dateOfDay)
    const length = fc.integer({ min: 0, max: 60 })
    fc.assert(
      fc.property(
        fc.record({
          today: days,
          next: days,
          start: fc.option(days),
          count: length,
          rhythm: fc.constantFrom(...offeredFrequencies),
          frequency: fc.constantFrom(...offeredFrequencies),
          region: fc.constantFrom(...regions),
          onlyLongestPlans: fc.boolean(),
        }),
        ({ today, next, start, count, rhythm, frequency, region, onlyLongestPlans }) => {
          const calendar = calendars[region]
          for (const option of planYearOptions({ today, calendar, years: yearsFrom(today, region) })) {
            const asked = { rhythm, next }
            const present = { frequency, startDate: start, count }
            const fit = fitToPaydays({ paydays: asked, region, option, onlyLongestPlans, present })
            if (!fit) {
              expect(
                firstPaydayFrom(asked, addDays(option.minStartDate, -1)) > addDays(option.maxStartDate, -5),
              ).toBe(true)
              continue
            }
            expect(fit.startDate >= option.minStartDate && fit.startDate <= option.maxStartDate).toBe(true)
            expect(fit.payday >= next && fit.payday < fit.startDate).toBe(true)
            const lengths = durationsOffered(fit.startDate, option.tuitionYear, { region, onlyLongestPlans })
            expect(lengths.find(({ period }) => period === rhythm)?.allowedDurations).toContain(fit.count)
            const { least, most } = daysAfterPay(asked, fit, calendar)
            expect(least).toBeGreaterThanOrEqual(1)
            // Four days to the first of a month, and over Christmas or Easter at most four more.
            expect(most).toBeLessThanOrEqual(9)
          }
        },
      ),
      { numRuns: 1000 },
    )
  })
})

/** By counting, not by calculating. */
function firstPaydayFrom({ next, rhythm }: Paydays, from: CalendarDate): CalendarDate {
  let index = 0
  while (dueDate(next, index, rhythm) < from) index += 1
  return dueDate(next, index, rhythm)
}

describe('The days between the pay and a payment', () => {
  it.each([
    ['the day after', paydays('Fortnight', '2027-01-13'), 'Fortnight', '2027-01-14', 4, 1, 1, 1],
    ['the payday itself', paydays('Fortnight', '2027-01-13'), 'Fortnight', '2027-01-13', 4, 0, 0, 0],
    ['another rhythm', paydays('Month', '2027-01-15'), 'Fortnight', '2027-01-15', 3, 0, 28, null],
    [
      'a payday before the one that was named',
      paydays('Week', '2027-06-03'),
      'Week',
      '2027-01-15',
      5,
      1,
      1,
      1,
    ],
    ['a weekend between', paydays('Week', '2027-02-05'), 'Week', '2027-02-06', 4, 3, 3, 3],
    ['Easter between', paydays('Week', '2027-03-04'), 'Week', '2027-03-05', 4, 1, 5, 1],
    ['payday on the 31st', paydays('Month', '2027-01-31'), 'Month', '2027-02-01', 4, 1, 3, 1],
  ] as const)('%s', (_, asked, frequency, startDate, count, least, most, usual) => {
    const timing = { frequency, startDate: date(startDate), count }
    expect(daysAfterPay(asked, timing, calendars.AU)).toEqual({ least, most, usual })
  })
})
