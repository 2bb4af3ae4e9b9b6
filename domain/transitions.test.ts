import { describe, expect, it } from 'vitest'
import { accountSetupStatuses, accountSetupTransitions } from './accounts.ts'
import { identityCheckStatuses, identityCheckTransitions } from './identity.ts'
import { paymentRequestStatuses, paymentRequestTransitions } from './pay-now.ts'
import { sourceStatuses, sourceTransitions } from './payment-methods/payment-methods.ts'
import { planStatuses, planTransitions } from './plan/payment-schedule.ts'
import { paymentStatuses, paymentTransitions, type PaymentStatus } from './payments.ts'
import { instalmentStatuses, instalmentTransitions } from './repayments.ts'
import { productChangeStatuses, productChangeTransitions } from './switch-account.ts'
import { checkTransition, IllegalTransition, mayFollow, type Transitions } from './transitions.ts'
import { withdrawalStatuses, withdrawalTransitions } from './withdrawals.ts'

const tables: [what: string, statuses: readonly string[], table: Transitions<string>, first: string][] = [
  ['A payment', paymentStatuses, paymentTransitions, 'Created'],
  ['A payment request', paymentRequestStatuses, paymentRequestTransitions, 'Open'],
  ['A repayment source', sourceStatuses, sourceTransitions, 'Usable'],
  ['A withdrawal', withdrawalStatuses, withdrawalTransitions, 'Unconfirmed'],
  ['An instalment', instalmentStatuses, instalmentTransitions, 'Scheduled'],
  ['A plan', planStatuses, planTransitions, 'None'],
  ['The set-up of an account', accountSetupStatuses, accountSetupTransitions, 'SetUpPaymentSchedule'],
  ['A product change', productChangeStatuses, productChangeTransitions, 'VerifyYourDetails'],
  ['An identity check', identityCheckStatuses, identityCheckTransitions, 'Waiting'],
]

describe.each(tables)('%s', (what, statuses, table, first) => {
  it('has a row for every status, and names no other', () => {
    expect(Object.keys(table).toSorted()).toEqual(statuses.toSorted())
    for (const next of Object.values(table).flat()) expect(statuses).toContain(next)
  })

  it('lists each step once', () => {
    for (const next of Object.values(table)) expect(new Set(next).size).toBe(next.length)
  })

  it('can reach every status from its first', () => {
    const reached = new Set([first])
    for (const status of reached) for (const next of table[status] ?? []) reached.add(next)
    expect([...reached].toSorted()).toEqual(statuses.toSorted())
  })

  it('refuses every step that is not in the table', () => {
    for (const from of statuses) {
      for (const to of statuses) {
        const step = () => checkTransition(what, table, from, to)
        if (mayFollow(table, from, to)) expect(step).not.toThrow()
        else expect(step).toThrow(IllegalTransition)
      }
    }
  })
})

describe('A payment', () => {
  it.each<[PaymentStatus, PaymentStatus, string]>([
    ['Created', 'Succeeded', 'is no success before the provider was asked'],
    ['Processing', 'Unknown', 'stays under way while nobody knows better'],
    ['Succeeded', 'Failed', 'never reads as failed once it succeeded'],
    ['Failed', 'Sent', 'is not sent again: a new attempt is a new payment'],
  ])('does not go from %s to %s: it %s', (from, to) => {
    expect(mayFollow(paymentTransitions, from, to)).toBe(false)
  })
})
