import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sumStudent, type Discount, type Fee, type StudentCharges } from './fees.ts'
import { cents } from '../money.ts'

const fee = (amount: number): Fee => ({ name: 'Tuition', amount: cents(amount), isDiscountable: true })
const fixedFee = (amount: number): Fee => ({ name: 'Camp', amount: cents(amount), isDiscountable: false })
const percent = (basisPoints: number): Discount => ({ name: 'Sibling', basisPoints })
const sum = (amount: number): Discount => ({ name: 'Scholarship', amount: cents(amount) })
const whole: StudentCharges['share'] = { basisPoints: 100_00 }

const charges = (own: Partial<StudentCharges>): StudentCharges => ({
  fees: [],
  addons: [],
  discounts: [],
  share: whole,
  ...own,
})

describe('What a student costs', () => {
  it.each([
    ['none that takes off what it says', [percent(25_00), sum(50_00)], [false, false]],
    ['a sum that is more than the fees', [sum(1_500_00)], [true]],
    ['the last of those that are more together', [percent(60_00), percent(50_00)], [false, true]],
  ])('knows which discounts are capped: %s', (_, discounts, capped) => {
    expect(sumStudent(charges({ fees: [fee(1_000_00)], discounts })).capped).toEqual(capped)
  })

  it.each([
    ['nothing without fees', {}, { gross: 0, discounts: [], net: 0 }],
    [
      'all fees and the chosen add-ons',
      { fees: [fee(1_000_00), fixedFee(50_00)], addons: [fee(20_50), fixedFee(1)] },
      { gross: 1_070_51, discounts: [], net: 1_070_51 },
    ],
    [
      'V2, the first student: a fee that is never discounted stays whole',
      { fees: [fee(11_845_00), fixedFee(420_00)], discounts: [percent(25_00)] },
      { gross: 12_265_00, discounts: [2_961_25], net: 9_303_75 },
    ],
    [
      'V2, the second student: percentages do not compound',
      { fees: [fee(9_860_00), fixedFee(385_50)], discounts: [percent(25_00), percent(7_50)] },
      { gross: 10_245_50, discounts: [2_465_00, 739_50], net: 7_041_00 },
    ],
    [
      'V5, before the family fee: a fixed scholarship',
      { fees: [fee(15_800_10)], discounts: [sum(2_000_00)] },
      { gross: 15_800_10, discounts: [2_000_00], net: 13_800_10 },
    ],
    [
      'V12: discounts together take no more than the fees they are taken of',
      { fees: [fee(5_000_00), fixedFee(300_00)], discounts: [percent(75_00), percent(40_00)] },
      { gross: 5_300_00, discounts: [3_750_00, 1_250_00], net: 300_00 },
    ],
    [
      'a discount after the fees are used up takes nothing',
      { fees: [fee(100_00)], discounts: [sum(100_00), percent(10_00), sum(5_00)] },
      { gross: 100_00, discounts: [100_00, 0, 0], net: 0 },
    ],
    [
      'an add-on is charged whole, whatever is taken off the fees',
      { fees: [fee(1_000_00)], addons: [fee(200_00)], discounts: [percent(100_00), sum(1)] },
      { gross: 1_200_00, discounts: [1_000_00, 0], net: 200_00 },
    ],
    [
      'a sum and then a share: the share is still of all the fees',
      { fees: [fee(1_000_00)], discounts: [sum(600_00), percent(50_00)] },
      { gross: 1_000_00, discounts: [600_00, 400_00], net: 0 },
    ],
    [
      'every discount is rounded by itself, half a cent up',
      { fees: [fee(50)], discounts: [percent(1_00), percent(1_00), percent(99)] },
      { gross: 50, discounts: [1, 1, 0], net: 48 },
    ],
    [
      'nothing is taken off where nothing may be discounted',
      { fees: [fixedFee(300_00)], discounts: [percent(50_00), sum(10_00)] },
      { gross: 300_00, discounts: [0, 0], net: 300_00 },
    ],
    [
      'nothing is taken off a credit that the school books as a fee',
      { fees: [fee(-100_00)], discounts: [percent(10_00), sum(5_00)] },
      { gross: -100_00, discounts: [0, 0], net: -100_00 },
    ],
  ])('%s', (_, own, expected) => {
    expect(sumStudent(charges(own))).toEqual({
      ...expected,
      payable: expected.net,
      capped: expected.discounts.map(() => expect.any(Boolean)),
    })
  })

  it.each([
    ['a negative discount', charges({ fees: [fee(100)], discounts: [sum(-1)] })],
    ['a negative percentage', charges({ fees: [fee(100)], discounts: [percent(-1)] })],
    ['a share of more than the whole', charges({ share: { basisPoints: 100_01 } })],
    ['other shares of more than the whole', charges({ share: { remainderOf: [60_00, 40_01] } })],
  ])('%s is refused', (_, nonsense) => {
    expect(() => sumStudent(nonsense)).toThrow(RangeError)
  })
})

