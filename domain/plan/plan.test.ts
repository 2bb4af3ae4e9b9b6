import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, calendarDate, daysBetween, type CalendarDate } from '../calendar/calendar.ts'
import type { Discount, Fee, StudentCharges } from './fees.ts'
import { isBusinessDay } from '../calendar/holidays.ts'
import { cents } from '../money.ts'
import { feeVarianceTypes, offeredFrequencies, type FeeVarianceType } from './payment-schedule.ts'
import { calculatePlan, instalmentsOf, planNeedsReview, type PlanWish, type Term } from './plan.ts'
import { regions } from '../region.ts'

const fee = (amount: number): Fee => ({ name: 'Tuition', amount: cents(amount), isDiscountable: true })
const fixedFee = (amount: number): Fee => ({ name: 'Camp', amount: cents(amount), isDiscountable: false })

const student = (
  fees: Fee[],
  discounts: Discount[] = [],
  share: StudentCharges['share'] = { basisPoints: 100_00 },
): StudentCharges => ({ fees, addons: [], discounts, share })

const day = calendarDate
const staff: Discount = { name: 'Staff', basisPoints: 25_00 }
const sibling: Discount = { name: 'Sibling', basisPoints: 7_50 }

const term = (startsOn: string, endsOn: string): Term => ({ startsOn: day(startsOn), endsOn: day(endsOn) })
const fourTerms = [
  term('2027-01-28', '2027-04-09'),
  term('2027-04-27', '2027-07-02'),
  term('2027-07-20', '2027-09-24'),
  term('2027-10-12', '2027-12-16'),
]

const wish = (own: Partial<PlanWish>): PlanWish => ({
  region: 'AU',
  frequency: 'Fortnight',
  startDate: day('2027-01-15'),
  count: 26,
  students: [],
  familyFees: [],
  terms: fourTerms,
  coverFrom: null,
  balanceAtStart: cents(0),
  outstandingFees: cents(0),
  coversOutstandingFees: false,
  ...own,
})

const costing = (amount: number, own: Partial<PlanWish> = {}) =>
  wish({ students: [student([fee(amount)])], ...own })

