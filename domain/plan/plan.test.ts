import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  camp,
  familyFee,
  feeItem,
  planMaterial,
  planOnFile,
  siblingDiscount,
  tuition,
} from '#tools/testing/plan-material.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { addDays, calendarDate, daysBetween, type CalendarDate } from '../calendar/calendar.ts'
import { isBusinessDay } from '../calendar/holidays.ts'
import { normalised, type StoredVariances } from './fee-variances.ts'
import { cents, toDecimal } from '../money.ts'
import type { PlanMaterial } from './plan-material.ts'
import { frequencies, planEditCutOff, type FeeVarianceType } from './payment-schedule.ts'
import {
  calculatePlan,
  type PlannedInstalment,
  type Plan,
  type PlanChoices,
  type PlanOverrides,
} from './plan.ts'
import { Refusal } from '../refusal.ts'
import { regions } from '../region.ts'
import type { StudentFees } from './school-charges.ts'

const day = calendarDate
const dayOrNull = (text: string | null) => (text === null ? null : day(text))

/** A family and what it chooses. */
type Case = {
  material: PlanMaterial
  choices: Partial<Omit<PlanChoices, 'variances'>>
  variances: Partial<StoredVariances>
  overrides: PlanOverrides
}

const of = (own: Partial<Case>): Case => ({
  material: planMaterial([{}]),
  choices: {},
  variances: {},
  overrides: {},
  ...own,
})

/** One student whose school charges one fee. */
const costing = (amount: number, choices: Case['choices'] = {}, own: Partial<Case> = {}): Case =>
  of({ material: planMaterial([{ items: [tuition(amount)] }]), choices, ...own })

/** One student who joined on that day. */
const joining = (amount: number, joinedOn: string | null): Case =>
  of({ material: planMaterial([{ items: [tuition(amount)], enrolment: { joinedOn: dayOrNull(joinedOn) } }]) })

const asking = (type: FeeVarianceType, size: { amount?: number; percent?: number }, student = 1) => ({
  enrolmentId: `student-${student}`,
  type,
  amount: size.amount ?? null,
  percent: size.percent ?? null,
})

function calculate({ material, choices, variances, overrides }: Case): Plan {
  const chosen: PlanChoices = {
    tuitionYear: 2027,
    frequency: 'Fortnight',
    startDate: day('2027-01-15'),
    count: 26,
    ...choices,
    variances: { ...normalised(null), ...variances },
  }
  const plan = calculatePlan(material, chosen, overrides)
  if (!plan) throw new Error('There are no fees')
  return plan
}

/** The plan, or what the form says of the number of payments. */
function planOrWhy(each: Case): Plan | string | undefined {
  try {
    return calculate(each)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.fields?.['paymentSchedule.repaymentCount']
  }
}

function whyNotSo(each: Case): string | undefined {
  const plan = planOrWhy(each)
  return typeof plan === 'object' ? undefined : plan
}

const discountsOf = ({ discounts, addons }: StudentFees) =>
  [...discounts, ...addons].map(({ name, amountMinor }) => [name, amountMinor])
const payableOf = ({ fees, discounts, addons }: StudentFees) =>
  [...fees, ...discounts, ...addons].reduce((sum, { amountMinor }) => sum + amountMinor, 0)

/** The figures of a plan as the tables below name them. */
function figuresOf(plan: Plan, region: PlanMaterial['region']) {
  const [first] = plan.instalments
  const last = plan.instalments.at(-1)
  return {
    annualTotal: plan.annualTotal,
    partYearAdjustment: plan.partYearAdjustment,
    total: plan.total,
    count: plan.instalments.length,
    periodic: plan.periodic,
    last: last?.amount ?? 0,
    endDate: last?.dueOn ?? null,
    firstCollection: first?.collectOn ?? null,
    editCutOff: first ? planEditCutOff(first.dueOn, calendars[region]) : null,
    discounts: plan.students.map(discountsOf),
    payable: plan.students.map(payableOf),
  }
}

const owing = { frequency: 'Week', startDate: day('2027-01-22'), count: 48 } as const
const owingFamily = {
  material: planMaterial([{ items: [tuition(9_600_00)] }], { balanceMinor: cents(123_45) }),
  variances: { outstandingFees: 876.5 },
}

