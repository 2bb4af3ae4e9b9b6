import { describe, expect, it } from 'vitest'
import { licenceShapes, licenceStates, looksRight, passportShape, plainDocumentNumber } from './identity.ts'

it.each([
  ['12 345 678', '12345678'],
  ['ab-12 34', 'AB1234'],
  ['  pa1234567 ', 'PA1234567'],
  ['', ''],
])('the number "%s" is compared as "%s"', (typed, plain) => {
  expect(plainDocumentNumber(typed)).toBe(plain)
})

describe("A driver's licence", () => {
  it.each([
    ['ACT', ['1', '1234567890'], ['12345678901', '12A'], ['A123456789'], ['123456789', 'A1234567890']],
    ['NSW', ['AB1234', '12345678'], ['12345', '123456789'], ['1234567890'], ['123456789', 'A123456789']],
    ['NT', ['1', '1234567890'], ['12345678901', 'A1'], ['123456', '12345678'], ['12345', '123456789']],
    ['QLD', ['12345678', '123456789'], ['1234567', 'A2345678'], ['A1B2C3D4E5'], ['123456789']],
    ['SA', ['A12345', '123456'], ['12345', '1234567'], ['AB1234567'], ['12345678', '1234567890']],
    ['TAS', ['A12345', '12345678'], ['12345', '123456789'], ['AB1234567'], ['12345678', '1234567890']],
    ['VIC', ['1', '1234567890'], ['12345678901', 'A1'], ['AB123456'], ['1234567', '123456789']],
    [
      'WA',
      ['1234567'],
      ['123456', '12345678', 'A234567'],
      ['12345678', 'A123456789'],
      ['1234567', 'A1234567890'],
    ],
  ] as const)('of %s has its own number format', (state, licences, noLicences, cards, noCards) => {
    const { licence, card } = licenceShapes[state]
    const right = (numbers: readonly string[], shape: typeof licence) =>
      numbers.map((number) => looksRight(number, shape))
    expect(new Set(right(licences, licence))).toEqual(new Set([true]))
    expect(new Set(right(noLicences, licence))).toEqual(new Set([false]))
    expect(new Set(right(cards, card))).toEqual(new Set([true]))
    expect(new Set(right(noCards, card))).toEqual(new Set([false]))
  })

  it.each(licenceStates)('of %s has no error while it is empty, nor for spaces and dashes', (state) => {
    const { licence, card } = licenceShapes[state]
    expect([looksRight('', licence), looksRight(' - ', card)]).toEqual([true, true])
    expect(looksRight('A-1', licence)).toBe(looksRight('a 1', licence))
  })

  it.each([
    ['ACT', 'Up to 10 digits', '10 letters and digits'],
    ['NSW', '6 to 8 letters and digits', '10 digits'],
    ['WA', '7 digits', '8 to 10 letters and digits'],
  ] as const)('of %s has a hint in words', (state, licence, card) => {
    const shapes = licenceShapes[state]
    expect([shapes.licence.words, shapes.card.words]).toEqual([licence, card])
  })
})

it.each([
  ['AU', 'N1234567', true],
  ['AU', 'pa 1234567', true],
  ['AU', 'PZ1234567', true],
  ['AU', 'PG1234567', false],
  ['AU', 'B1234567', false],
  ['AU', 'N123456', false],
  ['AU', 'N12345678', false],
  ['GB', '123456789', true],
  ['GB', '12345678', false],
  ['GB', 'A12345678', false],
  ['NZ', 'LA123456', true],
  ['NZ', '12345', false],
  ['FR', '12AB34567', true],
  ['FR', '12AB345678', false],
])('a passport of %s may have the number "%s": %s', (country, number, right) => {
  expect(looksRight(number, passportShape(country))).toBe(right)
})
