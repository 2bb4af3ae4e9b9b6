import { describe, expect, it } from 'vitest'
import type { PaymentPlan, PlanFactsReply } from '#contract/payment-schedule.ts'
import { calendarDate } from '#domain/calendar/calendar.ts'
import type { SentVariances } from '#domain/plan/fee-variances.ts'
import type { PlanRequest } from '#domain/plan/plan-choices.ts'
import { offeredFrequencies, planYearOptions } from '#domain/plan/payment-schedule.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { toPlannerFacts } from '../plan/planner-facts.ts'
import { amountsByFrequency } from './amounts-by-frequency.ts'
import { calculate } from './calculate.ts'
import { changedForm, emptyForm, requestOf, type PlanForm } from './plan-form.ts'
import { lengthsFor } from './plan-lengths.ts'

const today = calendarDate('2027-01-18')
const fee = {
  kind: 'Fixed' as const,
  yearLevel: null,
  name: 'Tuition',
  amountMinor: 10_000_00,
  percentBasisPoints: null,
  isDiscountable: true,
  options: [],
}

/** One student at one school, as the server sends it. */
function material(over: Partial<PlanFactsReply> = {}, offer: Partial<PlanFactsReply['offer']> = {}) {
  const reply: PlanFactsReply = {
    planYear: 2027,
    region: 'AU',
    institutionId: 'school',
    holidays: [],
    alsoCollected: [],
    enrolments: [
      {
        id: 'ada',
        studentId: 'student',
        studentName: 'Ada Hart',
        institutionId: 'school',
        larkwellId: 'sch-1',
        institutionName: 'Wattle Grove College',
        startYear: 2027,
        startYearLevel: 'Year 9',
        joinedOn: null,
        portionBasisPoints: 10_000,
        holdsRemainder: true,
        discountLimitBasisPoints: 15_00,
      },
    ],
    schedules: [
      {
        id: 'fees',
        institutionId: 'school',
        institutionName: 'Wattle Grove College',
        year: 2027,
        terms: [{ startsOn: '2027-01-28', endsOn: '2027-04-09' }],
        items: [
          fee,
          { ...fee, kind: 'Selectable', name: 'Music', amountMinor: 640_00, options: ['Piano', 'Cello'] },
          { ...fee, kind: 'Optional', name: 'Donation', amountMinor: 0 },
        ],
      },
    ],
    otherShares: [],
    plan: null,
    outstandingFeesLimitMinor: 50_000_00,
    balanceMinor: 0,
    freeCreditMinor: 0,
    offer: {
      today,
      planYearOptions: planYearOptions({ today, calendar: calendars.AU, years: [2027] }),
      onlyLongestPlans: false,
      allowFeeVarianceUpdates: true,
      allowOutstandingFeeUpdates: true,
      requiresManualReview: false,
      ...offer,
    },
    whyNotEditable: null,
    ...over,
  }
  // As it comes over the wire.
  return toPlannerFacts(JSON.parse(JSON.stringify(reply)) as PlanFactsReply, calendars.AU)
}

function asked(
  schedule: Partial<PlanRequest['paymentSchedule']> = {},
  variances?: SentVariances,
): PlanRequest {
  const count = schedule.repaymentCount ?? 10
  return {
    paymentSchedule: {
      planYear: 2027,
      startDate: '2027-02-05',
      planDuration: count,
      repaymentCount: count,
      repaymentPeriod: 'Fortnight',
      ...schedule,
    },
    ...(variances && { variances }),
  }
}

