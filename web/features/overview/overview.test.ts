import { describe, expect, it } from 'vitest'
import { productTypes } from '#domain/accounts.ts'
import { countdown, weekdayOf } from './payment-day.ts'
import { planBadge } from './plan-badge.ts'
import { hasBalanceCard, hasPlanCard } from './shown-cards.ts'

describe('the Overview', () => {
  it('hides the balance of PayPlus and Passthrough alone', () => {
    expect(productTypes.filter((type) => !hasBalanceCard(type))).toEqual(['PayPlus', 'Passthrough'])
  })

  it('hides the plan of Pay and Extend alone', () => {
    expect(productTypes.filter((type) => !hasPlanCard(type))).toEqual(['Pay', 'Extend'])
  })

  it.each([
    [-1, null],
    [0, 'Today'],
    [1, 'Tomorrow'],
    [10, 'In 10 days'],
    [31, 'In 31 days'],
    [32, null],
  ])('counts a payment %i days away as %s', (days, text) => {
    expect(countdown(days)).toBe(text)
  })

  it('names the weekday of a payment wherever it is read', () => {
    expect(weekdayOf('2026-03-20')).toBe('Friday')
  })
})

describe('the badge of a plan', () => {
  const plan = { status: 'Current', isTemporary: false, canBeEdited: true } as const
  it.each([
    ['Temporary plan', { ...plan, isTemporary: true, canBeEdited: false }],
    ['Action required', { ...plan, canBeEdited: false }],
    ['Active', plan],
    ['Upcoming', { ...plan, status: 'Saved' }],
    ['Completed', { ...plan, status: 'Completed' }],
  ] as const)('reads %s', (label, given) => {
    expect(planBadge(given)?.label).toBe(label)
  })

  it.each(['None', 'Draft', 'ManualReview'] as const)('is absent while the plan is %s', (status) => {
    expect(planBadge({ ...plan, status })).toBeNull()
  })
})
