import { describe, expect, it } from 'vitest'
import { calendarDate } from '#domain/calendar/calendar.ts'
import { normalised, type StoredVariances } from '#domain/plan/fee-variances.ts'
import { cents } from '#domain/money.ts'
import type { EnrolmentFacts, FeeItemFacts, PlanMaterial } from '#domain/plan/plan-material.ts'
import type { FeeVarianceType } from '#domain/plan/payment-schedule.ts'
import { attendingIn } from '#domain/plan/school-charges.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import {
  discountFormOf,
  discountProblems,
  fill,
  figureIn,
  giveToAll,
  isTicked,
  tick,
  withDiscounts,
  type DiscountForm,
  type DiscountType,
} from './discount-form.ts'
import { feeFormOf, feeProblem, outstandingProblem, withFees } from './fee-form.ts'
import { planWith, standingOf, takenOff } from './fee-outcome.ts'
import {
  mayChangeIn,
  offeredFees,
  otherProblem,
  problemOf,
  requestsIn,
  withoutRequest,
} from './fee-requests.ts'
import { schoolBadges } from './school-badges.ts'
import type { PlannerFacts } from '../../plan/planner-facts.ts'

const student = (id: string, studentName: string, startYearLevel: string): EnrolmentFacts => ({
  id,
  studentId: `student ${id}`,
  studentName,
  institutionId: 'school',
  larkwellId: 'sch-school',
  institutionName: 'Wattle Grove College',
  startYear: 2027,
  startYearLevel,
  joinedOn: null,
  portionBasisPoints: 10_000,
  holdsRemainder: true,
  discountLimitBasisPoints: 15_00,
})

const item = (kind: FeeItemFacts['kind'], name: string, more: Partial<FeeItemFacts> = {}): FeeItemFacts => ({
  kind,
  yearLevel: null,
  name,
  amountMinor: cents(0),
  percentBasisPoints: null,
  isDiscountable: kind === 'Fixed',
  options: [],
  ...more,
})

const lessons = item('Selectable', 'Lessons', { amountMinor: cents(640_00), options: ['Piano', 'Cello'] })
const bus = item('Optional', 'Bus', { amountMinor: cents(780_40) })
const donation = item('Optional', 'Donation')

const material: PlanMaterial = {
  region: 'AU',
  calendar: calendars.AU,
  institutionId: 'school',
  enrolments: [student('oliver', 'Oliver Hart', 'Year 10'), student('isla', 'Isla Hart', 'Year 7')],
  schedules: [
    {
      id: 'fees',
      institutionId: 'school',
      institutionName: 'Wattle Grove College',
      year: 2027,
      terms: [{ startsOn: calendarDate('2027-01-28'), endsOn: calendarDate('2027-12-16') }],
      items: [
        item('Fixed', 'Tuition', { amountMinor: cents(6_520_00) }),
        lessons,
        bus,
        item('Optional', 'Year 12 formal', { yearLevel: 'Year 12', amountMinor: cents(90_00) }),
        donation,
        item('SiblingDiscount', 'Sibling discount', { amountMinor: null, percentBasisPoints: 1_000 }),
      ],
    },
  ],
  otherShares: [],
  plan: null,
  outstandingFeesLimitMinor: cents(50_000_00),
  balanceMinor: cents(0),
  freeCreditMinor: cents(0),
}

const facts: PlannerFacts = {
  planYear: 2027,
  material,
  alsoCollected: [],
  offer: {
    today: calendarDate('2026-11-16'),
    planYearOptions: [
      {
        tuitionYear: 2027,
        minStartDate: calendarDate('2027-01-01'),
        maxStartDate: calendarDate('2027-11-30'),
        durationOptions: [],
      },
    ],
    onlyLongestPlans: false,
    allowFeeVarianceUpdates: true,
    allowOutstandingFeeUpdates: true,
    requiresManualReview: false,
  },
  whyNotEditable: null,
}
const attending = attendingIn(material, 2027) ?? []
const ids = ['oliver', 'isla']