const owing = {
  frequency: 'Week',
  startDate: day('2027-01-22'),
  count: 48,
  balanceAtStart: cents(-123_45),
  outstandingFees: cents(876_50),
} as const

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
      wish({
        students: [
          student([fee(11_845_00), fixedFee(420_00)], [staff]),
          student([fee(9_860_00), fixedFee(385_50)], [staff, sibling]),
        ],
        familyFees: [cents(350_00)],
        frequency: 'Week',
        startDate: day('2027-02-05'),
        count: 45,
      }),
      {
        students: [
          { discounts: [2_961_25], net: 9_303_75 },
          { discounts: [2_465_00, 739_50], net: 7_041_00 },
        ],
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
      wish({
        students: [student([fee(15_800_10)], [{ name: 'Scholarship', amount: cents(2_000_00) }])],
        familyFees: [cents(250_00)],
        coverFrom: day('2027-05-10'),
        startDate: day('2027-05-21'),
        count: 16,
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
      costing(9_600_00, { ...owing, coversOutstandingFees: true }),
      { total: 10_353_05, periodic: 215_69, last: 215_62, endDate: '2027-12-17' },
    ],
    [
      'V6: outstanding fees that are not covered',
      costing(9_600_00, owing),
      { total: 9_476_55, periodic: 197_43, last: 197_34, endDate: '2027-12-17' },
    ],
    [
      'V7: half of a student',
      wish({
        students: [student([fee(12_345_01)], [], { basisPoints: 50_00 })],
        frequency: 'Month',
        startDate: day('2027-02-01'),
        count: 10,
      }),
      {
        students: [{ net: 12_345_01, payable: 6_172_51 }],
        total: 6_172_51,
        periodic: 617_26,
        last: 617_17,
        endDate: '2027-11-01',
      },
    ],
    [
      'V8: in the United Kingdom, first changed before a bank holiday',
      costing(15_345_67, { region: 'UK', frequency: 'Month', startDate: day('2026-09-01'), count: 10 }),
      { periodic: 1_534_57, last: 1_534_54, endDate: '2027-06-01', editCutOff: '2026-08-27' },
    ],
    [
      'V12: discounts that use up the fees',
      wish({
        students: [
          student(
            [fee(5_000_00), fixedFee(300_00)],
            [
              { name: 'Bursary', basisPoints: 75_00 },
              { name: 'Staff', basisPoints: 40_00 },
            ],
          ),
        ],
        startDate: day('2027-02-05'),
        count: 10,
      }),
      {
        students: [{ discounts: [3_750_00, 1_250_00], net: 300_00 }],
        total: 300_00,
        periodic: 30_00,
        last: 30_00,
      },
    ],
    [
      'starts with what is owed from before',
      costing(1_000_00, { balanceAtStart: cents(260_00), count: 10 }),
      { annualTotal: 1_000_00, total: 1_260_00, periodic: 126_00, last: 126_00 },
    ],
    [
      'in one payment',
      costing(1_000_00, { count: 1 }),
      { count: 1, periodic: 1_000_00, last: 1_000_00, endDate: '2027-01-15' },
    ],
  ])('%s', (_, of, expected) => {
    expect(calculatePlan(of)).toMatchObject(expected)
  })

  it.each([
    ['there is nothing to pay', wish({})],
    ['credit covers all of it', costing(500_00, { balanceAtStart: cents(-500_00) })],
    ['credit is more than that', costing(500_00, { balanceAtStart: cents(-750_00) })],
    ['no term is left to pay for', costing(500_00, { coverFrom: day('2027-12-17') })],
  ])('has no schedule when %s', (_, of) => {
    const plan = calculatePlan(of)
    expect(plan).toMatchObject({
      count: 0,
      periodic: 0,
      last: 0,
      endDate: null,
      firstCollection: null,
      editCutOff: null,
    })
    expect(plan && instalmentsOf(plan, of)).toEqual([])
  })

  it.each([
    ['payments of one dollar', 26_00, 26, { periodic: 1_00, last: 1_00 }],
    ['payments of less than a dollar', 25_74, 26, undefined],
    ['a last payment of less than a dollar', 25_99, 26, undefined],
    ['one payment of less than a dollar', 99, 1, undefined],
  ])('with %s', (_, total, count, expected) => {
    const plan = calculatePlan(costing(total, { count }))
    if (expected === undefined) expect(plan).toBeUndefined()
    else expect(plan).toMatchObject(expected)
  })
})

describe('A part of the year', () => {
  // The shares are 3,512.52 for each of three terms and 3,512.54 for the last.
  const cost = 14_050_10

  it.each([
    ['the whole year', null, 0],
    ['before the first term', '2027-01-01', 0],
    ['the last day of the first term, which is charged whole', '2027-04-09', 0],
    ['the day after the first term', '2027-04-10', -3_512_52],
    ['within the second term', '2027-05-10', -3_512_52],
    ['within the third term', '2027-08-01', -7_025_04],
    ['within the last term', '2027-12-16', -10_537_56],
    ['after the last term', '2027-12-17', -14_050_10],
  ])('from %s', (_, coverFrom, adjustment) => {
    const plan = calculatePlan(costing(cost, { coverFrom: coverFrom === null ? null : day(coverFrom) }))
    expect(plan).toMatchObject({
      annualTotal: cost,
      partYearAdjustment: adjustment,
      total: cost + adjustment,
    })
  })

  it('takes nothing off what is owed from before', () => {
    const of = costing(cost, {
      coverFrom: day('2027-05-10'),
      balanceAtStart: cents(100_00),
      outstandingFees: cents(50_00),
      coversOutstandingFees: true,
    })
    expect(calculatePlan(of)).toMatchObject({ partYearAdjustment: -3_512_52, total: 10_687_58 })
  })

  it('costs as much as the whole when the school has no terms', () => {
    const of = costing(cost, { terms: [], coverFrom: day('2027-05-10') })
    expect(calculatePlan(of)).toMatchObject({ partYearAdjustment: 0, total: cost })
  })

  it('is never a surcharge when a credit outweighs the fees', () => {
    const of = wish({ familyFees: [cents(-100_00)], coverFrom: day('2027-05-10') })
    expect(calculatePlan(of)).toMatchObject({ partYearAdjustment: 0, total: -100_00, count: 0 })
  })
})

