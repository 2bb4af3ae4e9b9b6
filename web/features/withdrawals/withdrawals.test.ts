import { beforeEach, describe, expect, it } from 'vitest'
import { store } from '../../session/storage.ts'
import { accountSent, accountErrors } from './account-fields.ts'
import { amountError } from './amount-error.ts'
import { forgetIdempotencyKey, idempotencyKeyFor } from './idempotency-key.ts'

describe('An amount to withdraw', () => {
  it.each([
    ['', 'Field is required'],
    ['  ', 'Field is required'],
    ['abc', 'Please enter an amount like 120.00.'],
    ['-5', 'Please enter an amount like 120.00.'],
    ['1.234', 'Please enter an amount like 120.00.'],
    ['0', 'Please enter more than zero.'],
    ['218.41', 'You can withdraw up to $218.40 at the moment.'],
    ['218.40', undefined],
    ['$1', undefined],
  ])('"%s" is answered with %s', (text, trouble) => {
    expect(amountError(text, 218.4, 'AU')).toBe(trouble)
  })

  it('is refused with the reason when nothing is available', () => {
    expect(amountError('1', 0, 'UK')).toBe('There is nothing to withdraw at the moment.')
  })
})

describe('A typed bank account', () => {
  const typed = { holder: ' Olivia Bennett ', bsb: '062 - 000', accountNumber: '1234 5678' }
  it('is sent without the spaces', () => {
    expect(accountErrors('AU', typed)).toEqual({})
    expect(accountSent(typed)).toEqual({
      holder: 'Olivia Bennett',
      bsb: '062-000',
      accountNumber: '12345678',
    })
  })

  it.each([
    ['AU', { bsb: '' }, { bsb: 'Field is required' }],
    ['AU', { bsb: '06200' }, { bsb: 'A BSB has 6 digits, like 062-000' }],
    ['AU', { accountNumber: '1e5' }, { accountNumber: 'An account number has 5 to 9 digits' }],
    ['AU', { holder: ' ' }, { holder: 'Field is required' }],
    [
      'UK',
      { bsb: '20-00-00', accountNumber: '1234567' },
      { accountNumber: 'An account number has 8 digits' },
    ],
    ['UK', {}, { bsb: 'A sort code has 6 digits, like 20-00-00' }],
  ] as const)('in %s %j has the errors %j', (region, change, troubles) => {
    expect(accountErrors(region, { ...typed, ...change })).toEqual(troubles)
  })
})

describe('The idempotency key of a request', () => {
  const request = { accountId: 'a1', bankAccountId: 'b1', amount: '120.00' }
  beforeEach(() => store('withdrawal', null))

  it('stays the same until the request changes or is done', () => {
    const key = idempotencyKeyFor(request)
    expect(idempotencyKeyFor({ ...request })).toBe(key)
    const other = idempotencyKeyFor({ ...request, amount: '121.00' })
    expect(other).not.toBe(key)
    expect(idempotencyKeyFor({ ...request, amount: '121.00' })).toBe(other)
    forgetIdempotencyKey()
    expect(idempotencyKeyFor({ ...request, amount: '121.00' })).not.toBe(other)
  })

  it.each(['', 'x', ': ', 'no: such request'])('is replaced if "%s" was stored', (left) => {
    store('withdrawal', left)
    expect(idempotencyKeyFor(request)).toMatch(/^[\w-]{36}$/)
  })
})
