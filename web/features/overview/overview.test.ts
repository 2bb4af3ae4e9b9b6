import { describe, expect, it } from 'vitest'
import { productTypes } from '#domain/accounts.ts'
import { changeSince, countdown, weekdayOf } from './payment-day.ts'
import { planButton } from './plan-button.ts'
import { setupTasks } from './setup-tasks.ts'
import { hasBalanceCard, hasPlanCard } from './shown-cards.ts'

describe('the Overview', () => {
  it('hides the balance of PayPlus and Passthrough only', () => {
    expect(productTypes.filter((type) => !hasBalanceCard(type))).toEqual(['PayPlus', 'Passthrough'])
  })

  it('hides the plan of Pay and Extend only', () => {
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

  it.each([
    [424.25, 436.25, { amount: 12, word: 'less' }],
    [436.25, 424.2, { amount: 12.05, word: 'more' }],
    [436.25, 436.25, null],
    [436.25, null, null],
  ])('compares a payment of %d with the previous one of %d', (amount, previous, change) => {
    expect(changeSince(amount, previous)).toEqual(change)
  })

  it('names the weekday of a payment everywhere', () => {
    expect(weekdayOf('2026-03-20')).toBe('Friday')
  })
})

describe('the button to the payment schedule', () => {
  it.each([
    [true, true, true, undefined, 'Edit plan'],
    [true, true, false, undefined, 'View plan'],
    [true, false, false, undefined, 'Set up plan'],
    [false, true, true, undefined, null],
    [false, false, false, 'AddPaymentMethod', null],
    [false, false, false, 'SetUpPaymentSchedule', 'Set up plan'],
    [false, true, true, 'SetUpPaymentSchedule', 'Edit plan'],
  ] as const)(
    'where updates are allowed: %s, there is a plan: %s, that can still change: %s, set-up: %s, reads %s',
    (allowPaymentScheduleUpdates, hasPlan, canChange, setupStatus, label) => {
      const config = { allowPaymentScheduleUpdates, customerCanUpdateSchedule: hasPlan }
      const plan = hasPlan ? { config: { customerCanUpdateSchedule: canChange } } : null
      expect(planButton(config, setupStatus, plan)).toBe(label)
    },
  )
})

describe('the tasks of a set-up', () => {
  const statesFor = (...given: Parameters<typeof setupTasks>) =>
    setupTasks(...given)?.map(({ state }) => state)
  const nothing = { hasSavedEstimate: false, hasRepaymentSource: false }
  const all = { hasSavedEstimate: true, hasRepaymentSource: true }

  it.each([
    ['SetUpPaymentSchedule', nothing, ['now', 'later', 'later']],
    ['SetUpPaymentSchedule', { ...nothing, hasRepaymentSource: true }, ['now', 'done', 'later']],
    ['AddPaymentMethod', { ...nothing, hasSavedEstimate: true }, ['done', 'now', 'later']],
    ['VerifyYourIdentity', all, ['done', 'done', 'now']],
    ['SetUpPaymentSchedule', all, ['now', 'done', 'later']],
  ] as const)('at %s are ticked by what is done', (status, accountSetupTasks, states) => {
    expect(statesFor(status, { accountSetupTasks, productChange: null })).toEqual(states)
  })

  it.each([
    ['Completed', ['now', 'later', 'done']],
    ['Processing', ['now', 'later', 'later']],
  ] as const)('after a switch that is %s know whether the customer was checked', (status, states) => {
    const productChange = { status, frequency: null }
    expect(statesFor('SetUpPaymentSchedule', { accountSetupTasks: nothing, productChange })).toEqual(states)
  })

  it.each(['ManualReview', 'StepsCompleted', 'NoFurtherSteps', undefined] as const)(
    'are not shown while the status is %s',
    (status) => {
      expect(setupTasks(status, { accountSetupTasks: all, productChange: null })).toBeNull()
    },
  )
})