describe('The payments of a plan', () => {
  const listed = (of: PlanWish) => {
    const plan = calculatePlan(of)
    return plan && instalmentsOf(plan, of).map(({ dueOn, collectOn, amount }) => [dueOn, collectOn, amount])
  }

  it('V3: keep to the 31st or the end of the month, and are collected when the banks are open', () => {
    const of = costing(10_000_00, { frequency: 'Month', startDate: day('2027-01-31'), count: 11 })
    expect(listed(of)).toEqual([
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
    const of = costing(7_300_01, { frequency: 'Month', startDate: day('2027-10-31'), count: 5 })
    expect(listed(of)).toEqual([
      ['2027-10-31', '2027-11-01', 1_460_01],
      ['2027-11-30', '2027-11-30', 1_460_01],
      ['2027-12-31', '2027-12-31', 1_460_01],
      ['2028-01-31', '2028-01-31', 1_460_01],
      ['2028-02-29', '2028-02-29', 1_459_97],
    ])
  })

  it('V8: wait for the end of a bank holiday', () => {
    const of = costing(15_345_67, {
      region: 'UK',
      frequency: 'Month',
      startDate: day('2026-09-01'),
      count: 10,
    })
    expect(listed(of)?.filter(([dueOn, collectOn]) => dueOn !== collectOn)).toEqual([
      ['2026-11-01', '2026-11-02', 1_534_57],
      ['2027-01-01', '2027-01-04', 1_534_57],
      ['2027-05-01', '2027-05-04', 1_534_57],
    ])
  })

  it('are numbered from one', () => {
    const of = costing(300_00, { count: 3 })
    expect(instalmentsOf({ count: 3, periodic: cents(100_00), last: cents(100_00) }, of)).toMatchObject([
      { seq: 1, dueOn: '2027-01-15' },
      { seq: 2, dueOn: '2027-01-29' },
      { seq: 3, dueOn: '2027-02-12' },
    ])
  })
})

describe('Whatever a family wishes', () => {
  const anyStart = fc.integer({ min: 0, max: 7 * 365 }).map((days) => addDays(day('2025-02-01'), days))
  // Month ends, the leap day, and the days around Easter, Christmas and the changes of the clocks.
  const awkwardStart = fc.constantFrom(
    ...['2027-01-31', '2027-08-31', '2027-12-31', '2028-02-29', '2026-12-24', '2027-03-25'].map(day),
    ...['2027-03-28', '2027-04-04', '2027-10-03', '2027-10-31'].map(day),
  )
  const anyWish = fc
    .record({
      region: fc.constantFrom(...regions),
      frequency: fc.constantFrom(...offeredFrequencies),
      startDate: fc.oneof(anyStart, awkwardStart),
      count: fc.integer({ min: 1, max: 53 }),
      total: fc.oneof(fc.integer({ min: -10, max: 200_00 }), fc.integer({ min: 1, max: 200_000_00 })),
    })
    .map(({ total, ...own }) => costing(total, own))

  const isMonthEnd = (date: CalendarDate) => addDays(date, 1).endsWith('-01')

  it('the payments add up, come in order and are collected when the banks are open', () => {
    fc.assert(
      fc.property(anyWish, (of) => {
        const plan = calculatePlan(of)
        const total = of.students[0]?.fees[0]?.amount ?? 0
        if (plan === undefined) {
          expect(total).toBeLessThan(of.count * 1_00 + of.count ** 2)
          return
        }
        const payments = instalmentsOf(plan, of)
        const amounts = payments.map(({ amount }) => amount)
        expect(payments).toHaveLength(total > 0 ? of.count : 0)
        expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(Math.max(0, total))
        expect(new Set(amounts.slice(0, -1)).size).toBeLessThanOrEqual(1)
        const last = amounts.at(-1)
        if (last !== undefined) {
          expect(last).toBeGreaterThan(0)
          expect(last).toBeLessThanOrEqual(Math.max(...amounts))
        }
        expect(plan.endDate).toBe(payments.at(-1)?.dueOn ?? null)
        expect(plan.firstCollection).toBe(payments[0]?.collectOn ?? null)
        payments.forEach(({ dueOn, collectOn }, index) => {
          const before = payments[index - 1]
          if (before) {
            expect(dueOn > before.dueOn).toBe(true)
            expect(collectOn >= before.collectOn).toBe(true)
          }
          const wait = daysBetween(dueOn, collectOn)
          expect(wait >= 0 && wait <= 5).toBe(true)
          expect(isBusinessDay(collectOn, of.region)).toBe(true)
          if (of.frequency === 'Month') {
            const isClamped = isMonthEnd(dueOn) && dueOn.slice(8) < of.startDate.slice(8)
            expect(dueOn.slice(8) === of.startDate.slice(8) || isClamped).toBe(true)
          } else {
            expect(daysBetween(of.startDate, dueOn)).toBe(index * (of.frequency === 'Week' ? 7 : 14))
          }
        })
      }),
      { numRuns: 1_000 },
    )
  })

  it('the figures follow from their parts, and a later start never costs more', () => {
    const money = fc.integer({ min: 0, max: 30_000_00 }).map(cents)
    const anyBill = fc.record({
      students: fc.array(
        fc
          .record({ tuition: money, camp: money, discount: fc.integer({ min: 0, max: 100_00 }) })
          .map((each) =>
            student(
              [fee(each.tuition), fixedFee(each.camp)],
              [{ name: 'Staff', basisPoints: each.discount }],
            ),
          ),
        { maxLength: 3 },
      ),
      familyFees: fc.array(money, { maxLength: 2 }),
      coverFrom: fc.integer({ min: 0, max: 364 }).map((days) => addDays(day('2027-01-01'), days)),
      balanceAtStart: fc.integer({ min: -5_000_00, max: 5_000_00 }).map(cents),
      outstandingFees: money,
      coversOutstandingFees: fc.boolean(),
    })
    fc.assert(
      fc.property(anyBill, (bill) => {
        const plan = calculatePlan(wish({ ...bill, count: 1 }))
        const later = calculatePlan(wish({ ...bill, coverFrom: addDays(bill.coverFrom, 30), count: 1 }))
        // A single payment is only refused below one dollar.
        if (plan === undefined || later === undefined) return
        const family = bill.familyFees.reduce((sum, each) => sum + each, 0)
        const annual = plan.students.reduce((sum, each) => sum + each.payable, family)
        const owed = bill.balanceAtStart + (bill.coversOutstandingFees ? bill.outstandingFees : 0)
        expect(plan.annualTotal).toBe(annual)
        expect(plan.partYearAdjustment).toBeLessThanOrEqual(0)
        expect(plan.partYearAdjustment).toBeGreaterThanOrEqual(-annual)
        expect(plan.total).toBe(annual + plan.partYearAdjustment + owed)
        expect(later.total).toBeLessThanOrEqual(plan.total)
      }),
      { numRuns: 500 },
    )
  })
})

describe('A plan that somebody looks at before it is promised', () => {
  const plain = { schoolRequiresManualReview: false, hasOtherArrangement: false, askedVariances: [] }

  it('is not every plan', () => {
    expect(planNeedsReview(plain)).toBe(false)
  })

  it('is every plan of a school that wishes so', () => {
    expect(planNeedsReview({ ...plain, schoolRequiresManualReview: true })).toBe(true)
  })

  it('is one with an arrangement in the words of the customer', () => {
    expect(planNeedsReview({ ...plain, hasOtherArrangement: true })).toBe(true)
  })

  const needsSomebody: Record<FeeVarianceType, boolean> = {
    BursaryConcession: true,
    FamilyArrangement: false,
    FeeScheduleOption: false,
    OutstandingFees: false,
    Scholarship: true,
    StaffDiscount: false,
    OtherArrangement: true,
  }

  it.each(feeVarianceTypes.map((type) => [type, needsSomebody[type]] as const))(
    'with a %s asked for: %s',
    (type, needsReview) => {
      expect(planNeedsReview({ ...plain, askedVariances: ['FamilyArrangement', type] })).toBe(needsReview)
    },
  )
})
