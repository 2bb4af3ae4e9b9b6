import { describe, expect, it } from 'vitest'
import {
  bodyOf,
  changeCount,
  draftForYear,
  draftOf,
  draftProblems,
  tidied,
  type FeeDraft,
} from './fee-draft.ts'
import { differenceOf, groupsOf } from './preview-groups.ts'

const schedule = {
  terms: [{ no: 1, startsOn: '2026-01-27', endsOn: '2026-04-02' }],
  items: [
    {
      id: 'a',
      kind: 'Fixed' as const,
      yearLevel: 'Year 8',
      name: 'Tuition',
      amount: 8180,
      percent: null,
      isDiscountable: true,
      taxPercent: 0,
      options: [],
    },
    {
      id: 'b',
      kind: 'SiblingDiscount' as const,
      yearLevel: null,
      name: 'Sibling',
      amount: null,
      percent: 10,
      isDiscountable: false,
      taxPercent: 0,
      options: [],
    },
  ],
}

const withAmount = (draft: FeeDraft, key: string, amount: string): FeeDraft => ({
  ...draft,
  items: draft.items.map((item) => (item.key === key ? { ...item, amount } : item)),
})

describe('A draft of fees', () => {
  const base = draftOf(schedule)

  it('is sent as it was read while nothing is typed', () => {
    const { id: _a, ...first } = schedule.items[0]!
    const { id: _b, ...second } = schedule.items[1]!
    expect(bodyOf(base)).toEqual({ terms: schedule.terms, items: [first, second] })
    expect(changeCount(base, base)).toBe(0)
  })

  it.each([
    ['8340', 1, '8,340.00', 8340],
    ['8,340.5', 1, '8,340.50', 8340.5],
    ['8180.00', 0, '8,180.00', 8180],
    [' $8,180 ', 0, '8,180.00', 8180],
  ])('reads %s: %s changed, shown as %s', (typed, changed, shown, sent) => {
    const draft = withAmount(base, 'a', typed)
    expect(changeCount(draft, base)).toBe(changed)
    expect(tidied(draft.items[0]!)).toBe(shown)
    expect(bodyOf(draft).items[0]?.amount).toBe(sent)
    expect(draftProblems(draft)).toEqual({})
  })

  it.each(['', 'twelve', '-5', '1.234', '1e3'])('does not take %s for an amount', (typed) => {
    expect(draftProblems(withAmount(base, 'a', typed))).toEqual({ a: 'An amount such as 120.50' })
  })

  it('counts what is gone, and what is new in a year without fees', () => {
    expect(changeCount({ ...base, items: base.items.slice(1) }, base)).toBe(1)
    expect(changeCount(base, null)).toBe(3)
  })

  it('begins the next year with its terms a year later', () => {
    expect(draftForYear(base, 1).terms).toEqual([{ no: 1, startsOn: '2027-01-27', endsOn: '2027-04-02' }])
  })
})

describe('What fees change', () => {
  const plan = (before: number, after: number | null, outcome = 'Recalculated') =>
    ({ outcome, before: { total: before }, after: after === null ? null : { total: after } }) as never
  const plans = [
    plan(100, 300),
    plan(500.1, 700.1),
    plan(900, 1084),
    plan(50, 50, 'Unchanged'),
    plan(1, null, 'Review'),
  ]

  it('is grouped by the sum by which plans change, and adds up', () => {
    const groups = groupsOf(plans)
    expect(groups).toEqual([
      { count: 2, each: 200, sum: 400 },
      { count: 1, each: 184, sum: 184 },
    ])
    const totals = { before: { total: 1500.1 }, after: { total: 2084.1 } } as never
    expect(differenceOf({ totals })).toBe(groups.reduce((sum, group) => sum + group.sum, 0))
  })
})