const request = (
  enrolmentId: string,
  type: FeeVarianceType,
  percent: number | null,
  amount: number | null,
) => ({
  enrolmentId,
  type,
  amount,
  percent,
})
const asking = (part: Partial<StoredVariances>): StoredVariances => ({ ...normalised(null), ...part })

const many = asking({
  standardFeeVariances: [
    request('oliver', 'Scholarship', 10, null),
    request('isla', 'OutstandingFees', null, 120.5),
    request('isla', 'OtherArrangement', null, null),
    request('oliver', 'FamilyArrangement', null, 295.4),
  ],
  addons: [
    { enrolmentId: 'oliver', name: 'Lessons', value: 'Cello' },
    { enrolmentId: 'isla', name: 'Bus', value: 780.4 },
    { enrolmentId: 'isla', name: 'Donation', value: '25.50' },
  ],
  outstandingFees: 850,
  otherArrangementsRequest: 'Grandparents pay half.',
  staffDiscount: { percent: 12.5 },
})

describe('The fees card', () => {
  it('lists each request with its figure, in the order in which it is sent', () => {
    const listed = requestsIn(many, attending, 'AU').map(({ path, enrolmentId, text, dialog }) => [
      path,
      enrolmentId,
      text,
      dialog,
    ])
    expect(listed).toEqual([
      ['standardFeeVariances.0', 'oliver', 'Scholarship 10%', 'discount'],
      ['standardFeeVariances.1', 'isla', 'Outstanding fees $120.50', 'fee'],
      ['standardFeeVariances.2', 'isla', 'Other arrangement', 'discount'],
      ['standardFeeVariances.3', 'oliver', 'Family arrangement $295.40', 'discount'],
      ['addons.0', 'oliver', 'Lessons $640.00', 'fee'],
      ['addons.1', 'isla', 'Bus $780.40', 'fee'],
      ['addons.2', 'isla', 'Donation $25.50', 'fee'],
      ['outstandingFees', null, 'Outstanding fees $850.00', 'fee'],
      ['staffDiscount', null, 'Staff discount 12.5%', 'discount'],
    ])
  })

  it('lists a note that stands for no student by itself', () => {
    const noted = asking({ otherArrangementsRequest: 'As agreed' })
    expect(requestsIn(noted, attending, 'AU').map(({ text }) => text)).toEqual(['Other arrangement'])
  })

  it('takes off one request and leaves the others, and the note with the last that it was written for', () => {
    for (const { path } of requestsIn(many, attending, 'AU')) {
      const left = requestsIn(withoutRequest(many, path), attending, 'AU')
      expect(left).toHaveLength(8)
    }
    expect(withoutRequest(many, 'standardFeeVariances.2').otherArrangementsRequest).toBeNull()
    expect(withoutRequest(many, 'standardFeeVariances.0').otherArrangementsRequest).not.toBeNull()
  })

  it('says what is wrong where it stands', () => {
    const errors = {
      'variances.standardFeeVariances.1.amount': 'Enter an amount',
      'variances.addons.0.value': 'Choose one of Piano, Cello',
      'variances.standardFeeVariances.10.amount': 'Nobody knows this one',
      'paymentSchedule.startDate': 'Not of the fees',
    }
    expect(problemOf({ path: 'standardFeeVariances.1' }, errors)).toEqual(['Enter an amount'])
    expect(problemOf({ path: 'addons.0' }, errors)).toEqual(['Choose one of Piano, Cello'])
    expect(otherProblem(requestsIn(many, attending, 'AU'), errors)).toEqual(['Nobody knows this one'])
  })

  it.each([
    ['AU', true, true, null, { fees: true, outstandingFees: true }],
    ['AU', false, true, null, { fees: false, outstandingFees: true }],
    ['AU', true, false, null, { fees: true, outstandingFees: false }],
    ['AU', true, true, 'plan_locked', { fees: false, outstandingFees: false }],
    ['UK', true, true, null, { fees: false, outstandingFees: false }],
  ] as const)(
    'in %s with fee changes %s, outstanding fees %s and %s lets change %o',
    (region, allowFeeVarianceUpdates, allowOutstandingFeeUpdates, whyNotEditable, may) => {
      const offer = { ...facts.offer, allowFeeVarianceUpdates, allowOutstandingFeeUpdates }
      expect(mayChangeIn({ ...facts, material: { ...material, region }, offer, whyNotEditable })).toEqual(may)
    },
  )

  it('shows what the school itself gives, also before there is a plan', () => {
    expect(schoolBadges(facts, undefined)).toEqual({
      oliver: [],
      isla: [{ text: 'Sibling discount 10%', takesOff: true }],
    })
  })
})

