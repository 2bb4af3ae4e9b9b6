import { describe, expect, it } from 'vitest'
import {
  camp,
  familyFee,
  feeItem,
  fourTerms,
  planMaterial,
  siblingDiscount,
  tuition,
} from '#tools/testing/plan-material.ts'
import { normalised, type StoredVariances } from './fee-variances.ts'
import { cents } from '../money.ts'
import type { FeeItemFacts, PlanMaterial } from './plan-material.ts'
import type { FeeVarianceType } from './payment-schedule.ts'
import { Refusal } from '../refusal.ts'
import { appliesTo, attendingIn, chargesOf, isOfAnySize, scheduleOf } from './school-charges.ts'

const asking = (
  type: FeeVarianceType,
  size: { amount?: number; percent?: number },
  enrolmentId = 'student-1',
) => ({ enrolmentId, type, amount: size.amount ?? null, percent: size.percent ?? null })
const adding = (name: string, value: string | number, enrolmentId = 'student-1') => ({
  enrolmentId,
  name,
  value,
})

function charge(material: PlanMaterial, variances: Partial<StoredVariances> = {}) {
  const charges = chargesOf(material, 2027, { ...normalised(null), ...variances })
  if (!charges) throw new Error('There are no fees')
  return charges
}

type Lines = { name: string; amountMinor: number }[]
const pairs = (lines: Lines) => lines.map(({ name, amountMinor }) => [name, amountMinor])

describe('Who is charged for', () => {
  const inLevel = (startYear: number, startYearLevel: string) => ({
    items: [],
    enrolment: { startYear, startYearLevel },
  })

  it.each([
    ['the eldest first', [inLevel(2027, 'Year 3'), inLevel(2027, 'Year 9')], ['Year 9 #0', 'Year 3 #1']],
    ['one level further each year', [inLevel(2025, 'Year 3')], ['Year 5 #0']],
    ['nobody who is still to come', [inLevel(2028, 'Prep'), inLevel(2027, 'Year 1')], ['Year 1 #0']],
    ['nobody who has left', [inLevel(2026, 'Year 12'), inLevel(2027, 'Year 1')], ['Year 1 #0']],
    [
      'the eldest of another school is no sibling there',
      [
        inLevel(2027, 'Year 9'),
        {
          ...inLevel(2027, 'Year 5'),
          enrolment: { institutionId: 'other', startYear: 2027, startYearLevel: 'Year 5' },
        },
        inLevel(2027, 'Year 3'),
      ],
      ['Year 9 #0', 'Year 5 #0', 'Year 3 #1'],
    ],
  ])('%s', (_, students, expected) => {
    const material = planMaterial(students)
    const [school] = material.schedules
    const schedules = school ? [school, { ...school, id: 'others', institutionId: 'other' }] : []
    const attending = attendingIn({ ...material, schedules }, 2027)
    expect(attending?.map(({ level, siblingNo }) => `${level} #${siblingNo}`)).toEqual(expected)
  })

  it.each([
    ['a school has no fees', planMaterial([{}], { schedules: [] })],
    ['nobody attends', planMaterial([{ enrolment: { startYear: 2029 } }])],
    [
      'one of two schools has none',
      planMaterial([{ items: [tuition(1_00)] }, { enrolment: { institutionId: 'other' } }]),
    ],
  ])('nobody while %s', (_, material) => {
    expect(chargesOf(material, 2027, normalised(null))).toBeUndefined()
  })

  it('a school charges by its newest fees', () => {
    const [schedule] = planMaterial([{}]).schedules
    const schedules = schedule ? [{ ...schedule, year: 2026 }, schedule, { ...schedule, year: 2025 }] : []
    expect(scheduleOf(schedules, 'school')?.year).toBe(2027)
    expect(scheduleOf(schedules, 'other')).toBeUndefined()
  })

  it('the terms of a year that is not published are those of the year before', () => {
    const [schedule] = planMaterial([{ items: [tuition(1_00)] }]).schedules
    const lastYear = schedule && { ...schedule, year: 2026, terms: schedule.terms.slice(0, 1) }
    const charges = charge(planMaterial([{}], { schedules: lastYear ? [lastYear] : [] }))
    expect(charges.basedOnFeeScheduleYear).toBe(2026)
    expect(charges.terms).toEqual([{ startsOn: '2028-01-28', endsOn: '2028-04-09' }])
    expect(charge(planMaterial([{}])).terms).toEqual(fourTerms)
  })
})

