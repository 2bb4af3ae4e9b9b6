import { describe, expect, it } from 'vitest'
import { camp, feeItem, planMaterial, planOnFile, tuition } from '#tools/testing/plan-material.ts'
import {
  declaredDiscounts,
  discountName,
  isDeclaredLine,
  needsReview,
  withoutDiscount,
  type RequestedDiscount,
} from './declared-discounts.ts'
import { normalised, type StoredVariances } from './fee-variances.ts'
import { cents } from '../money.ts'
import { feeVarianceTypes, planStatuses, type FeeVarianceType } from './payment-schedule.ts'
import type { DiscountOnFile, PlanOnFile } from './plan-material.ts'
import { attendingIn, chargesOf } from './school-charges.ts'

const nothing = normalised(null)
const stored = (own: Partial<StoredVariances>): StoredVariances => ({ ...nothing, ...own })
const asking = (type: FeeVarianceType, amount: number | null = null, percent: number | null = null) => ({
  enrolmentId: 'student-1',
  type,
  amount,
  percent,
})
const having = (...wishes: ReturnType<typeof asking>[]) => stored({ standardFeeVariances: wishes })
const onPlan = (variances: StoredVariances, own: Partial<PlanOnFile> = {}) =>
  planOnFile({ variances, ...own })
const said = (wish: RequestedDiscount, status: DiscountOnFile['status']): DiscountOnFile => ({
  ...wish,
  status,
})

const partTime = feeItem({ kind: 'DiscountOption', name: 'Part-time', percentBasisPoints: 40_00 })
const overseas = feeItem({ kind: 'DiscountOption', name: 'Overseas', amountMinor: 2_000_00 })
/** One student with discountable fees of 10,000 and a camp that cannot be discounted. */
const material = planMaterial([{ items: [tuition(10_000_00), camp(500_00), partTime, overseas] }])
const attending = attendingIn(material, 2027) ?? []

const declared = (variances: StoredVariances, plan: PlanOnFile | null = null) =>
  declaredDiscounts(variances, attending, plan).map(({ type }) => type)

function isReviewed(
  variances: StoredVariances,
  plan: Parameters<typeof needsReview>[2]['plan'] = null,
  { schoolRequiresManualReview = false, limit = 15_00 } = {},
) {
  const limited = attending.map((each) => ({
    ...each,
    enrolment: { ...each.enrolment, discountLimitBasisPoints: limit },
  }))
  const students = chargesOf(material, 2027, variances)?.students ?? []
  return needsReview(variances, { attending: limited, students }, { plan, schoolRequiresManualReview })
}

describe('A discount rests on the word of the family', () => {
  const staff = asking('StaffDiscount', null, 10)
  it.each<[string, StoredVariances, PlanOnFile | null, FeeVarianceType[]]>([
    ['when it enters one', having(staff), null, ['StaffDiscount']],
    ['also for all students', stored({ staffDiscount: { percent: 10 } }), null, ['StaffDiscount']],
    ['not for a rate that the school publishes', having(asking('FeeScheduleOption', null, 40)), null, []],
    ['nor a published sum', having(asking('FeeScheduleOption', 2_000)), null, []],
    ['but for another rate', having(asking('FeeScheduleOption', null, 41)), null, ['FeeScheduleOption']],
    ['or another sum', having(asking('FeeScheduleOption', 2_000.01)), null, ['FeeScheduleOption']],
    ['or the rate under another name', having(asking('StaffDiscount', null, 40)), null, ['StaffDiscount']],
    ['not what is on a saved plan', having(staff), onPlan(having(staff)), []],
    ['nor on a running one', having(staff), onPlan(having(staff), { status: 'Current' }), []],
    [
      'but what is on an estimate',
      having(staff),
      onPlan(having(staff), { status: 'Draft' }),
      ['StaffDiscount'],
    ],
    [
      'or waits on a saved plan',
      having(staff),
      onPlan(having(staff), { discounts: [said(staff, 'Declared')] }),
      ['StaffDiscount'],
    ],
    [
      'not what staff have confirmed, while the plan is looked at for something else',
      having(staff),
      onPlan(having(staff), { status: 'ManualReview', discounts: [said(staff, 'Confirmed')] }),
      [],
    ],
    [
      'but what has another figure than they confirmed',
      having(asking('StaffDiscount', null, 11)),
      onPlan(having(staff), { discounts: [said(staff, 'Confirmed')] }),
      ['StaffDiscount'],
    ],
    ['never for what adds to the fees', having(asking('OutstandingFees', 100)), null, []],
  ])('%s', (_, variances, plan, expected) => {
    expect(declared(variances, plan)).toEqual(expected)
  })

  it('whatever letter it has: that proves the discount, and is no part of it', () => {
    const withLetter = { ...staff, letter: { id: 'letter', name: 'letter.pdf' } }
    expect(declared(having(withLetter), onPlan(having(staff)))).toEqual([])
  })
})