describe('The discount dialog', () => {
  const empty = discountFormOf(normalised(null), ids)

  it('changes nothing when it is only looked at', () => {
    expect(withDiscounts(many, discountFormOf(many, ids))).toEqual(many)
  })

  it('asks for each type in the words of the payload', () => {
    let form: DiscountForm = { ...empty, note: '  As agreed in May  ' }
    form = fill(form, 'oliver', 'Scholarship', { percent: '10' })
    form = fill(form, 'oliver', 'BursaryConcession', { amount: '250.5' })
    form = fill(form, 'isla', 'FamilyArrangement', { percent: '.5' })
    form = fill(form, 'isla', 'StaffDiscount', { percent: '25.' })
    form = fill(form, 'isla', 'FeeScheduleOption', { amount: '1' })
    form = tick(form, 'isla', 'OtherArrangement', true)
    expect(withDiscounts(normalised(null), form)).toEqual(
      asking({
        standardFeeVariances: [
          request('oliver', 'Scholarship', 10, null),
          request('oliver', 'BursaryConcession', null, 250.5),
          request('isla', 'FamilyArrangement', 0.5, null),
          request('isla', 'StaffDiscount', 25, null),
          request('isla', 'FeeScheduleOption', null, 1),
          request('isla', 'OtherArrangement', null, null),
        ],
        otherArrangementsRequest: 'As agreed in May',
      }),
    )
  })

  it('keeps one figure: the percentage clears the amount and the amount the percentage', () => {
    const percent = fill(empty, 'isla', 'Scholarship', { percent: '10' })
    const amount = fill(percent, 'isla', 'Scholarship', { amount: '99' })
    expect(figureIn(amount, 'isla', 'Scholarship')).toEqual({ percent: '', amount: '99' })
    expect(figureIn(fill(amount, 'isla', 'Scholarship', { percent: '5' }), 'isla', 'Scholarship')).toEqual({
      percent: '5',
      amount: '',
    })
  })

  it('gives a staff discount to all or to each, never twice', () => {
    const each = withDiscounts(
      normalised(null),
      fill(fill(empty, 'isla', 'StaffDiscount', { percent: '20' }), 'oliver', 'StaffDiscount', {
        amount: '50',
      }),
    )
    const toAll = withDiscounts(each, giveToAll(discountFormOf(each, ids), 'isla', true))
    expect(toAll).toEqual(asking({ staffDiscount: { percent: 20 } }))
    const form = discountFormOf(toAll, ids)
    expect(ids.map((id) => isTicked(form, id, 'StaffDiscount'))).toEqual([true, true])
    expect(withDiscounts(toAll, giveToAll(form, 'oliver', false))).toEqual(
      asking({ standardFeeVariances: [request('oliver', 'StaffDiscount', 20, null)] }),
    )
    expect(withDiscounts(toAll, tick(form, 'oliver', 'StaffDiscount', false))).toEqual(normalised(null))
    expect(withDiscounts(toAll, fill(form, 'oliver', 'StaffDiscount', { percent: '30' }))).toEqual(
      asking({ staffDiscount: { percent: 30 } }),
    )
  })

  it('takes off what is unticked, and with the last other arrangement its note', () => {
    let form = tick(discountFormOf(many, ids), 'oliver', 'Scholarship', false)
    form = tick(form, 'isla', 'OtherArrangement', false)
    const left = withDiscounts(many, form)
    expect(left.standardFeeVariances.map(({ type }) => type)).toEqual([
      'OutstandingFees',
      'FamilyArrangement',
    ])
    expect(left.otherArrangementsRequest).toBeNull()
    const staffNote = asking({ otherArrangementsRequest: 'Written by staff' })
    expect(withDiscounts(staffNote, discountFormOf(staffNote, ids))).toEqual(staffNote)
  })

  it.each(['', '0', '0.00', '.', '0.'])('misses a figure where "%s" was typed', (typed) => {
    const form = fill(empty, 'isla', 'Scholarship', { percent: typed })
    expect(discountProblems(form, 'isla')).toEqual({ Scholarship: 'Enter an amount or a percentage' })
    expect(discountProblems(form, 'oliver')).toEqual({})
    for (const [typed, why] of [
      [{ percent: '1e5' }, 'Enter a percentage in digits, such as 7.5'],
      [{ amount: '7,5' }, 'Enter an amount in digits, such as 7.50'],
    ] as const)
      expect(discountProblems(fill(form, 'isla', 'Scholarship', typed), 'isla')).toEqual({ Scholarship: why })
    expect(withDiscounts(normalised(null), form)).toEqual(normalised(null))
  })

  it('misses the words of an other arrangement', () => {
    const form = tick({ ...empty, note: '  ' }, 'isla', 'OtherArrangement', true)
    expect(Object.keys(discountProblems(form, 'isla'))).toEqual(['OtherArrangement'])
  })

  it('says what comes off, which is never more than the fees', () => {
    const asked = asking({
      standardFeeVariances: [
        request('oliver', 'Scholarship', 10, null),
        request('oliver', 'BursaryConcession', null, 9_000),
        request('isla', 'Scholarship', 50, null),
      ],
    })
    expect(takenOff(facts, asked, 'oliver')).toMatchObject({
      Scholarship: 652,
      BursaryConcession: 5_868,
      StaffDiscount: 0,
    })
    expect(takenOff(facts, asked, 'isla')).toMatchObject({ Scholarship: 3_260 })
    expect(takenOff(facts, asked, 'nobody')).toBeUndefined()
  })

  const stands = (
    type: DiscountType,
    id: string,
    asked: StoredVariances,
    plan: Partial<NonNullable<PlanMaterial['plan']>> | null = null,
  ) => {
    const onFile = plan && ({ status: 'Saved', discounts: [], ...plan } as NonNullable<PlanMaterial['plan']>)
    return standingOf(type, id, asked, { ...facts, material: { ...material, plan: onFile } }, attending)
  }

  it('says what the school looks at first, but not again once it is agreed', () => {
    const asked = asking({
      standardFeeVariances: [
        request('oliver', 'Scholarship', 10, null),
        request('isla', 'OtherArrangement', null, null),
      ],
    })
    expect(stands('Scholarship', 'oliver', asked)).toBe('Proven')
    expect(stands('BursaryConcession', 'isla', asked)).toBe('Proven')
    expect(stands('OtherArrangement', 'isla', asked)).toBe('Proven')
    expect(stands('StaffDiscount', 'isla', asked)).toBeUndefined()
    expect(stands('Scholarship', 'oliver', asked, { variances: asked })).toBe('Taken')
  })

  it('says that a discount is declared, until it is confirmed or too large', () => {
    const small = asking({ staffDiscount: { percent: 15 } })
    expect(stands('StaffDiscount', 'isla', small)).toBe('Declared')
    expect(stands('StaffDiscount', 'isla', asking({ staffDiscount: { percent: 16 } }))).toBe('AboveLimit')
    const onFile = { enrolmentId: null, type: 'StaffDiscount', amount: null, percent: 15 } as const
    const said = (status: 'Declared' | 'Confirmed' | 'Declined') =>
      stands('StaffDiscount', 'isla', small, { variances: small, discounts: [{ ...onFile, status }] })
    expect(said('Declared')).toBe('Declared')
    expect(said('Confirmed')).toBe('Taken')
    const declined = { variances: asking({}), discounts: [{ ...onFile, status: 'Declined' as const }] }
    expect(stands('StaffDiscount', 'isla', small, declined)).toBe('DeclinedBefore')
  })
})

