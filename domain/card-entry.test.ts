import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cardFrameHeight, isAcceptedCardBrand, joinErrors, splitErrors } from './card-entry.ts'

describe('The height of the card frame', () => {
  it.each<[number | 'valid', number]>([
    ['valid', 300],
    [0, 358],
    [1, 378],
    [2, 398],
    [3, 418],
    [4, 438],
    [12, 598],
    [13, 600],
    [1_000_000, 600],
  ])('with %s errors is %d pixels', (errors, height) => {
    expect(cardFrameHeight(errors)).toBe(height)
  })

  it('is the base with its extras: 300 + 2 + 16 + 40, and 20 for each error', () => {
    fc.assert(
      fc.property(fc.nat(12), (errors) => cardFrameHeight(errors) === 300 + 20 * errors + 2 + 16 + 40),
    )
  })

  it('stays between 300 and 600, whatever the frame reports', () => {
    fc.assert(
      fc.property(fc.oneof(fc.integer(), fc.constantFrom(Infinity, -Infinity)), (errors) => {
        const height = cardFrameHeight(errors)
        return height >= 300 && height <= 600
      }),
    )
  })

  it('never shrinks as errors are added', () => {
    fc.assert(fc.property(fc.nat(40), (errors) => cardFrameHeight(errors) <= cardFrameHeight(errors + 1)))
  })
})

describe('The errors of the card form', () => {
  it('keep their number, whatever they contain', () => {
    const sentence = fc.string({ minLength: 1 }).filter((text) => text.trim() !== '')
    fc.assert(
      fc.property(fc.array(sentence), (errors) => splitErrors(joinErrors(errors)).length === errors.length),
    )
  })

  it('keep their words; a comma becomes a semicolon', () => {
    const errors = ['Your card was declined.', 'Try later, or use another card.']
    expect(joinErrors(errors)).toBe('Your card was declined.,Try later; or use another card.')
    expect(splitErrors('')).toEqual([])
  })
})

describe('Card brands', () => {
  it.each([
    ['visa', true],
    ['mastercard', true],
    ['amex', true],
    ['discover', false],
    ['diners', false],
    ['jcb', false],
    ['unionpay', false],
    ['unknown', false],
    ['', false],
  ])('%s is accepted: %s', (brand, accepted) => {
    expect(isAcceptedCardBrand(brand)).toBe(accepted)
  })
})