describe('What the form shows before the server has answered', () => {
  it('is a whole plan, with every payment and its day', () => {
    const calculated = calculate(material(), asked({ startDate: '2027-03-12', repaymentCount: 3 }))
    expect(calculated).toMatchObject({
      kind: 'plan',
      plan: {
        planStatus: 'Draft',
        version: null,
        lastSaved: null,
        totalAmount: 10_000,
        periodicAmount: 3_333.34,
        payments: [
          { dueDate: '2027-03-12', date: '2027-03-12', amount: 3_333.34, status: 'Next' },
          // Good Friday.
          { dueDate: '2027-03-26', date: '2027-03-30', amount: 3_333.34, status: 'ToCome' },
          { dueDate: '2027-04-09', date: '2027-04-09', amount: 3_333.32, status: 'ToCome' },
        ],
      },
    })
  })

  it.each([
    [
      'startDate',
      { startDate: '2027-01-19' },
      'First payment date must be between 20 January 2027 and 30 November 2027',
    ],
    [
      'startDate',
      { startDate: '2027-12-01' },
      'First payment date must be between 20 January 2027 and 30 November 2027',
    ],
    ['planYear', { planYear: 2029 }, 'No plan can be made for this school year'],
    ['repaymentCount', { repaymentCount: 25 }, 'This plan length is not offered for this first payment date'],
    ['planDuration', { planDuration: 9 }, 'The plan length and the number of payments differ'],
  ])('names the field %s of %o', (field, schedule, why) => {
    expect(calculate(material(), asked(schedule))).toEqual({
      kind: 'refused',
      code: 'invalid_request',
      fields: { [`paymentSchedule.${field}`]: why },
    })
  })

  it('is nothing while the school has no fees, for a plan of others, and for changes that are not allowed', () => {
    const refused = (code: string) => ({ kind: 'refused', code, fields: {} })
    expect(calculate(material({ schedules: [] }), asked())).toEqual(refused('no_fees'))
    expect(calculate(material(), asked({ accountPlanId: 'theirs' }))).toEqual(refused('not_found'))
    const fixed = material({}, { allowFeeVarianceUpdates: false, allowOutstandingFeeUpdates: false })
    for (const variances of [{ staffDiscount: { percent: 5 } }, { outstandingFees: 5 }])
      expect(calculate(fixed, asked({}, variances))).toEqual(refused('fee_changes_not_allowed'))
    expect(calculate(fixed, asked({}, {}))).toMatchObject({ kind: 'plan' })
  })

  it('reads requests as the server does: spaces around them and empty words do not count', () => {
    const calculated = calculate(
      material(),
      asked(
        {},
        {
          otherArrangementsRequest: '  \n ',
          addons: [{ enrolmentId: 'ada', name: ' Music ', value: ' Cello ' }],
          outstandingFees: '0.00',
        },
      ),
    )
    expect(calculated).toMatchObject({
      kind: 'plan',
      plan: {
        planStatus: 'Draft',
        totalAmount: 10_640,
        variances: {
          otherArrangementsRequest: null,
          addons: [{ enrolmentId: 'ada', name: 'Music', value: 'Cello' }],
          outstandingFees: null,
        },
      },
    })
    expect(calculate(material(), asked({}, { otherArrangementsRequest: ' Please call ' }))).toMatchObject({
      plan: {
        planStatus: 'ManualReview',
        payments: [],
        variances: { otherArrangementsRequest: 'Please call' },
      },
    })
  })

  it.each([
    ['12.50', 10_012.5],
    [12.5, 10_012.5],
    ['much', 'Enter an amount'],
    [0, 'Enter an amount'],
  ])('takes a donation of %o', (value, outcome) => {
    const calculated = calculate(
      material(),
      asked({}, { addons: [{ enrolmentId: 'ada', name: 'Donation', value }] }),
    )
    expect(calculated).toMatchObject(
      typeof outcome === 'number'
        ? { plan: { totalAmount: outcome } }
        : { fields: { 'variances.addons.0.value': outcome } },
    )
  })
})

describe('The amount under each frequency', () => {
  const chosen: PlanForm = { ...emptyForm(2027), startDate: '2027-02-05', count: 24 }
  const on = ({ offer }: ReturnType<typeof material>) => ({ offer, region: 'AU' as const })

  function amounts(form: PlanForm, facts = material(), change: Partial<PaymentPlan> = {}) {
    const request = requestOf(form, null)
    const calculated = request && calculate(facts, request)
    const plan = calculated?.kind === 'plan' ? { ...calculated.plan, ...change } : undefined
    const live = { kind: 'plan', plan, check: { kind: 'confirmed' } } as const
    return amountsByFrequency({ form, lengths: lengthsFor(form, on(facts)), live, facts, kept: undefined })
  }

  it('is what the plan has once that frequency is chosen', () => {
    const facts = material()
    const shown = amounts(chosen, facts)
    for (const frequency of offeredFrequencies) {
      const form = changedForm(chosen, { frequency }, lengthsFor(chosen, on(facts)), on(facts))
      const calculated = calculate(facts, requestOf(form, null)!)
      expect(calculated).toMatchObject({ kind: 'plan', plan: { periodicAmount: shown[frequency] } })
    }
    expect(new Set(Object.values(shown)).size).toBe(3)
  })

  it('is not there without a first payment date, for a plan that staff look at, or with nothing to pay', () => {
    expect(amounts({ ...chosen, startDate: null })).toEqual({})
    expect(amounts(chosen, material({}, { requiresManualReview: true }))).toEqual({})
    expect(amounts(chosen, material({ balanceMinor: 10_000_00, freeCreditMinor: 10_000_00 }))).toEqual({})
  })

  it("is there only for the chosen one where the server's figures are not ours", () => {
    expect(amounts(chosen, material(), { periodicAmount: 416.69 })).toEqual({ Fortnight: 416.69 })
  })
})