describe('A plan', () => {
  it.each([
    [
      'V1: fees by the fortnight',
      costing(12_400_00),
      {
        annualTotal: 12_400_00,
        partYearAdjustment: 0,
        total: 12_400_00,
        count: 26,
        periodic: 476_93,
        last: 476_75,
        endDate: '2027-12-31',
        firstCollection: '2027-01-15',
        editCutOff: '2027-01-13',
      },
    ],
    [
      'V2: two students with discounts, and a family fee, by the week',
      of({
        material: planMaterial(
          [{ items: [tuition(11_845_00), camp(420_00)] }, { items: [tuition(9_860_00), camp(385_50)] }],
          { items: [siblingDiscount(7_50), familyFee(350_00)] },
        ),
        variances: { staffDiscount: { percent: 25 } },
        choices: { frequency: 'Week', startDate: day('2027-02-05'), count: 45 },
      }),
      {
        discounts: [
          [['Staff discount', -2_961_25]],
          [
            ['Sibling', -739_50],
            ['Staff discount', -2_465_00],
          ],
        ],
        payable: [9_303_75, 7_041_00],
        total: 16_694_75,
        periodic: 371_00,
        last: 370_75,
        endDate: '2027-12-10',
        editCutOff: '2027-02-03',
      },
    ],
    [
      'V3: by the month from the 31st, a Sunday',
      costing(10_000_00, { frequency: 'Month', startDate: day('2027-01-31'), count: 11 }),
      {
        periodic: 909_10,
        last: 909_00,
        endDate: '2027-11-30',
        firstCollection: '2027-02-01',
        editCutOff: '2027-01-28',
      },
    ],
    [
      'V4: by the month into a leap year',
      costing(7_300_01, { frequency: 'Month', startDate: day('2027-10-31'), count: 5 }),
      { periodic: 1_460_01, last: 1_459_97, endDate: '2028-02-29', editCutOff: '2027-10-28' },
    ],
    [
      'V5: a scholarship, a family fee and a part of the year',
      of({
        material: planMaterial(
          [{ items: [tuition(15_800_10)], enrolment: { joinedOn: day('2027-05-10') } }],
          { items: [familyFee(250_00)] },
        ),
        variances: { standardFeeVariances: [asking('Scholarship', { amount: 2_000 })] },
        choices: { startDate: day('2027-05-21'), count: 16 },
      }),
      {
        annualTotal: 14_050_10,
        partYearAdjustment: -3_512_52,
        total: 10_537_58,
        periodic: 658_60,
        last: 658_58,
        endDate: '2027-12-17',
      },
    ],
    [
      'V6: credit brought along and outstanding fees that are covered',
      of({ ...owingFamily, choices: owing, overrides: { coversOutstandingFees: true } }),
      { total: 10_353_05, periodic: 215_69, last: 215_62, endDate: '2027-12-17' },
    ],
    [
      'V6: outstanding fees that are not covered',
      of({ ...owingFamily, choices: owing, overrides: { coversOutstandingFees: false } }),
      { total: 9_476_55, periodic: 197_43, last: 197_34, endDate: '2027-12-17' },
    ],
    [
      'V7: half of a student',
      of({
        material: planMaterial([
          { items: [tuition(12_345_01)], enrolment: { portionBasisPoints: 50_00, holdsRemainder: false } },
        ]),
        choices: { frequency: 'Month', startDate: day('2027-02-01'), count: 10 },
      }),
      { payable: [6_172_51], total: 6_172_51, periodic: 617_26, last: 617_17, endDate: '2027-11-01' },
    ],
    [
      'V7: the other half, for the payer who holds the remainder',
      of({
        material: planMaterial([{ items: [tuition(12_345_01)] }], {
          otherShares: [{ studentId: 'person-1', institutionId: 'school', basisPoints: 50_00 }],
        }),
        choices: { frequency: 'Month', startDate: day('2027-02-01'), count: 10 },
      }),
      { payable: [6_172_50], total: 6_172_50 },
    ],
    [
      'V8: in the United Kingdom, first changed before a bank holiday',
      of({
        material: planMaterial([{ items: [tuition(15_345_67)] }], { region: 'UK', tuitionYear: 2026 }),
        choices: { tuitionYear: 2026, frequency: 'Month', startDate: day('2026-09-01'), count: 10 },
      }),
      { periodic: 1_534_57, last: 1_534_54, endDate: '2027-06-01', editCutOff: '2026-08-27' },
    ],
    [
      'V12: discounts that use up the fees',
      of({
        material: planMaterial([{ items: [tuition(5_000_00), camp(300_00)] }]),
        variances: {
          standardFeeVariances: [
            asking('BursaryConcession', { percent: 75 }),
            asking('StaffDiscount', { percent: 40 }),
          ],
        },
        choices: { startDate: day('2027-02-05'), count: 10 },
      }),
      {
        discounts: [
          [
            ['Bursary or concession', -3_750_00],
            ['Staff discount', -1_250_00],
          ],
        ],
        payable: [300_00],
        total: 300_00,
        periodic: 30_00,
        last: 30_00,
      },
    ],
    [
      'starts with what is owed from before',
      of({
        material: planMaterial([{ items: [tuition(1_000_00)] }], { balanceMinor: cents(-260_00) }),
        choices: { count: 10 },
      }),
      { annualTotal: 1_000_00, total: 1_260_00, periodic: 126_00, last: 126_00 },
    ],
    [
      'in one payment',
      costing(1_000_00, { count: 1 }),
      { count: 1, periodic: 1_000_00, last: 1_000_00, endDate: '2027-01-15' },
    ],
  ])('%s', (_, each, expected) => {
    expect(figuresOf(calculate(each), each.material.region)).toMatchObject(expected)
  })

  it.each([
    ['there is nothing to pay', of({})],
    [
      'credit covers all of it',
      of({ material: planMaterial([{ items: [tuition(500_00)] }], { balanceMinor: cents(500_00) }) }),
    ],
    [
      'credit is more than that',
      of({ material: planMaterial([{ items: [tuition(500_00)] }], { balanceMinor: cents(750_00) }) }),
    ],
    ['no term is left to pay for', joining(500_00, '2027-12-17')],
  ])('has no schedule when %s', (_, each) => {
    expect(calculate(each)).toMatchObject({ periodic: 0, instalments: [] })
  })

  it.each([
    ['payments of one dollar', 26_00, 26, undefined],
    ['payments of less than a dollar', 25_74, 26, 'too small'],
    ['a last payment of less than a dollar', 25_99, 26, 'too small'],
    ['one payment of less than a dollar', 99, 1, 'too small'],
  ])('with %s', (_, total, count, why) => {
    const refused = whyNotSo(costing(total, { count }))
    if (why === undefined) expect(refused).toBeUndefined()
    else expect(refused).toContain(why)
  })

  it('cannot be made while the school has no fees', () => {
    const { choices } = calculate(costing(1_000_00))
    const material = planMaterial([{}], { schedules: [] })
    expect(calculatePlan(material, choices)).toBeUndefined()
  })
})

