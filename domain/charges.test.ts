import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { coversOf, takenOff } from './charges.ts'
import { cents, sumOf } from './money.ts'

const charges = [
  { id: 'first', open: cents(40_00) },
  { id: 'second', open: cents(100_00) },
]

describe('A payment', () => {
  it('pays charges in their order, and never more than its amount', () => {
    expect(coversOf(cents(60_00), charges)).toEqual([
      { chargeId: 'first', amount: 40_00 },
      { chargeId: 'second', amount: 20_00 },
    ])
    expect(sumOf(coversOf(cents(500_00), charges))).toBe(140_00)
    expect(coversOf(cents(0), charges)).toEqual([])
  })

  it('gives back what it paid last first', () => {
    expect(takenOff(cents(30_00), coversOf(cents(60_00), charges))).toEqual([
      { chargeId: 'second', amount: 20_00 },
      { chargeId: 'first', amount: 10_00 },
    ])
  })

  it('is never spent twice, and never gives back more than it paid', () => {
    const debts = fc.array(fc.integer({ min: 0, max: 90_000 }), { maxLength: 6 })
    const amounts = fc.integer({ min: 0, max: 200_000 })
    fc.assert(
      fc.property(amounts, amounts, debts, (amount, back, owings) => {
        const open = owings.map((owing, index) => ({ id: String(index), open: cents(owing) }))
        const covers = coversOf(cents(amount), open)
        const owed = owings.reduce((sum, owing) => sum + owing, 0)
        expect(sumOf(covers)).toBe(Math.min(amount, owed))
        expect(sumOf(takenOff(cents(back), covers))).toBe(Math.min(back, amount, owed))
      }),
      { numRuns: 300 },
    )
  })
})
