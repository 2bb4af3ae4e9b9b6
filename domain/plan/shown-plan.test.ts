import { describe, expect, it } from 'vitest'
import { planStatuses } from './payment-schedule.ts'
import { isFixed, yearBeside } from './shown-plan.ts'

const offered = [{ tuitionYear: 2026 }, { tuitionYear: 2027 }]

describe('The plan of a year', () => {
  it.each([
    ['None', null, false, 2025],
    ['Draft', null, false, 2025],
    ['Saved', null, false, 2025],
    ['ManualReview', null, false, 2025],
    ['Current', null, true, 2027],
    ['Completed', null, true, 2027],
    ['None', 'plan_not_editable', true, 2027],
    ['Saved', 'plan_locked', true, 2027],
  ] as const)('that is %s with the lock %s', (planStatus, whyNotEditable, fixed, beside) => {
    expect(isFixed({ planStatus, whyNotEditable })).toBe(fixed)
    expect(yearBeside({ planYear: 2026, planStatus, whyNotEditable, planYearOptions: offered })).toBe(beside)
  })

  it.each(planStatuses)(
    'that is %s leads nowhere from the last year offered, if it cannot be changed',
    (planStatus) => {
      const last = { planYear: 2027, planStatus, whyNotEditable: 'plan_locked', planYearOptions: offered }
      expect(yearBeside(last)).toBeUndefined()
    },
  )
})
