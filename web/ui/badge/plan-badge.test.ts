import { describe, expect, it } from 'vitest'
import { planBadge } from './plan-badge.ts'

describe('the badge of a plan', () => {
  const plan = { status: 'Current', isTemporary: false, canBeEdited: true, isOverdue: false } as const
  it.each([
    ['On hold', { ...plan, isHeld: true, isTemporary: true }],
    ['Temporary plan', { ...plan, isTemporary: true, canBeEdited: false }],
    ['Action required', { ...plan, canBeEdited: false }],
    ['Active', plan],
    ['Payment overdue', { ...plan, isOverdue: true }],
    ['Action required', { ...plan, isOverdue: true, canBeEdited: false }],
    ['Completed', { ...plan, isOverdue: true, status: 'Completed' }],
    ['Upcoming', { ...plan, status: 'Saved' }],
    ['Completed', { ...plan, status: 'Completed' }],
  ] as const)('reads %s', (label, given) => {
    expect(planBadge(given)?.label).toBe(label)
  })

  it.each(['None', 'Draft', 'ManualReview'] as const)('is absent while the plan is %s', (status) => {
    expect(planBadge({ ...plan, status })).toBeNull()
  })
})
