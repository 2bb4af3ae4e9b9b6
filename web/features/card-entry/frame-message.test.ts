import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cardFrameMessage, cardFrameMessages } from '#contract/card-entry.ts'
import { readFrameMessage } from './frame-message.ts'

describe('A message of the card frame', () => {
  it.each([
    { message: 'FormValid', errors: '' },
    { message: 'FormInvalid', errors: 'Card number is required,Name on card is required' },
    { message: 'FormInvalid', errors: 'Your card was declined.', data: { isDeclined: true } },
    { message: 'CardChanged', errors: '', data: { card: { brand: 'visa', funding: 'debit' } } },
    {
      message: 'CardChanged',
      errors: '',
      data: { card: { brand: 'visa', funding: 'unknown', isPending: true } },
    },
    { message: 'SubmitRequested', errors: '' },
    { message: 'BankQuestion', errors: '', data: { clientSecret: 'seti_1_secret_1' } },
    { message: 'TransactionComplete', errors: '', data: { token: 'pm_1' } },
  ])('$message is understood', (message) => {
    expect(readFrameMessage(message)).toEqual(message)
  })

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'TransactionComplete'],
    ['an unknown message', { message: 'FormSubmitted', errors: '' }],
    ['a name that every object has', { message: 'toString', errors: '' }],
    ['no errors', { message: 'FormValid' }],
    ['errors as a list', { message: 'FormInvalid', errors: ['a'] }],
    ['endless errors', { message: 'FormInvalid', errors: ','.repeat(100_000) }],
    ['a completion without data', { message: 'TransactionComplete', errors: '' }],
    ['a completion without a token', { message: 'TransactionComplete', errors: '', data: {} }],
    ['a card of unknown funding', { message: 'CardChanged', errors: '', data: { card: { brand: 'visa' } } }],
    ['a question without a secret', { message: 'BankQuestion', errors: '', data: {} }],
    ['an empty token', { message: 'TransactionComplete', errors: '', data: { token: '' } }],
    ['a token that is no text', { message: 'TransactionComplete', errors: '', data: { token: { pm: 1 } } }],
    ['an endless token', { message: 'TransactionComplete', errors: '', data: { token: 'x'.repeat(256) } }],
  ])('%s is not one', (_, message) => {
    expect(readFrameMessage(message)).toBeUndefined()
  })

  it('is always one that the contract allows', () => {
    const kind = fc.constantFrom(...cardFrameMessages, 'Other', 1)
    const data = fc.oneof(fc.anything(), fc.record({ token: fc.oneof(fc.string(), fc.anything()) }))
    const sent = fc.record({ message: kind, errors: fc.oneof(fc.string(), fc.anything()), data })
    fc.assert(
      fc.property(fc.oneof(sent, fc.anything()), (value) => {
        const read = readFrameMessage(value)
        return read === undefined || cardFrameMessage.safeParse(read).success
      }),
    )
  })
})
