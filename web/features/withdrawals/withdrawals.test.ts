import { beforeEach, describe, expect, it } from 'vitest'
import { store } from '../../session/storage.ts'
import { amountTrouble } from './amount-trouble.ts'
import { forgetName, nameOf } from './request-name.ts'

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
    expect(amountTrouble(text, 218.4, 'AU')).toBe(trouble)
  })

  it('is refused with the reason where there is nothing', () => {
    expect(amountTrouble('1', 0, 'UK')).toBe('There is nothing to withdraw at the moment.')
  })
})

describe('The name of a wish', () => {
  const wish = { accountId: 'a1', bankAccountId: 'b1', amount: '120.00' }
  beforeEach(() => store('withdrawal', null))

  it('stays the same until the wish is another one, or is done', () => {
    const name = nameOf(wish)
    expect(nameOf({ ...wish })).toBe(name)
    const other = nameOf({ ...wish, amount: '121.00' })
    expect(other).not.toBe(name)
    expect(nameOf({ ...wish, amount: '121.00' })).toBe(other)
    forgetName()
    expect(nameOf({ ...wish, amount: '121.00' })).not.toBe(other)
  })

  it.each(['', 'x', ': ', 'no: such wish'])('is made anew where "%s" was left behind', (left) => {
    store('withdrawal', left)
    expect(nameOf(wish)).toMatch(/^[\w-]{36}$/)
  })
})