describe('A part of the year', () => {
  // The shares are 3,512.52 for each of three terms and 3,512.54 for the last.
  const cost = 14_050_10

  const terms = [
    ['before the first term', '2027-01-01', 0],
    ['the last day of the first term, which is charged whole', '2027-04-09', 0],
    ['the day after the first term', '2027-04-10', -3_512_52],
    ['within the second term', '2027-05-10', -3_512_52],
    ['within the third term', '2027-08-01', -7_025_04],
    ['within the last term', '2027-12-16', -10_537_56],
    ['after the last term', '2027-12-17', -14_050_10],
  ] as const

  it.each([['the whole year', null, 0] as const, ...terms])(
    'that staff set, from %s',
    (_, coverFrom, adjustment) => {
      const each = costing(cost, {}, { overrides: { coverFrom: dayOrNull(coverFrom) } })
      expect(calculate(each)).toMatchObject({
        annualTotal: cost,
        partYearAdjustment: adjustment,
        total: cost + adjustment,
        coverFrom,
      })
    },
  )

  it.each(terms)('of a family that joined %s', (_, joinedOn, adjustment) => {
    expect(calculate(joining(cost, joinedOn))).toMatchObject({
      partYearAdjustment: adjustment,
      coverFrom: adjustment === 0 ? null : joinedOn,
    })
  })

  it.each([
    ['longer ago than we know', [null]],
    ['in the year before', ['2026-08-01']],
    ['with one student in time, and with another later', ['2027-01-02', '2027-08-01']],
    ['with one student long ago, and with another later', [null, '2027-08-01']],
  ])('is never that of a family that joined %s', (_, days) => {
    const students = days.map((joinedOn) => ({
      items: [tuition(cost)],
      enrolment: { joinedOn: dayOrNull(joinedOn) },
    }))
    const each = of({ material: planMaterial(students) })
    expect(calculate(each)).toMatchObject({ partYearAdjustment: 0, coverFrom: null })
  })

  it('begins with the student who joined first', () => {
    const students = ['2027-08-01', '2027-05-10'].map((joinedOn) => ({
      items: [tuition(cost)],
      enrolment: { joinedOn: day(joinedOn) },
    }))
    const each = of({ material: planMaterial(students) })
    expect(calculate(each)).toMatchObject({ partYearAdjustment: -7_025_05, coverFrom: '2027-05-10' })
  })

  it.each([
    ['the day of the first plan', '2027-05-10', -3_512_52],
    ['no day', null, 0],
  ])('stays as the plan on file has it: %s', (_, coverFrom, partYearAdjustment) => {
    const each = of({
      material: planMaterial([{ items: [tuition(cost)] }], {
        plan: planOnFile({ coverFrom: dayOrNull(coverFrom) }),
      }),
    })
    expect(calculate(each)).toMatchObject({ coverFrom, partYearAdjustment })
  })

  it('takes nothing off what is owed from before', () => {
    const each = of({
      material: planMaterial([{ items: [tuition(cost)] }], { balanceMinor: cents(-100_00) }),
      variances: { outstandingFees: 50 },
      overrides: { coverFrom: day('2027-05-10'), coversOutstandingFees: true },
    })
    expect(calculate(each)).toMatchObject({ partYearAdjustment: -3_512_52, total: 10_687_58 })
  })

  it('costs as much as the whole when the school has no terms', () => {
    const material = planMaterial([{ items: [tuition(cost)] }], { terms: [] })
    const each = of({ material, overrides: { coverFrom: day('2027-05-10') } })
    expect(calculate(each)).toMatchObject({ partYearAdjustment: 0, total: cost })
  })

  it('is never a surcharge when a credit outweighs the fees', () => {
    const material = planMaterial([{}], { items: [familyFee(-100_00)] })
    const each = of({ material, overrides: { coverFrom: day('2027-05-10') } })
    expect(calculate(each)).toMatchObject({ partYearAdjustment: 0, total: -100_00, instalments: [] })
  })
})