describe('A plan that staff check before its figures are promised', () => {
  it.each<[string, StoredVariances, number, boolean]>([
    ['15% at the usual limit', having(asking('StaffDiscount', null, 15)), 15_00, false],
    ['a hundredth more', having(asking('StaffDiscount', null, 15.01)), 15_00, true],
    ['the same as a sum', having(asking('FamilyArrangement', 1_500)), 15_00, false],
    ['a cent more', having(asking('FamilyArrangement', 1_500.01)), 15_00, true],
    [
      'two that are too much together',
      having(asking('FamilyArrangement', 1_000), asking('StaffDiscount', null, 6)),
      15_00,
      true,
    ],
    ['all of it', stored({ staffDiscount: { percent: 100 } }), 15_00, true],
    ['all of it where the school lets it', stored({ staffDiscount: { percent: 100 } }), 100_00, false],
    ['a cent where the school lets nothing', having(asking('StaffDiscount', 0.01)), 0, true],
    ['a published rate above the limit', having(asking('FeeScheduleOption', null, 40)), 15_00, false],
  ])('has more declared than the limit: %s', (_, variances, limit, expected) => {
    expect(isReviewed(variances, null, { limit })).toBe(expected)
  })

  it('has a discount that was declined before, and not one that was confirmed since', () => {
    const small = asking('StaffDiscount', null, 5)
    const declined = said(small, 'Declined')
    expect(isReviewed(having(small), onPlan(nothing, { discounts: [declined] }))).toBe(true)
    const both = [declined, said(small, 'Confirmed')]
    expect(isReviewed(having(small), onPlan(nothing, { discounts: both }))).toBe(false)
  })

  const withProof = having(asking('Scholarship', 100))
  const inWords = stored({ otherArrangementsRequest: 'Please call' })

  it('is not every plan', () => {
    expect(isReviewed(nothing)).toBe(false)
  })

  it('is every plan of a school that requires it, also one that was agreed on', () => {
    expect(isReviewed(nothing, null, { schoolRequiresManualReview: true })).toBe(true)
    expect(isReviewed(withProof, onPlan(withProof), { schoolRequiresManualReview: true })).toBe(true)
  })

  it('is one with an arrangement in the words of the customer', () => {
    expect(isReviewed(inWords)).toBe(true)
  })

  const needsStaff: Record<FeeVarianceType, boolean> = {
    BursaryConcession: true,
    FamilyArrangement: false,
    FeeScheduleOption: false,
    OutstandingFees: false,
    Scholarship: true,
    StaffDiscount: false,
    OtherArrangement: true,
  }

  it.each(feeVarianceTypes.map((type) => [type, needsStaff[type]] as const))(
    'with a %s asked for: %s',
    (type, expected) => {
      expect(isReviewed(having(asking('FamilyArrangement', 5), asking(type, 5)))).toBe(expected)
    },
  )

  const isAgreed = {
    None: false,
    Draft: false,
    Saved: true,
    ManualReview: false,
    Current: true,
    Completed: false,
  }

  it.each(planStatuses.map((status) => [status, isAgreed[status]] as const))(
    'with what a plan that is %s has already: agreed on is %s',
    (status, agreed) => {
      expect(isReviewed(withProof, { status, variances: withProof, discounts: [] })).toBe(!agreed)
      expect(isReviewed(inWords, { status, variances: inWords, discounts: [] })).toBe(!agreed)
    },
  )

  it.each<[string, StoredVariances, StoredVariances, boolean]>([
    ['another amount', having(asking('Scholarship', 101)), withProof, true],
    ['other words', stored({ otherArrangementsRequest: 'Please write' }), inWords, true],
    ['the words withdrawn', nothing, inWords, false],
    [
      'a small staff discount besides',
      having(asking('Scholarship', 100), asking('StaffDiscount', 5)),
      withProof,
      false,
    ],
  ])('once it was agreed on, with %s', (_, variances, agreed, expected) => {
    expect(isReviewed(variances, onPlan(agreed))).toBe(expected)
  })
})

describe('A declared discount', () => {
  it('has its name in words', () => {
    const name = (wish: RequestedDiscount) => discountName(wish, material.enrolments, 'AU')
    expect(name(asking('StaffDiscount', null, 7.5))).toBe('Staff discount of 7.5% for Student 1')
    expect(name({ ...asking('StaffDiscount', null, 10), enrolmentId: null })).toBe(
      'Staff discount of 10% for all students',
    )
    expect(name(asking('FamilyArrangement', 1_234.5))).toBe('Family arrangement of $1,234.50 for Student 1')
  })

  it('marks its own line, of its own student', () => {
    const line = (name: string, amount: number) => ({ name, amountMinor: cents(amount) })
    const [staff] = [asking('StaffDiscount', null, 10)]
    const isMarked = (name: string, amount: number, student = 'student-1') =>
      isDeclaredLine(line(name, amount), student, [staff])
    expect(isMarked('Staff discount', -100)).toBe(true)
    expect(isMarked('Staff discount', -100, 'student-2')).toBe(false)
    expect(isMarked('Family arrangement', -100)).toBe(false)
    expect(isMarked('Staff discount', 100)).toBe(false)
  })

  it('leaves every other wish where it is when it goes', () => {
    const kept = asking('FamilyArrangement', 5)
    const gone = asking('StaffDiscount', null, 10)
    expect(withoutDiscount(having(kept, gone), gone)).toEqual(having(kept))
    const forAll = stored({ staffDiscount: { percent: 10 } })
    expect(withoutDiscount(forAll, { ...gone, enrolmentId: null })).toEqual(nothing)
  })
})
