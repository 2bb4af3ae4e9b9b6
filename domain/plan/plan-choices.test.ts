import { describe, expect, it } from 'vitest'
import { planMaterial, planOnFile, tuition } from '#tools/testing/plan-material.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { calendarDate } from '../calendar/calendar.ts'
import { normalised } from './fee-variances.ts'
import { draftPlan, whyNotStart, type PlanOffer, type PlanRequest } from './plan-choices.ts'
import { planYearOptions } from './payment-schedule.ts'
import { Refusal } from '../refusal.ts'

const today = calendarDate('2027-01-18')
const family = planMaterial([{ items: [tuition(10_000_00)] }])

const offer = (own: Partial<PlanOffer> = {}): PlanOffer => ({
  today,
  planYearOptions: planYearOptions({ today, calendar: calendars.AU, years: [2027] }),
  onlyLongestPlans: false,
  allowFeeVarianceUpdates: true,
  allowOutstandingFeeUpdates: true,
  requiresManualReview: false,
  ...own,
})

const request = (
  own: Partial<PlanRequest['paymentSchedule']> = {},
  variances?: PlanRequest['variances'],
): PlanRequest => ({
  paymentSchedule: {
    planYear: 2027,
    startDate: '2027-02-05',
    planDuration: own.repaymentCount ?? 10,
    repaymentCount: 10,
    repaymentPeriod: 'Fortnight',
    ...own,
  },
  variances,
})

function refusalOf(work: () => unknown): Refusal | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

describe('The plan that a family asks for', () => {
  it('becomes the choices of a plan', () => {
    const draft = draftPlan(family, request({}, { outstandingFees: '12.50' }), offer())
    expect(draft).toMatchObject({
      needsReview: false,
      plan: {
        choices: {
          tuitionYear: 2027,
          frequency: 'Fortnight',
          startDate: '2027-02-05',
          count: 10,
          variances: { ...normalised(null), outstandingFees: 12.5 },
        },
        total: 10_012_50,
        periodic: 1_001_25,
      },
    })
    expect(draft?.plan.instalments).toHaveLength(10)
  })

  const start = 'First payment date must be between 20 January 2027 and 30 November 2027'
  const length = 'This plan length is not offered for this first payment date'

  it.each<
    [string, Partial<PlanRequest['paymentSchedule']>, Partial<PlanOffer>, [string, string] | undefined]
  >([
    ['the first day', { startDate: '2027-01-20' }, {}, undefined],
    ['the day before', { startDate: '2027-01-19' }, {}, ['startDate', start]],
    ['the last day', { startDate: '2027-11-30', repaymentCount: 2 }, {}, undefined],
    ['the day after', { startDate: '2027-12-01', repaymentCount: 2 }, {}, ['startDate', start]],
    ['another year', { planYear: 2028 }, {}, ['planYear', 'No plan can be made for this school year']],
    [
      'no year on offer',
      {},
      { planYearOptions: [] },
      ['planYear', 'No plan can be made for this school year'],
    ],
    ['the longest', { repaymentCount: 24 }, {}, undefined],
    ['longer than the year', { repaymentCount: 25 }, {}, ['repaymentCount', length]],
    ['the shortest', { repaymentCount: 2 }, {}, undefined],
    ['one payment', { repaymentCount: 1 }, {}, ['repaymentCount', length]],
    ['the shortest by the week', { repaymentPeriod: 'Week', repaymentCount: 4 }, {}, undefined],
    ['shorter by the week', { repaymentPeriod: 'Week', repaymentCount: 3 }, {}, ['repaymentCount', length]],
    ['by the month', { repaymentPeriod: 'Month', repaymentCount: 12 }, {}, ['repaymentCount', length]],
    ['only the longest, the longest', { repaymentCount: 24 }, { onlyLongestPlans: true }, undefined],
    [
      'only the longest, a shorter one',
      { repaymentCount: 23 },
      { onlyLongestPlans: true },
      ['repaymentCount', length],
    ],
    [
      'two lengths',
      { planDuration: 9 },
      {},
      ['planDuration', 'The plan length and the number of payments differ'],
    ],
  ])('is checked against what is offered: %s', (_, schedule, own, why) => {
    const refused = refusalOf(() => draftPlan(family, request(schedule), offer(own)))
    expect(refused?.code).toBe(why && 'invalid_request')
    expect(refused?.fields).toEqual(why && { [`paymentSchedule.${why[0]}`]: why[1] })
  })

  it.each<[string, string | null | undefined, string | undefined]>([
    ['its own', 'plan', undefined],
    ['none named', null, undefined],
    ['none at all', undefined, undefined],
    ['that of another family', 'theirs', 'not_found'],
  ])('is about the plan on file: %s', (_, accountPlanId, code) => {
    const material = { ...family, plan: planOnFile({}) }
    expect(refusalOf(() => draftPlan(material, request({ accountPlanId }), offer()))?.code).toBe(code)
  })

  it('is refused where it changes fees that the school does not let families change', () => {
    const fixed = offer({ allowFeeVarianceUpdates: false })
    const sent = request({}, { staffDiscount: { percent: 5 } })
    expect(refusalOf(() => draftPlan(family, sent, fixed))?.code).toBe('fee_changes_not_allowed')
  })

  it('cannot be calculated while the school has no fees', () => {
    expect(draftPlan({ ...family, schedules: [] }, request(), offer())).toBeUndefined()
  })

  it.each([
    ['where the school requires it', { requiresManualReview: true }, undefined, true],
    ['where the family asks in its own words', {}, { otherArrangementsRequest: 'Please call' }, true],
    ['not otherwise', {}, { outstandingFees: 5 }, false],
  ])('goes to review %s', (_, own, variances, needsReview) => {
    expect(draftPlan(family, request({}, variances), offer(own))?.needsReview).toBe(needsReview)
  })
})

it.each([
  ['2027-01-19', false],
  ['2027-01-20', true],
  ['2027-11-30', true],
  ['2027-12-01', false],
])('A first payment on %s is in the year: %s', (startDate, isInYear) => {
  const option = { minStartDate: calendarDate('2027-01-20'), maxStartDate: calendarDate('2027-11-30') }
  expect(whyNotStart(calendarDate(startDate), option) === undefined).toBe(isInYear)
})
