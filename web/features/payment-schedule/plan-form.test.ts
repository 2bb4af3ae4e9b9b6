import { describe, expect, it } from 'vitest'
import { calendarDate } from '#domain/calendar/calendar.ts'
import { durationOptions, type PlanYearOption } from '#domain/plan/payment-schedule.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { changedForm, emptyForm, type PlanForm } from './plan-form.ts'
import { lengthsFor, lengthText } from './plan-lengths.ts'

const [minStartDate, maxStartDate] = [calendarDate('2027-01-01'), calendarDate('2027-11-30')]
const year: PlanYearOption = {
  tuitionYear: 2027,
  minStartDate,
  maxStartDate,
  durationOptions: durationOptions(minStartDate, 2027, 'AU'),
}
const offer = {
  today: calendarDate('2026-11-16'),
  planYearOptions: [year],
  onlyLongestPlans: false,
  allowFeeVarianceUpdates: true,
  allowOutstandingFeeUpdates: true,
  requiresManualReview: false,
}
const on = { offer, region: 'AU' } as const

/** One change after the other, as the form makes them: a date that is being typed is none for a while. */
function after(form: PlanForm, ...changes: Partial<PlanForm>[]): PlanForm {
  let known = lengthsFor(form, on)
  return changes.reduce<PlanForm>((at, change) => {
    const lengths = lengthsFor(at, on)
    if (lengths.allowedDurations.length > 0) known = lengths
    return changedForm(at, change, known, on)
  }, form)
}

const empty = emptyForm(2027)
const wholeYear = after(empty, { startDate: '2027-01-22' })
const typed = (startDate: string) => [{ startDate: null }, { startDate }]

describe('the plan length', () => {
  it('is none at first, fortnightly, and the longest as soon as there is a date', () => {
    expect(empty).toMatchObject({ frequency: 'Fortnight', startDate: null, count: 0 })
    expect(wholeYear.count).toBe(25)
  })

  it.each<[string, PlanForm, Partial<PlanForm>[], number]>([
    ['a whole year stays one in another rhythm', wholeYear, [{ frequency: 'Month' }], 12],
    ['and back again', wholeYear, [{ frequency: 'Month' }, { frequency: 'Fortnight' }], 25],
    ['and from an earlier date', wholeYear, [{ startDate: '2027-01-01' }], 27],
    ['also when that is typed', wholeYear, typed('2027-01-01'), 27],
    ['a shorter one stays while it is on offer', wholeYear, [{ count: 10 }, ...typed('2027-02-05')], 10],
    ['also in another rhythm', wholeYear, [{ count: 10 }, { frequency: 'Month' }], 10],
    ['and else becomes the longest', wholeYear, [{ count: 20 }, { startDate: '2027-08-06' }], 11],
    [
      'a cleared one stays cleared by a change of fees',
      wholeYear,
      [{ count: 0 }, { variances: empty.variances }],
      0,
    ],
    ['but another date brings one', wholeYear, [{ count: 0 }, { startDate: '2027-02-05' }], 24],
    ['it is kept while there is no date', wholeYear, [{ count: 10 }, { startDate: null }], 10],
    [
      'one that comes with a date is taken',
      empty,
      [{ startDate: '2027-02-05', frequency: 'Week', count: 12 }],
      12,
    ],
    ['unless it is not on offer', empty, [{ startDate: '2027-02-05', frequency: 'Month', count: 30 }], 11],
  ])('%s', (_, form, changes, count) => {
    expect(after(form, ...changes).count).toBe(count)
  })

  it.each([
    ['the day before the first', '2026-12-31', 0],
    ['the first', '2027-01-01', 26],
    ['the last', '2027-11-30', 2],
    ['the day after the last', '2027-12-01', 0],
  ])('has something to choose from on %s possible day', (_, startDate, choices) => {
    expect(lengthsFor({ ...empty, startDate }, on).allowedDurations).toHaveLength(choices)
  })

  it('is one only where the school offers no other', () => {
    const strict = { offer: { ...offer, onlyLongestPlans: true }, region: 'AU' } as const
    expect(lengthsFor(wholeYear, strict)).toMatchObject({ defaultDuration: 25, allowedDurations: [25] })
  })

  it('is named by its payments and the day when the last is collected, which may be after a closed one', () => {
    const on = { startDate: '2027-01-22', frequency: 'Fortnight', calendar: calendars.AU } as const
    expect(lengthText(24, on)).toBe('24 payments, ends 10 Dec 2027')
    expect(lengthText(1, on)).toBe('1 payment, ends 22 Jan 2027')
    // 25 December 2027 is a Saturday, and its holiday is kept on the Monday.
    expect(lengthText(12, { ...on, startDate: '2027-01-25', frequency: 'Month' })).toBe(
      '12 payments, ends 29 Dec 2027',
    )
  })
})