describe('What is owed from before', () => {
  it.each([
    ['credit comes off', { balanceMinor: 500_00 }, -500_00],
    ['but not what is spoken for', { balanceMinor: 500_00, freeCreditMinor: 300_00 }, -300_00],
    ['nothing where all of it is', { balanceMinor: 500_00, freeCreditMinor: 0 }, 0],
    ['a debt is added', { balanceMinor: -500_00 }, 500_00],
    [
      'a plan that nobody has paid for takes the balance of today',
      { balanceMinor: 500_00, plan: planOnFile({ balanceAtStartMinor: cents(70_00) }) },
      -500_00,
    ],
    [
      'a running plan keeps the balance that it began with',
      {
        balanceMinor: 500_00,
        plan: planOnFile({
          status: 'Current',
          balanceAtStartMinor: cents(70_00),
          settledCount: 1,
          settledMinor: cents(100_00),
        }),
      },
      70_00,
    ],
    [
      'from its first day on, before anybody has paid',
      {
        balanceMinor: 500_00,
        plan: planOnFile({ status: 'Current', balanceAtStartMinor: cents(-70_00) }),
      },
      -70_00,
    ],
  ])('%s', (_, facts, balanceAtStart) => {
    const material = planMaterial([{ items: [tuition(10_000_00)] }], facts as Partial<PlanMaterial>)
    expect(calculate(of({ material }))).toMatchObject({
      balanceAtStart,
      total: 10_000_00 + balanceAtStart,
    })
  })

  const ruledOut = planOnFile({ outstandingFeesMinor: cents(50_00), outstandingFeesCovered: false })
  const ruledIn = planOnFile({ outstandingFeesMinor: cents(50_00), outstandingFeesCovered: true })

  it.each([
    ['outstanding fees are part of a first plan', null, 80, {}, true],
    ['of a plan without any so far', planOnFile({}), 80, {}, true],
    ['and of one that covers them', ruledIn, 80, {}, true],
    ['not where staff have excluded them', ruledOut, 80, {}, false],
    ['until staff include them', ruledOut, 80, { coversOutstandingFees: true }, true],
    ['staff may exclude them from a first plan', null, 80, { coversOutstandingFees: false }, false],
    ['without any there is nothing to cover', ruledIn, null, {}, false],
  ])('%s', (_, plan, outstandingFees, overrides, covers) => {
    const material = planMaterial([{ items: [tuition(10_000_00)] }], { plan })
    expect(calculate(of({ material, variances: { outstandingFees }, overrides }))).toMatchObject({
      outstandingFees: (outstandingFees ?? 0) * 100,
      coversOutstandingFees: covers,
      total: 10_000_00 + (covers ? 80_00 : 0),
    })
  })
})

