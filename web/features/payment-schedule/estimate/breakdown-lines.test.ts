import { describe, expect, it } from 'vitest'
import type { PaymentPlan } from '#contract/payment-schedule.ts'
import { breakdownLines } from './breakdown-lines.ts'

const line = (name: string, amount: number, percentage: number | null = null) => ({
  name,
  amount,
  percentage,
  portionPercent: null,
  discountPercent: null,
})

const plan = {
  planYear: 2027,
  totalAmount: 10_850.4,
  partYearAdjustment: null,
  balanceAtPlanStart: 0,
  outstandingFees: 0,
  outstandingFeesCovered: false,
  familyFees: [{ name: 'Building levy', amount: 330 }],
  studentFeeBreakdown: [
    {
      enrolmentId: 'oliver',
      studentName: 'Oliver Hart',
      yearLevel: 'Year 10',
      fees: [line('Tuition', 6520), line('Technology levy', 325)],
      discounts: [],
      customerSelectedAddonsAndDiscounts: [{ ...line('Scholarship', -652, 10), selectedFeeOption: null }],
    },
    {
      enrolmentId: 'isla',
      studentName: 'Isla Hart',
      yearLevel: 'Year 7',
      fees: [line('Tuition', 4480)],
      discounts: [line('Sibling discount', -448, 10)],
      customerSelectedAddonsAndDiscounts: [{ ...line('Music ensemble', 295.4), selectedFeeOption: null }],
    },
  ],
} as unknown as PaymentPlan

function shown(given: PaymentPlan) {
  const { students, rest } = breakdownLines(given)
  return [...students.flatMap(({ lines }) => lines), ...rest]
}

describe('the annual breakdown', () => {
  it('names each line as a parent knows it', () => {
    expect(shown(plan).map(({ name, amount }) => [name, amount])).toEqual([
      ['Tuition', 6520],
      ['Technology levy', 325],
      ['Scholarship (10%)', -652],
      ['Tuition', 4480],
      ['Music ensemble', 295.4],
      ['Sibling discount (10%)', -448],
      ['Family fees: building levy', 330],
    ])
  })

  it.each<[string, Partial<PaymentPlan>, string[]]>([
    ['nothing more where nothing else counts', {}, []],
    ['a part of the year', { partYearAdjustment: -2712.6, totalAmount: 8137.8 }, ['Part-year adjustment']],
    [
      'what is owed from before',
      { balanceAtPlanStart: 120.05, totalAmount: 10_970.45 },
      ['Balance carried over'],
    ],
    ['what is in credit', { balanceAtPlanStart: -50.1, totalAmount: 10_800.3 }, ['Balance carried over']],
    [
      'fees owed to the school that the plan covers',
      { outstandingFees: 850, outstandingFeesCovered: true, totalAmount: 11_700.4 },
      ['Outstanding fees'],
    ],
    ['but not those that it does not', { outstandingFees: 850 }, []],
    ['a sum that was agreed with our people', { totalAmount: 10_000 }, ['Other adjustments']],
  ])('lists %s, and comes to the total to the cent', (_, change, names) => {
    const changed = { ...plan, ...change }
    const lines = shown(changed)
    expect(lines.slice(7).map(({ name }) => name)).toEqual(names)
    const cents = lines.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)
    expect(cents).toBe(Math.round(breakdownLines(changed).total * 100))
  })
})
