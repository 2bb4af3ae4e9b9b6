import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bpayReference, checkDigit, isBpayReference, referenceForAccount } from './bpay.ts'

const numbers = fc.stringMatching(/^[0-9]{1,19}$/)

describe('The check digit of a BPAY reference', () => {
  it.each([
    ['MOD10V01', '00001672', '5'],
    ['MOD10V01', '7992739871', '3'],
    ['MOD10V01', '0', '0'],
    ['MOD10V05', '39452345', '9'],
    ['MOD10V05', '0', '0'],
  ] as const)('by %s of %s is %s', (rule, number, digit) => {
    expect(checkDigit(number, rule)).toBe(digit)
  })

  it.each(['', '12a', ' 12', '-1', '1'.repeat(20)])('is not asked of %j', (number) => {
    expect(() => checkDigit(number, 'MOD10V01')).toThrow(RangeError)
  })

  it('finds every single wrong digit', () => {
    fc.assert(
      fc.property(numbers, fc.nat(), fc.integer({ min: 1, max: 9 }), (number, at, by) => {
        const reference = bpayReference(number)
        const place = at % reference.length
        const wrong = (Number(reference[place]) + by) % 10
        expect(isBpayReference(reference)).toBe(true)
        expect(isBpayReference(reference.slice(0, place) + wrong + reference.slice(place + 1))).toBe(false)
      }),
    )
  })
})

describe('A BPAY reference', () => {
  it.each([
    ['000016725', true],
    ['00', true],
    ['000016724', false],
    ['394523459', false],
    ['0', false],
    ['', false],
    ['00001672 5', false],
    ['0'.repeat(20), true],
    ['0'.repeat(21), false],
  ])('may be %j: %s', (text, isOne) => {
    expect(isBpayReference(text)).toBe(isOne)
  })

  it('of an account comes from its short id', () => {
    expect(referenceForAccount('LW20418')).toBe('204180')
  })

  it('differs from account to account, also where short ids differ in zeros only', () => {
    fc.assert(
      fc.property(numbers, numbers, (one, other) => {
        const areSame = referenceForAccount(`LW${one}`) === referenceForAccount(`LW${other}`)
        expect(areSame).toBe(one === other)
      }),
    )
    expect(referenceForAccount('LW0418')).not.toBe(referenceForAccount('LW418'))
  })

  it.each(['', 'LW', '20418', 'LW20418 ', 'LX20418'])('is not made from %j', (shortId) => {
    expect(() => referenceForAccount(shortId)).toThrow(RangeError)
  })
})
