import { describe, expect, it } from 'vitest'
import { declineReasons, type DeclineReason } from '#domain/payments.ts'
import type { PaymentKind } from '../../books/payments/payments.store.ts'
import { attemptNote } from './note.ts'

describe('The note of an attempt that failed', () => {
  it.each<[PaymentKind, DeclineReason | null, string]>([
    ['Instalment', 'insufficient_funds', 'Your card has insufficient funds. Nothing was taken.'],
    ['Early', 'processing_error', 'An error occurred while processing your card. Nothing was taken.'],
    ['Early', 'authentication_required', 'Your bank wants you to confirm this payment. Nothing was taken.'],
    ['Instalment', 'account_closed', 'The bank account is closed. Nothing was taken.'],
    ['Early', 'not_accepted', 'It was cancelled or not accepted. Nothing was taken.'],
    ['Early', null, 'It was cancelled or not accepted. Nothing was taken.'],
    ['Guest', 'stolen_card', "The payer's bank did not allow it. Nothing was taken."],
  ])('of a payment of kind %s with the reason %s is: %s', (kind, reason, note) => {
    expect(attemptNote({ kind, reason, methodType: 'PaymentCard' })).toBe(note)
  })

  it('fits a bank account', () => {
    const attempt = { kind: 'Instalment', reason: 'insufficient_funds', methodType: 'BankAccount' } as const
    expect(attemptNote(attempt)).toBe('There was not enough money in your bank account. Nothing was taken.')
  })

  it.each(declineReasons)('is two sentences for %s', (reason) => {
    for (const methodType of ['PaymentCard', 'BankAccount'] as const)
      expect(attemptNote({ kind: 'Early', reason, methodType })).toMatch(/^[^.]+\. Nothing was taken\.$/)
  })
})
