import { describe, expect, it } from 'vitest'
import { planLines } from './fee-lines.ts'

const fee = (name: string, amount: number, percentage: number | null = null) => ({
  name,
  amount,
  percentage,
  portionPercent: null,
  discountPercent: null,
})

type PlanFees = Parameters<typeof planLines>[0]

const plan: PlanFees = {
  total: 10_470,
  partYearAdjustment: null,
  carriedOver: 0,
  outstandingFees: 0,
  outstandingFeesCovered: false,
  familyFees: [{ name: 'Building levy', amount: 317 }],
  studentFeeBreakdown: [
    {
      enrolmentId: 'oliver',
      studentName: 'Oliver Hart',
      yearLevel: 'Year 9',
      fees: [fee('Tuition', 6240), fee('Technology levy', 310)],
      discounts: [fee('Scholarship', -624, 10)],
      customerSelectedAddonsAndDiscounts: [],
    },
    {
      enrolmentId: 'isla',
      studentName: 'Isla Hart',
      yearLevel: 'Year 6',
      fees: [fee('Tuition', 4380)],
      discounts: [],
      customerSelectedAddonsAndDiscounts: [
        { ...fee('Staff discount', -438, 10), selectedFeeOption: null, isDeclared: true },
        { ...fee('Music lessons', 285), selectedFeeOption: 'Violin', isDeclared: false },
      ],
    },
  ],
}

function shown(given: PlanFees) {
  const { students, rest } = planLines(given)
  return [...students.flatMap(({ lines }) => lines), ...rest]
}

const inMinor = (amounts: { amount: number }[]) =>
  amounts.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)

describe('the fee breakdown', () => {
  it('names every line, discounts last', () => {
    expect(shown(plan).map(({ name, amount }) => [name, amount])).toEqual([
      ['Tuition', 6240],
      ['Technology levy', 310],
      ['Scholarship (10%)', -624],
      ['Tuition', 4380],
      ['Music lessons: Violin', 285],
      ['Staff discount (10%)', -438],
      ['Family fees: building levy', 317],
    ])
  })

  it('says which share the payer pays', () => {
    const [student] = plan.studentFeeBreakdown
    const discounts = [{ ...fee('Paid by another payer', -3275), portionPercent: 50 }]
    const split = { ...plan, studentFeeBreakdown: student ? [{ ...student, discounts }] : [] }
    expect(shown(split).map(({ name }) => name)).toContain('Paid by another payer (your share 50%)')
  })

  it.each<[string, Partial<PlanFees>, string[]]>([
    ['a whole year', {}, []],
    ['part of a year', { partYearAdjustment: -2617.5, total: 7852.5 }, ['Part-year adjustment']],
    ['a credit carried over', { carriedOver: -123.45, total: 10_346.55 }, ['Balance carried over']],
    ['a debt carried over', { carriedOver: 0.1, total: 10_470.1 }, ['Balance carried over']],
    [
      'outstanding fees that it covers',
      { outstandingFees: 850, outstandingFeesCovered: true, total: 11_320 },
      ['Outstanding fees'],
    ],
    ['outstanding fees that it leaves', { outstandingFees: 850 }, []],
    ['an unnamed amount', { total: 10_500.25 }, ['Other adjustments']],
    [
      'all at once',
      {
        partYearAdjustment: -2617.5,
        carriedOver: 20.2,
        outstandingFees: 850,
        outstandingFeesCovered: true,
        total: 8722.7,
      },
      ['Part-year adjustment', 'Balance carried over', 'Outstanding fees'],
    ],
  ])('lists %s, and adds up to the total to the cent', (_, change, names) => {
    const fees = { ...plan, ...change }
    expect(
      shown(fees)
        .slice(7)
        .map(({ name }) => name),
    ).toEqual(names)
    expect(inMinor(shown(fees))).toBe(Math.round(fees.total * 100))
  })

  it('separates outstanding fees in the plan from those left with the school', () => {
    const covered = planLines({
      ...plan,
      outstandingFees: 850,
      outstandingFeesCovered: true,
      total: 11_320,
    })
    expect(covered.rest.at(-1)).toMatchObject({ name: 'Outstanding fees', amount: 850 })
    expect(covered.unpaidApart).toBe(0)
    const left = planLines({ ...plan, outstandingFees: 850 })
    expect(left.rest.map(({ name }) => name)).toEqual(['Family fees: building levy'])
    expect(left.unpaidApart).toBe(850)
    // The total of a plan may differ for other reasons by just that sum.
    const alike = planLines({ ...plan, outstandingFees: 850, total: 11_320 })
    expect(alike.rest.at(-1)).toMatchObject({ name: 'Other adjustments', amount: 850 })
    expect(alike.unpaidApart).toBe(850)
  })

  it('names the school of a family fee where several schools charge one', () => {
    const familyFees = [
      { name: 'Building levy', amount: 317, school: 'Wattle Grove College' },
      { name: 'Building levy', amount: 200, school: 'Redgum Grammar' },
    ]
    expect(
      planLines({ ...plan, familyFees })
        .rest.slice(0, 2)
        .map(({ name }) => name),
    ).toEqual([
      'Family fees: building levy, Wattle Grove College',
      'Family fees: building levy, Redgum Grammar',
    ])
  })

  it('says that a discount is capped', () => {
    const [student] = plan.studentFeeBreakdown
    const discounts = [
      { ...fee('Staff discount', -100, 50), isCapped: true as const },
      { ...fee('Bursary', -20), isCapped: true as const },
    ]
    const capped = { ...plan, studentFeeBreakdown: student ? [{ ...student, discounts }] : [] }
    expect(shown(capped).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Staff discount (50%, capped at the fees)', 'Bursary (capped at the fees)']),
    )
  })
})
