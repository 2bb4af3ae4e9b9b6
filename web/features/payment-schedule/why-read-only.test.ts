import { describe, expect, it } from 'vitest'
import { whyReadOnly } from './why-read-only.ts'

describe('a plan that can only be looked at', () => {
  const open = { canEditOrAddAccountPlan: true, allowPaymentScheduleUpdates: true }
  it.each([
    ['has been paid', open, 'Completed', 'completed'],
    ['is under way', open, 'Current', 'under-way'],
    ['is about to begin', open, 'Saved', 'closed'],
    ['is made by our people', { ...open, allowPaymentScheduleUpdates: false }, 'Saved', 'ours'],
    ['runs, no matter who made it', { ...open, allowPaymentScheduleUpdates: false }, 'Current', 'under-way'],
    ['is blocked, whatever else', { ...open, canEditOrAddAccountPlan: false }, 'Current', 'blocked'],
    ['is blocked before it begins', { ...open, canEditOrAddAccountPlan: false }, 'Saved', 'blocked'],
  ] as const)('is so because it %s', (_, config, planStatus, why) => {
    expect(whyReadOnly(config, { planStatus })).toBe(why)
  })
})
