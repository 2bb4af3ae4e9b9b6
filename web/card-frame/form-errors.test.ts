import { describe, expect, it } from 'vitest'
import { emptyForm, errorsOf, type CardForm } from './form-errors.ts'

const filled = { isEmpty: false, isComplete: true }
const good: CardForm = {
  number: { ...filled, brand: 'visa' },
  expiry: filled,
  cvc: filled,
  name: { value: 'Amelia Hart', wasLeft: true },
  isSubmitted: true,
}
const begun = { isEmpty: false, isComplete: false }
const complaint = (code: string, message = 'In the words of the processor.') => ({
  ...begun,
  complaint: { code, message },
})

describe('The card form', () => {
  it.each<[string, CardForm, object]>([
    ['shows no error before anything is typed', emptyForm, {}],
    ['shows no error when all is valid', good, {}],
    [
      'shows what is missing after a submit',
      { ...emptyForm, isSubmitted: true },
      {
        number: 'Card number is required',
        expiry: 'Expiry date is required',
        cvc: 'Security code is required',
        name: 'Name on card is required',
      },
    ],
    ['waits while a field is being filled', { ...emptyForm, number: { ...begun, brand: 'visa' } }, {}],
    [
      'calls a half-filled field incomplete when it is left',
      { ...emptyForm, number: { ...complaint('incomplete_number'), brand: 'visa' } },
      { number: 'Card number is incomplete' },
    ],
    [
      'calls it incomplete after a submit too',
      { ...good, expiry: begun },
      { expiry: 'Expiry date is incomplete' },
    ],
    [
      'says that a card has expired',
      { ...good, expiry: complaint('invalid_expiry_year_past') },
      { expiry: 'Expiry date is in the past' },
    ],
    [
      'passes on an unknown error',
      { ...good, cvc: complaint('new_code') },
      { cvc: 'In the words of the processor.' },
    ],
    [
      'refuses a brand as soon as it is known',
      { ...emptyForm, number: { ...begun, brand: 'discover' } },
      { number: 'Card type is not accepted' },
    ],
    [
      'refuses a complete number of an unknown brand',
      { ...good, number: { ...filled, brand: 'unknown' } },
      { number: 'Card type is not accepted' },
    ],
    [
      'needs a name, not spaces',
      { ...good, name: { value: '  ', wasLeft: true } },
      { name: 'Name on card is required' },
    ],
    [
      'accepts a name of 32 characters',
      { ...good, name: { value: `${'x'.repeat(32)} `, wasLeft: true } },
      {},
    ],
    [
      'refuses a name of 33 characters',
      { ...good, name: { value: 'x'.repeat(33), wasLeft: true } },
      { name: 'Name on card is longer than 32 characters' },
    ],
    [
      'shows the refusal of the last attempt',
      { ...good, refusal: 'Your card was declined.' },
      { form: 'Your card was declined.' },
    ],
  ])('%s', (_, form, errors) => {
    expect(errorsOf(form)).toEqual(errors)
  })
})
