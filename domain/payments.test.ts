import { describe, expect, it } from 'vitest'
import { repaymentSourceTypes } from './payment-methods/payment-methods.ts'
import { declineReason, declineReasons, declineText, nextLook } from './payments.ts'

describe('The provider is queried about a payment', () => {
  const sentAt = new Date('2026-11-15T00:00:00Z')
  const minutesAfter = (looks: number) => {
    const at = nextLook(sentAt, looks)
    return at && (at.getTime() - sentAt.getTime()) / 60_000
  }

  it.each([
    [0, 1],
    [1, 5],
    [2, 15],
    [3, 60],
    [4, 120],
    [26, 24 * 60],
    [27, 2 * 24 * 60],
    [32, 7 * 24 * 60],
  ])('after %i queries, %i minutes after it was sent', (looks, minutes) => {
    expect(minutesAfter(looks)).toBe(minutes)
  })

  it('for a week at most: then staff look into it', () => {
    expect(minutesAfter(33)).toBeNull()
  })

  it('less and less often', () => {
    for (let looks = 0; looks < 32; looks += 1) {
      expect(minutesAfter(looks + 1)).toBeGreaterThan(minutesAfter(looks) ?? 0)
    }
  })
})

describe('A refusal of the provider', () => {
  it.each([
    [['generic_decline', 'card_declined'], 'card_declined'],
    [['insufficient_funds', 'card_declined'], 'insufficient_funds'],
    [['lost_card', 'card_declined'], 'lost_card'],
    [['stolen_card', 'card_declined'], 'stolen_card'],
    [[null, 'expired_card'], 'expired_card'],
    [[undefined, 'charge_exceeds_source_limit'], 'over_limit'],
    [[undefined, 'account_closed'], 'account_closed'],
    [['a_code_of_tomorrow', 'card_declined'], 'card_declined'],
    [['a_code_of_tomorrow'], 'card_declined'],
    [[null, undefined], 'not_accepted'],
  ] as const)('%j reads %s', (codes, reason) => {
    expect(declineReason(...codes)).toBe(reason)
  })

  it('has a message for the customer, and none says that a card is stolen', () => {
    for (const reason of declineReasons)
      for (const type of [...repaymentSourceTypes, null]) {
        expect(declineText(reason, type)).toMatch(/^[A-Z].*\.$/)
        expect(declineText(reason, type)).not.toMatch(/stolen|lost|fraud/i)
      }
  })

  it('speaks of no card where a bank account was debited', () => {
    for (const reason of declineReasons) expect(declineText(reason, 'BankAccount')).not.toMatch(/card/i)
    expect(declineText('insufficient_funds', 'BankAccount')).toBe(
      'There was not enough money in your bank account.',
    )
    expect(declineText('insufficient_funds', 'PaymentCard')).toBe('Your card has insufficient funds.')
    expect(declineText('insufficient_funds')).toBe('Your card has insufficient funds.')
  })
})