describe('What a student is charged', () => {
  const level = planMaterial([{}]).enrolments[0]?.startYearLevel ?? ''
  const optional = (name: string, amountMinor: number, options: string[] = []) =>
    feeItem({ kind: 'Optional', name, amountMinor, options })

  it.each<[string, FeeItemFacts[], [string, number][]]>([
    [
      'every fixed fee',
      [tuition(100_00), camp(20_00)],
      [
        ['Tuition', 100_00],
        ['Camp', 20_00],
      ],
    ],
    ['fees of their level', [{ ...tuition(100_00), yearLevel: level }], [['Tuition', 100_00]]],
    ['no fees of other levels', [{ ...tuition(100_00), yearLevel: 'Prep' }], []],
    [
      'nothing that they can choose',
      [optional('Music', 5_00), feeItem({ kind: 'Selectable', amountMinor: 5_00 })],
      [],
    ],
    ['no family fee', [familyFee(5_00)], []],
  ])('%s', (_, items, expected) => {
    expect(pairs(charge(planMaterial([{}], { items })).students[0]?.fees ?? [])).toEqual(expected)
  })

  it.each<[string, FeeItemFacts[], string | number, [string, number, string | null]]>([
    ['the school’s price, whatever was sent', [optional('Music', 640_00)], 1, ['Music', 640_00, null]],
    [
      'with the option chosen',
      [optional('Music', 640_00, ['Piano', 'Cello'])],
      'Cello',
      ['Music', 640_00, 'Cello'],
    ],
    [
      'the family’s amount where the school names none',
      [optional('Music', 0)],
      '12.50',
      ['Music', 12_50, null],
    ],
    [
      'nothing for an option without a price',
      [optional('Music', 0, ['Cello'])],
      'Cello',
      ['Music', 0, 'Cello'],
    ],
  ])('for an add-on %s', (_, items, value, expected) => {
    const { students } = charge(planMaterial([{}], { items }), { addons: [adding('Music', value)] })
    const [line] = students[0]?.addons ?? []
    expect([line?.name, line?.amountMinor, line?.selectedFeeOption]).toEqual(expected)
  })

  it.each<[string, Partial<StoredVariances>, [string, number, number | null][]]>([
    [
      'an amount',
      { standardFeeVariances: [asking('Scholarship', { amount: 200 })] },
      [['Scholarship', -200_00, null]],
    ],
    [
      'a percentage of what may be discounted',
      { standardFeeVariances: [asking('FamilyArrangement', { percent: 7.5 })] },
      [['Family arrangement', -75_00, 7.5]],
    ],
    ['the staff discount', { staffDiscount: { percent: 25 } }, [['Staff discount', -250_00, 25]]],
    [
      'no more than there is',
      {
        standardFeeVariances: [
          asking('Scholarship', { amount: 900 }),
          asking('BursaryConcession', { percent: 50 }),
        ],
      },
      [
        ['Scholarship', -900_00, null],
        ['Bursary or concession', -100_00, 50],
      ],
    ],
    [
      'nothing for outstanding fees and for words',
      { standardFeeVariances: [asking('OutstandingFees', { amount: 5 }), asking('OtherArrangement', {})] },
      [],
    ],
  ])('less %s', (_, variances, expected) => {
    const material = planMaterial([{ items: [tuition(1_000_00), camp(300_00)] }])
    const { students, annualTotal } = charge(material, variances)
    const lines = students[0]?.addons ?? []
    expect(lines.map(({ name, amountMinor, percentage }) => [name, amountMinor, percentage])).toEqual(
      expected,
    )
    expect(annualTotal).toBe(1_300_00 + expected.reduce((sum, [, amount]) => sum + amount, 0))
  })

  it.each<[string, FeeItemFacts[], (readonly [string, number])[][]]>([
    ['none', [], [[], [], []]],
    [
      'one for every child after the eldest',
      [siblingDiscount(10_00)],
      [[], [['Sibling', -100_00]], [['Sibling', -100_00]]],
    ],
    [
      'one for each',
      [siblingDiscount(10_00, 'Second'), siblingDiscount(20_00, 'Third')],
      [[], [['Second', -100_00]], [['Third', -200_00]]],
    ],
    [
      'an amount',
      [feeItem({ kind: 'SiblingDiscount', name: 'Sibling', amountMinor: 50_00 })],
      [[], [['Sibling', -50_00]], [['Sibling', -50_00]]],
    ],
  ])('less what the school gives siblings: %s', (_, items, expected) => {
    const child = { items: [tuition(1_000_00)] }
    const { students } = charge(planMaterial([child, child, child], { items }))
    expect(students.map(({ discounts }) => pairs(discounts))).toEqual(expected)
  })

  const other = (basisPoints: number, own = {}) => ({
    studentId: 'person-1',
    institutionId: 'school',
    basisPoints,
    ...own,
  })

  it.each([
    ['a share', { holdsRemainder: false, portionBasisPoints: 50_00 }, [], 6_172_51, 50],
    ['the remainder of one other payer', {}, [other(50_00)], 6_172_50, 50],
    ['the remainder of two', {}, [other(33_33), other(33_33)], 4_115_83, 33.34],
    ['all of it', {}, [], 12_345_01, null],
    [
      'all of it, where others pay for another student',
      {},
      [other(50_00, { studentId: 'person-2' })],
      12_345_01,
      null,
    ],
    [
      'all of it, where others pay another school',
      {},
      [other(50_00, { institutionId: 'other' })],
      12_345_01,
      null,
    ],
  ])('of which this payer pays %s', (_, enrolment, otherShares, payable, portion) => {
    const { students, annualTotal } = charge(
      planMaterial([{ items: [tuition(12_345_01)], enrolment }], { otherShares }),
    )
    expect(annualTotal).toBe(payable)
    expect(
      students[0]?.discounts.map(({ name, amountMinor, portionPercent }) => [
        name,
        amountMinor,
        portionPercent,
      ]),
    ).toEqual(portion === null ? [] : [['Paid by another payer', payable - 12_345_01, portion]])
  })
})

