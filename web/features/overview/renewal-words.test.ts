import { describe, expect, it } from 'vitest'
import { renewalFacts, reviewSentence, type Renewal } from './renewal-words.ts'

const renewal: Renewal = {
  amount: 360.2,
  period: 'Fortnight',
  paymentCount: 26,
  firstPaymentOn: '2027-01-06',
  editableUntil: '2027-01-04',
  previous: { amount: 859, period: 'Month' },
  method: { displayName: 'Visa ending 4242', lastDay: '2028-01-31', trouble: null },
  heldOn: null,
}
const card = (trouble: 'CardExpired' | 'MandateEnded' | 'Refused') => ({
  displayName: 'Visa ending 4242',
  lastDay: '2026-12-31',
  trouble,
})

describe('The banner of a plan that was prepared', () => {
  it('shows old and new amount, first date, count, method and last day', () => {
    expect(renewalFacts(renewal, 'AU')).toEqual([
      { label: 'Each payment', value: '$360.20 fortnightly' },
      { label: 'Until now', value: '$859.00 monthly' },
      { label: 'First payment', value: '6 January 2027' },
      { label: 'Payments', value: '26' },
      { label: 'Payment method', value: 'Visa ending 4242' },
      { label: 'Last day to edit', value: '4 January 2027' },
    ])
  })

  it.each([
    ['it starts by itself', {}, /^This plan starts on Wed 6 January 2027 unless you change it\.$/],
    ['it is too late to edit it', { editableUntil: null }, /It can no longer be edited\.$/],
    ['it has no method', { method: null }, /^This plan needs a payment method\. .* does not start on Wed/],
    [
      'its card ends before',
      { method: card('CardExpired') },
      /valid until 31 December 2026\. .* does not start/,
    ],
    ['its direct debit has ended', { method: card('MandateEnded') }, /your bank has ended the direct debit/],
    ['its method was refused', { method: card('Refused') }, /cannot be used any more/],
  ] as const)('says that %s', (_, changes, expected) => {
    expect(reviewSentence({ ...renewal, ...changes })).toMatch(expected)
  })
})