describe('The payments of a plan', () => {
  const listed = (each: Case) =>
    calculate(each).instalments.map(({ dueOn, collectOn, amount }) => [dueOn, collectOn, amount])

  it('V3: keep to the 31st or the end of the month, and are collected when the banks are open', () => {
    const each = costing(10_000_00, { frequency: 'Month', startDate: day('2027-01-31'), count: 11 })
    expect(listed(each)).toEqual([
      ['2027-01-31', '2027-02-01', 909_10],
      ['2027-02-28', '2027-03-01', 909_10],
      ['2027-03-31', '2027-03-31', 909_10],
      ['2027-04-30', '2027-04-30', 909_10],
      ['2027-05-31', '2027-05-31', 909_10],
      ['2027-06-30', '2027-06-30', 909_10],
      ['2027-07-31', '2027-08-02', 909_10],
      ['2027-08-31', '2027-08-31', 909_10],
      ['2027-09-30', '2027-09-30', 909_10],
      ['2027-10-31', '2027-11-01', 909_10],
      ['2027-11-30', '2027-11-30', 909_00],
    ])
  })

  it('V4: reach the leap day', () => {
    const each = costing(7_300_01, { frequency: 'Month', startDate: day('2027-10-31'), count: 5 })
    expect(listed(each)).toEqual([
      ['2027-10-31', '2027-11-01', 1_460_01],
      ['2027-11-30', '2027-11-30', 1_460_01],
      ['2027-12-31', '2027-12-31', 1_460_01],
      ['2028-01-31', '2028-01-31', 1_460_01],
      ['2028-02-29', '2028-02-29', 1_459_97],
    ])
  })

  it('V8: wait for the end of a bank holiday', () => {
    const each = of({
      material: planMaterial([{ items: [tuition(15_345_67)] }], { region: 'UK', tuitionYear: 2026 }),
      choices: { tuitionYear: 2026, frequency: 'Month', startDate: day('2026-09-01'), count: 10 },
    })
    expect(listed(each).filter(([dueOn, collectOn]) => dueOn !== collectOn)).toEqual([
      ['2026-11-01', '2026-11-02', 1_534_57],
      ['2027-01-01', '2027-01-04', 1_534_57],
      ['2027-05-01', '2027-05-04', 1_534_57],
    ])
  })

  it.each([
    ['V10: Good Friday', 'AU', '2027-03-26', '2027-03-30', '2027-03-24'],
    ['V10', 'AU', '2027-02-01', '2027-02-01', '2027-01-28'],
    ['V10', 'AU', '2027-01-28', '2027-01-28', '2027-01-25'],
    ['V10', 'AU', '2027-03-30', '2027-03-30', '2027-03-24'],
    ['V10', 'AU', '2026-12-29', '2026-12-29', '2026-12-23'],
    ['V10', 'UK', '2027-01-04', '2027-01-04', '2026-12-30'],
  ] as const)(
    '%s: in %s, first due %s, collected %s, changed until %s',
    (_, region, start, collected, cutOff) => {
      const material = planMaterial([{ items: [tuition(1_000_00)] }], { region })
      const plan = calculate(of({ material, choices: { startDate: day(start), count: 2 } }))
      expect(figuresOf(plan, region)).toMatchObject({ firstCollection: collected, editCutOff: cutOff })
    },
  )

  it('are numbered from one', () => {
    expect(calculate(costing(300_00, { count: 3 })).instalments).toMatchObject([
      { seq: 1, dueOn: '2027-01-15' },
      { seq: 2, dueOn: '2027-01-29' },
      { seq: 3, dueOn: '2027-02-12' },
    ])
  })

  it.each([
    ['Quarter', ['2027-01-31', '2027-04-30', '2027-07-31']],
    ['Trimester', ['2027-01-31', '2027-05-31', '2027-09-30']],
    ['TwicePerYear', ['2027-01-31', '2027-07-31', '2028-01-31']],
    ['Semester', ['2027-01-31', '2027-07-31', '2028-01-31']],
    ['Year', ['2027-01-31', '2028-01-31', '2029-01-31']],
    // On the day chosen, then as each later term begins.
    ['Term', ['2027-01-31', '2027-04-27', '2027-07-20']],
  ] as const)('are due by the %s, as only staff may set it, on %j', (frequency, dates) => {
    const each = costing(300_00, { frequency, startDate: day('2027-01-31'), count: 3 })
    expect(calculate(each).instalments.map(({ dueOn }) => dueOn)).toEqual(dates)
  })

  it.each([
    // The first is due before any term begins, then one as each of the four terms begins.
    ['2027-01-20', 5, undefined],
    ['2027-01-20', 6, 'Only 5 terms are left in this school year'],
    ['2027-08-01', 2, undefined],
    ['2027-08-01', 3, 'Only 2 terms are left in this school year'],
    // A term that begins on the day chosen is not due twice.
    ['2027-07-20', 2, undefined],
    ['2027-07-20', 3, 'Only 2 terms are left in this school year'],
  ])('by the term from %s: %d of them', (startDate, count, why) => {
    expect(whyNotSo(costing(600_00, { frequency: 'Term', startDate: day(startDate), count }))).toBe(why)
  })

  it('of a running plan share out what is not settled', () => {
    const material = planMaterial([{ items: [tuition(1_000_00)] }], {
      plan: planOnFile({ status: 'Current', settledCount: 3, settledMinor: cents(300_00) }),
    })
    const plan = calculate(of({ material, choices: { count: 3 } }))
    expect(plan).toMatchObject({ total: 1_000_00, periodic: 233_34 })
    expect(plan.instalments.map(({ seq, amount }) => [seq, amount])).toEqual([
      [1, 233_34],
      [2, 233_34],
      [3, 233_32],
    ])
  })

  it.each([
    ['all of it', 1_000_00],
    ['more than it costs by now', 1_200_00],
  ])('are none once a running plan has settled %s', (_, settledMinor) => {
    const material = planMaterial([{ items: [tuition(1_000_00)] }], {
      plan: planOnFile({ status: 'Current', settledCount: 3, settledMinor: cents(settledMinor) }),
    })
    expect(calculate(of({ material }))).toMatchObject({ total: 1_000_00, periodic: 0, instalments: [] })
  })
})

