import { describe, expect, it } from 'vitest'
import type { PlanOfAYear } from '#contract/overview.ts'
import { addDays, calendarDate } from '#domain/calendar/calendar.ts'
import type { RenewalStatus } from '#domain/plan/payment-schedule.ts'
import { planMessage } from './plan-message.ts'

const today = '2026-03-10'
const inDays = (days: number) => addDays(calendarDate(today), days)

function running(startedDaysAgo: number, renewalStatus: RenewalStatus = 'New'): PlanOfAYear {
  return {
    tuitionYear: 2026,
    planStartDate: inDays(-startedDaysAgo),
    planStatus: 'Current',
    lastUpdatedByCustomer: true,
    renewalStatus,
    canBeEdited: false,
    renewal: null,
  }
}
const done: PlanOfAYear = { ...running(60), planStatus: 'Completed' }
const next: PlanOfAYear = {
  tuitionYear: 2027,
  planStartDate: '2027-01-21',
  planStatus: 'Saved',
  lastUpdatedByCustomer: true,
  renewalStatus: 'Renewing',
  canBeEdited: true,
  renewal: {
    amount: 360.2,
    period: 'Fortnight',
    paymentCount: 26,
    firstPaymentOn: '2027-01-21',
    editableUntil: '2027-01-19',
    previous: { amount: 859, period: 'Month' },
    method: { displayName: 'Visa ending 4242', lastDay: '2028-01-31', trouble: null },
    heldOn: null,
  },
}
const withoutMethod = { ...next.renewal!, method: null }
const onExpiredCard = {
  ...next.renewal!,
  method: { displayName: 'Visa ending 4242', lastDay: '2026-12-31', trouble: 'CardExpired' as const },
}
const held = { ...withoutMethod, firstPaymentOn: null, editableUntil: null, heldOn: '2026-03-01' }

/** The first plan is the active one. */
function messageFor(...plans: PlanOfAYear[]) {
  const [active] = plans
  return planMessage({
    today,
    plans,
    activePlan: active ?? null,
    planStatus: active?.planStatus ?? 'None',
  })
}

describe('the message about a plan', () => {
  it.each([
    ['says that a renewal the customer saved is all set', [running(60, 'Renewing'), next], 'AllSet', 2027],
    [
      'asks for a review of one that they have not saved',
      [running(60, 'Renewing'), { ...next, lastUpdatedByCustomer: false }],
      'Review',
      2027,
    ],
    [
      'asks for it also while it is an estimate',
      [running(60, 'Renewing'), { ...next, planStatus: 'Draft', lastUpdatedByCustomer: false }],
      'Review',
      2027,
    ],
    [
      'asks for a payment method where a plan that they have saved has none',
      [running(60, 'Renewing'), { ...next, renewal: withoutMethod }],
      'NeedsMethod',
      2027,
    ],
    [
      'asks for another one where the card ends before the first payment',
      [running(60, 'Renewing'), { ...next, renewal: onExpiredCard }],
      'NeedsMethod',
      2027,
    ],
    [
      'says that a plan has not started, after its first day too',
      [
        { ...done, renewalStatus: 'Renewing' },
        { ...next, planStatus: 'Draft', planStartDate: '2026-03-01', renewal: held },
      ],
      'NotStarted',
      2027,
    ],
    ['congratulates on a graduation', [{ ...done, renewalStatus: 'Graduating' }], 'Graduation', 2026],
    ['says that a plan is complete', [{ ...done, renewalStatus: 'Closed' }], 'Complete', 2026],
    ['says so on the day a plan starts', [running(0)], 'Started', 2026],
    ['says so for thirty days', [running(30)], 'Started', 2026],
    [
      'prefers the renewal to a completed plan',
      [{ ...done, renewalStatus: 'Renewing' }, next],
      'AllSet',
      2027,
    ],
    ['prefers the renewal to a plan just started', [running(5, 'Renewing'), next], 'AllSet', 2027],
  ] as const)('%s', (_, plans, kind, year) => {
    expect(messageFor(...plans)).toEqual({ kind, year })
  })

  it.each([
    ['without a plan', []],
    ['on the 31st day of a plan', [running(31)]],
    ['before the first day of a plan', [running(-1)]],
    ['of a renewal without a future plan', [running(60, 'Renewing')]],
    ['of a renewal still under review', [running(60, 'Renewing'), { ...next, planStatus: 'ManualReview' }]],
    ['of a future plan that is not a renewal', [running(60), { ...next, renewalStatus: 'New' }]],
    ['of a renewed plan that has begun', [running(60, 'Renewing'), { ...next, planStartDate: today }]],
    ['of a plan that is only saved', [{ ...running(-20), planStatus: 'Saved' }]],
  ] as const)('is absent %s', (_, plans) => {
    expect(messageFor(...plans)).toBeNull()
  })

  it.each(['New', 'Closed', 'Offboarding', 'NoFeeSchedule', 'NoRenewalDate'] as const)(
    'is absent for a running plan whose renewal is %s',
    (renewalStatus) => {
      expect(messageFor(running(60, renewalStatus), { ...next, renewalStatus })).toBeNull()
    },
  )
})