describe('Family fees', () => {
  const child = { items: [tuition(1_000_00)] }
  const shared = { ...child, enrolment: { holdsRemainder: false, portionBasisPoints: 50_00 } }

  it.each([
    ['once, however many students there are', [child, child], [['Levy', 350_00]], 2_350_00],
    ['by the payer who holds the remainder of one student', [shared, child], [['Levy', 350_00]], 1_850_00],
    ['not by the other payer', [shared], [], 500_00],
  ])('are paid %s', (_, students, expected, annualTotal) => {
    const charges = charge(planMaterial(students, { items: [familyFee(350_00)] }))
    expect(pairs(charges.familyFees)).toEqual(expected)
    expect(charges.annualTotal).toBe(annualTotal)
  })

  it('are not discounted', () => {
    const material = planMaterial([child], { items: [familyFee(350_00)] })
    expect(charge(material, { staffDiscount: { percent: 100 } }).annualTotal).toBe(350_00)
  })
})

describe('Variances that cannot be granted', () => {
  const material = planMaterial([{ items: [tuition(1_000_00)] }], {
    items: [
      feeItem({ kind: 'Selectable', name: 'Music', amountMinor: 640_00, options: ['Piano', 'Cello'] }),
      feeItem({ kind: 'Optional', name: 'Donation', amountMinor: 0 }),
      { ...feeItem({ kind: 'Optional', name: 'Swimming', amountMinor: 5_00 }), yearLevel: 'Prep' },
    ],
  })
  const stranger = 'This is not one of your students in this school year'

  it.each<[string, Partial<StoredVariances>, Record<string, string>]>([
    [
      'a discount for a stranger',
      { standardFeeVariances: [asking('Scholarship', { amount: 5 }, 'nobody')] },
      { 'standardFeeVariances.0.enrolmentId': stranger },
    ],
    [
      'two figures',
      { standardFeeVariances: [asking('Scholarship', { amount: 5, percent: 5 })] },
      { 'standardFeeVariances.0.percent': 'Enter an amount or a percentage, not both' },
    ],
    [
      'no figure',
      { standardFeeVariances: [asking('FamilyArrangement', { amount: 5 }), asking('Scholarship', {})] },
      { 'standardFeeVariances.1.amount': 'Enter an amount or a percentage' },
    ],
    [
      'outstanding fees without an amount',
      { standardFeeVariances: [asking('OutstandingFees', {})] },
      { 'standardFeeVariances.0.amount': 'Enter an amount' },
    ],
    ['words without a figure are fine', { standardFeeVariances: [asking('OtherArrangement', {})] }, {}],
    [
      'the staff discount twice',
      { standardFeeVariances: [asking('StaffDiscount', { percent: 5 })], staffDiscount: { percent: 5 } },
      { staffDiscount: 'The staff discount is given twice' },
    ],
    [
      'an add-on for a stranger',
      { addons: [adding('Music', 'Cello', 'nobody')] },
      { 'addons.0.enrolmentId': stranger },
    ],
    [
      'an unknown add-on',
      { addons: [adding('Chess', 5)] },
      { 'addons.0.name': 'The school does not offer this' },
    ],
    [
      'one of another level',
      { addons: [adding('Swimming', 5)] },
      { 'addons.0.name': 'The school does not offer this' },
    ],
    [
      'a fixed fee',
      { addons: [adding('Tuition', 5)] },
      { 'addons.0.name': 'The school does not offer this' },
    ],
    [
      'an unknown option',
      { addons: [adding('Music', 'Trumpet')] },
      { 'addons.0.value': 'Choose one of Piano, Cello' },
    ],
    [
      'an amount that is none',
      { addons: [adding('Donation', 'much')] },
      { 'addons.0.value': 'Enter an amount' },
    ],
    ['an amount of zero', { addons: [adding('Donation', 0)] }, { 'addons.0.value': 'Enter an amount' }],
    [
      'the same add-on twice',
      { addons: [adding('Music', 'Cello'), adding('Music', 'Piano')] },
      { 'addons.1.name': 'This fee is added twice' },
    ],
  ])('%s', (_, variances, expected) => {
    let fields: Record<string, string> = {}
    try {
      charge(material, variances)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      expect(error.code).toBe('invalid_request')
      fields = error.fields ?? {}
    }
    expect(fields).toEqual(
      Object.fromEntries(Object.entries(expected).map(([field, why]) => [`variances.${field}`, why])),
    )
  })
})

it.each([
  [null, 'Year 9', true],
  ['Year 9', 'Year 9', true],
  ['Year 8', 'Year 9', false],
])('A fee of the level %s applies to %s: %s', (yearLevel, level, applies) => {
  expect(appliesTo({ ...tuition(1), yearLevel }, level)).toBe(applies)
})

it.each([
  [0, [], true],
  [null, [], true],
  [1, [], false],
  [0, ['Cello'], false],
])('A fee of %s with the options %j takes any amount: %s', (amount, options, isAny) => {
  expect(isOfAnySize({ amountMinor: amount === null ? null : cents(amount), options })).toBe(isAny)
})