describe('The fee dialog', () => {
  const may = { fees: true, outstandingFees: true }

  it('offers what the school lets families of that year level add', () => {
    expect(attending.map((each) => offeredFees(each).map(({ name }) => name))).toEqual([
      ['Lessons', 'Bus', 'Donation'],
      ['Lessons', 'Bus', 'Donation'],
    ])
  })

  it('changes nothing that matters when it is only looked at', () => {
    const seen = withFees(many, feeFormOf(many, attending), attending, may)
    expect({ ...seen, addons: seen.addons.slice(0, 2) }).toEqual({
      ...many,
      addons: many.addons.slice(0, 2),
    })
    expect(seen.addons[2]).toEqual({ enrolmentId: 'isla', name: 'Donation', value: 25.5 })
  })

  it('sends an option, the price of the school, a sum of the family and what is owed', () => {
    const form = feeFormOf(normalised(null), attending)
    form.isla = {
      chosen: {
        Lessons: { isTicked: true, value: 'Piano' },
        Bus: { isTicked: true, value: '' },
        Donation: { isTicked: true, value: '20.5' },
      },
      outstanding: { isTicked: true, value: '640' },
    }
    expect(withFees(normalised(null), form, attending, may)).toEqual(
      asking({
        addons: [
          { enrolmentId: 'isla', name: 'Lessons', value: 'Piano' },
          { enrolmentId: 'isla', name: 'Bus', value: 780.4 },
          { enrolmentId: 'isla', name: 'Donation', value: 20.5 },
        ],
        standardFeeVariances: [request('isla', 'OutstandingFees', null, 640)],
      }),
    )
  })

  it('takes away what is unticked, and nothing of another student', () => {
    const form = feeFormOf(many, attending)
    form.isla = { chosen: {}, outstanding: { isTicked: false, value: '120.50' } }
    const left = withFees(many, form, attending, may)
    expect(left.addons.map(({ enrolmentId }) => enrolmentId)).toEqual(['oliver'])
    expect(left.standardFeeVariances.map(({ type }) => type)).not.toContain('OutstandingFees')
    expect(left.outstandingFees).toBe(850)
  })

  it('leaves alone what the school does not let families change, even if it is no longer offered', () => {
    const old = asking({
      addons: [{ enrolmentId: 'isla', name: 'Lessons', value: 'Harp' }],
      standardFeeVariances: [request('isla', 'OutstandingFees', null, 5)],
    })
    const form = feeFormOf(old, attending)
    expect(withFees(old, form, attending, { ...may, fees: false })).toEqual(old)
    form.isla = { chosen: {}, outstanding: { isTicked: false, value: '' } }
    expect(withFees(old, form, attending, { fees: false, outstandingFees: false })).toEqual(old)
  })

  it.each([
    [lessons, '', 'Choose an option'],
    [lessons, 'Trombone', 'Choose an option'],
    [lessons, 'Cello', undefined],
    [donation, '', 'Enter an amount'],
    [donation, '0', 'Enter an amount'],
    [donation, '5', undefined],
    [bus, '', undefined],
  ])('%o with "%s": %s', (fee, value, trouble) => {
    expect(feeProblem(fee, { isTicked: true, value })).toBe(trouble)
    expect(feeProblem(fee, { isTicked: false, value })).toBeUndefined()
  })

  it('misses the sum that is owed', () => {
    expect(outstandingProblem({ isTicked: true, value: '0' })).toBe('Enter an amount')
    expect(outstandingProblem({ isTicked: true, value: '1' })).toBeUndefined()
  })

  it('says what a payment would be, by the engine of the plan itself', () => {
    const asked = { planYear: 2027, startDate: '2027-01-22', count: 24, period: 'Fortnight' } as const
    const plan = planWith(
      facts,
      {
        planYear: asked.planYear,
        planStartDate: asked.startDate,
        repaymentCount: asked.count,
        repaymentPeriod: asked.period,
        variances: null,
      } as never,
      normalised(null),
    )
    expect(plan?.totalAmount).toBe(6_520 + 5_868)
    const withBus = asking({ addons: [{ enrolmentId: 'isla', name: 'Bus', value: 780.4 }] })
    expect(planWith(facts, plan, withBus)?.totalAmount).toBe(6_520 + 5_868 + 780.4)
    expect(planWith(facts, undefined, withBus)).toBeUndefined()
  })
})