describe("A payer's part of a student", () => {
  it.each([
    ['V7: half, rounded up', 12_345_01, { basisPoints: 50_00 }, 6_172_51],
    ['V7: what the other half leaves', 12_345_01, { remainderOf: [50_00] }, 6_172_50],
    ['all of it', 12_345_01, { basisPoints: 100_00 }, 12_345_01],
    ['all of it when nobody else has a share', 12_345_01, { remainderOf: [] }, 12_345_01],
    ['none of it', 12_345_01, { basisPoints: 0 }, 0],
    ['none of it when the others pay everything', 12_345_01, { remainderOf: [60_00, 40_00] }, 0],
    ['a third, beside two others', 100_00, { remainderOf: [33_33, 33_33] }, 33_34],
  ])('%s', (_, net, share, payable) => {
    expect(sumStudent(charges({ fees: [fee(net)], share })).payable).toBe(payable)
  })

  it('is taken of what is left after the discounts', () => {
    const own = charges({
      fees: [fee(1_000_00)],
      addons: [fee(100_00)],
      discounts: [percent(50_00)],
      share: { basisPoints: 25_00 },
    })
    expect(sumStudent(own)).toMatchObject({ net: 600_00, payable: 150_00 })
  })
})

describe('Whatever a school charges', () => {
  const amount = fc.integer({ min: 0, max: 60_000_00 })
  const fees = fc.array(
    fc.record({ name: fc.constant('Fee'), amount: amount.map(cents), isDiscountable: fc.boolean() }),
    { maxLength: 5 },
  )
  const discounts = fc.array(fc.oneof(fc.integer({ min: 0, max: 150_00 }).map(percent), amount.map(sum)), {
    maxLength: 4,
  })
  const bill = fc.record({ fees, addons: fees, discounts })

  it('discounts are never negative and never exceed the fees that may be discounted', () => {
    fc.assert(
      fc.property(bill, (own) => {
        const student = sumStudent(charges(own))
        const base = own.fees.reduce((total, each) => total + (each.isDiscountable ? each.amount : 0), 0)
        const takenOff = student.discounts.reduce((total, each) => total + each, 0)
        expect(student.discounts).toHaveLength(own.discounts.length)
        expect(Math.min(0, ...student.discounts)).toBe(0)
        expect(takenOff).toBeLessThanOrEqual(base)
        expect(student.gross - takenOff).toBe(student.net)
        expect(student.net).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: 500 },
    )
  })

  it('the parts of all payers of a student sum to the net', () => {
    const others = fc
      .array(fc.integer({ min: 0, max: 100_00 }), { maxLength: 4 })
      .filter((shares) => shares.reduce((total, each) => total + each, 0) <= 100_00)
    fc.assert(
      fc.property(bill, others, (own, shares) => {
        const parts = shares.map((basisPoints) => sumStudent(charges({ ...own, share: { basisPoints } })))
        const rest = sumStudent(charges({ ...own, share: { remainderOf: shares } }))
        const paid = parts.reduce((total, part) => total + part.payable, 0)
        expect(paid + rest.payable).toBe(rest.net)
      }),
      { numRuns: 500 },
    )
  })
})
