import { describe, expect, it } from 'vitest'
import type { PaymentPlan } from '#contract/payment-schedule.ts'
import { differencesOf } from './differences.ts'

const plan = {
  periodicAmount: 452.1,
  planEndDate: null,
  familyFees: [{ name: 'Building levy', amount: 330 }],
  payments: [
    { date: '2027-01-22', amount: 452.1 },
    { date: '2027-02-05', amount: 452.05 },
  ],
} as unknown as PaymentPlan

describe('two plans', () => {
  it.each<[string, object, string[]]>([
    [
      'are the same whatever the order of their fields',
      { familyFees: [{ amount: 330, name: 'Building levy' }] },
      [],
    ],
    ['differ by a cent', { periodicAmount: 452.11 }, ['periodicAmount']],
    ['differ deep inside', { familyFees: [{ name: 'Building levy', amount: 331 }] }, ['familyFees']],
    ['differ in the order of their payments', { payments: plan.payments.toReversed() }, ['payments']],
    ['differ where one has nothing', { planEndDate: '2027-12-10' }, ['planEndDate']],
    ['differ where one lacks a field', { payments: undefined, more: 1 }, ['payments', 'more']],
  ])('%s', (_, change, names) => {
    expect(differencesOf(plan, { ...plan, ...change })).toEqual(names)
  })
})
