import { describe, expect, it } from 'vitest'
import { readAmount } from './amount-text.ts'

describe('a typed amount', () => {
  it.each([
    ['12', 12_00],
    [' 12 ', 12_00],
    ['12.5', 12_50],
    ['0.07', 7],
    ['1,234.5', 1_234_50],
    ['1234567.89', 1_234_567_89],
    ['1,234,567.89', 1_234_567_89],
    ['$1,300.00', 1_300_00],
    ['£ 20', 20_00],
    // As floating-point numbers these three would miss the cent.
    ['0.29', 29],
    ['1.15', 1_15],
    ['8.2', 8_20],
  ])('"%s" is %i cents', (text, amount) => {
    expect(readAmount(text)).toBe(amount)
  })

  it.each([
    '',
    ' ',
    'abc',
    '1.234',
    '-1',
    '1,23',
    '12,34',
    '1,2345',
    ',123',
    '1e3',
    '12 34',
    '1.2.3',
    '--',
    '∞',
  ])('"%s" is not an amount', (text) => {
    expect(readAmount(text)).toBeUndefined()
  })
})