describe('Whatever a family chooses', () => {
  const anyStart = fc.integer({ min: 0, max: 7 * 365 }).map((days) => addDays(day('2025-02-01'), days))
  // Month ends, the leap day, and the days around Easter, Christmas and the changes of the clocks.
  const awkwardStart = fc.constantFrom(
    ...['2027-01-31', '2027-08-31', '2027-12-31', '2028-02-29', '2026-12-24', '2027-03-25'].map(day),
    ...['2027-03-28', '2027-04-04', '2027-10-03', '2027-10-31'].map(day),
  )
  // The holidays are known for some years only, so the rarer rhythms get fewer payments.
  const anyRhythm = fc.oneof(
    fc.record({
      frequency: fc.constantFrom('Week', 'Fortnight', 'Month'),
      count: fc.integer({ min: 1, max: 53 }),
    }),
    fc.record({
      frequency: fc.constantFrom(...frequencies.filter((each) => each !== 'Term')),
      count: fc.integer({ min: 1, max: 3 }),
    }),
  )
  const anyCase = fc.record({
    region: fc.constantFrom(...regions),
    rhythm: anyRhythm,
    startDate: fc.oneof(anyStart, awkwardStart),
    total: fc.oneof(fc.integer({ min: -10, max: 200_00 }), fc.integer({ min: 1, max: 200_000_00 })),
  })

  const isMonthEnd = (date: CalendarDate) => addDays(date, 1).endsWith('-01')

  it('the payments add up, come in order and are collected when the banks are open', () => {
    fc.assert(
      fc.property(anyCase, ({ region, rhythm: { frequency, count }, startDate, total }) => {
        const each = of({
          material: planMaterial([{ items: [tuition(total)] }], { region }),
          choices: { frequency, startDate, count },
        })
        const plan = planOrWhy(each)
        if (typeof plan !== 'object') {
          expect(plan).toContain('too small')
          expect(total).toBeLessThan(count * 1_00 + count ** 2)
          return
        }
        const { instalments, periodic } = plan
        const amounts = instalments.map(({ amount }) => amount)
        expect(instalments).toHaveLength(total > 0 ? count : 0)
        expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(Math.max(0, total))
        expect(amounts.slice(0, -1).every((amount) => amount === periodic)).toBe(true)
        const last = amounts.at(-1)
        if (last !== undefined) {
          expect(last).toBeGreaterThan(0)
          expect(last).toBeLessThanOrEqual(periodic)
        }
        const isInOrder = ({ seq, dueOn, collectOn }: PlannedInstalment, index: number) => {
          const before = instalments[index - 1]
          const isNext = before ? dueOn > before.dueOn && collectOn >= before.collectOn : dueOn === startDate
          const wait = daysBetween(dueOn, collectOn)
          const isCollected = wait >= 0 && wait <= 5 && isBusinessDay(collectOn, calendars[region])
          return seq === index + 1 && isNext && isCollected && isInRhythm(dueOn, index)
        }
        const isInRhythm = (dueOn: CalendarDate, index: number) => {
          if (frequency === 'Week') return daysBetween(startDate, dueOn) === index * 7
          if (frequency === 'Fortnight') return daysBetween(startDate, dueOn) === index * 14
          const isClamped = isMonthEnd(dueOn) && dueOn.slice(8) < startDate.slice(8)
          return dueOn.slice(8) === startDate.slice(8) || isClamped
        }
        // One expectation for all of them: a thousand plans have tens of thousands of payments.
        expect(instalments.filter((payment, index) => !isInOrder(payment, index))).toEqual([])
      }),
      { numRuns: 1_000 },
    )
  }, 30_000)

  it('the figures follow from their parts, and a later start never costs more', () => {
    const money = fc.integer({ min: 0, max: 30_000_00 }).map(cents)
    const anyFamily = fc.record({
      students: fc.array(
        fc.record({
          tuition: money,
          camp: money,
          music: money,
          discount: fc.integer({ min: 0, max: 100_00 }),
          portion: fc.integer({ min: 1, max: 100_00 }),
        }),
        { minLength: 1, maxLength: 3 },
      ),
      familyFees: fc.array(money, { maxLength: 2 }),
      coverFrom: fc.integer({ min: 0, max: 364 }).map((days) => addDays(day('2027-01-01'), days)),
      balance: fc.integer({ min: -5_000_00, max: 5_000_00 }).map(cents),
      outstanding: money,
      covers: fc.boolean(),
    })
    fc.assert(
      fc.property(anyFamily, (family) => {
        const each = (coverFrom: CalendarDate) =>
          of({
            material: planMaterial(
              family.students.map((student, index) => ({
                items: [
                  tuition(student.tuition),
                  camp(student.camp),
                  feeItem({ kind: 'Optional', name: 'Music', amountMinor: student.music || 1 }),
                ],
                // Family fees are paid by the one who holds a student's remainder.
                enrolment: { portionBasisPoints: student.portion, holdsRemainder: index === 0 },
              })),
              { items: family.familyFees.map(familyFee), balanceMinor: family.balance },
            ),
            variances: {
              standardFeeVariances: family.students.map(({ discount }, index) =>
                asking('StaffDiscount', { percent: discount / 100 }, index + 1),
              ),
              addons: family.students.map((_, index) => ({
                enrolmentId: `student-${index + 1}`,
                name: 'Music',
                value: 1,
              })),
              outstandingFees: toDecimal(family.outstanding),
            },
            choices: { count: 1 },
            overrides: { coverFrom, coversOutstandingFees: family.covers },
          })
        const [now, then] = [each(family.coverFrom), each(addDays(family.coverFrom, 30))]
        // A single payment is only refused below one dollar.
        const [plan, later] = [planOrWhy(now), planOrWhy(then)]
        if (typeof plan !== 'object' || typeof later !== 'object') return
        const familyFees = family.familyFees.reduce((sum, fee) => sum + fee, 0)
        const annual = plan.students.reduce((sum, student) => sum + payableOf(student), familyFees)
        const owed = 0 - family.balance + (family.covers ? family.outstanding : 0)
        expect(plan.annualTotal).toBe(annual)
        expect(plan.partYearAdjustment).toBeLessThanOrEqual(0)
        expect(plan.partYearAdjustment).toBeGreaterThanOrEqual(-annual)
        expect(plan.total).toBe(annual + plan.partYearAdjustment + owed)
        expect(later.total).toBeLessThanOrEqual(plan.total)
      }),
      { numRuns: 500 },
    )
  }, 30_000)
})
