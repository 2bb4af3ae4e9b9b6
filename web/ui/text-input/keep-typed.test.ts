import { describe, expect, it } from 'vitest'
import { keepAmount, keepPercent, type Keep } from './keep-typed.ts'

/** Types key by key. */
const type = (keep: Keep, keys: string) => Array.from(keys).reduce((text, key) => keep(text, text + key), '')

describe('a field for an amount', () => {
  it.each([
    ['12.345', '12.34'],
    ['12.3.4', '12.34'],
    ['abc', ''],
    ['1a2b', '12'],
    ['-5', '5'],
    ['1,000', '1000'],
    ['1,234.5', '1234.5'],
    ['1,234,567', '1234567'],
    ['7,5', '7,5'],
    ['1e3', '1e3'],
    ['1e5x', '1e5'],
    ['0.07', '0.07'],
    ['.5', '.5'],
    ['1234567890', '123456789'],
    ['$ 5', '5'],
  ])('typed "%s" holds "%s"', (keys, text) => {
    expect(type(keepAmount, keys)).toBe(text)
  })

  it.each([
    ['12.345', '12.34'],
    ['$1,234.567', '1234.56'],
    [' 1 234.50 ', '1234.50'],
    ['£20', '20'],
    ['12 345 678.90', '12345678.90'],
  ])('takes a pasted "%s" as "%s"', (pasted, text) => {
    expect(keepAmount('', pasted)).toBe(text)
    expect(keepAmount('999.99', pasted)).toBe(text)
  })

  it.each(['12,34', '1,2345', '1.2.3', '-12.00', 'about 20', '1234567890', '12.34.56', '٣٤٥'])(
    'does not guess at a pasted "%s"',
    (pasted) => {
      expect(keepAmount('7.50', pasted)).toBe('7.50')
    },
  )

  it('removes and inserts digits anywhere in the text', () => {
    expect(keepAmount('12.34', '1.34')).toBe('1.34')
    expect(keepAmount('12.34', '1234')).toBe('1234')
    expect(keepAmount('12.34', '12.394')).toBe('12.34')
    expect(keepAmount('12.34', '192.34')).toBe('192.34')
    expect(keepAmount('12.34', '')).toBe('')
  })
})

describe('a field for a percentage', () => {
  it.each([
    ['99.99', '99.99'],
    ['100', '100'],
    ['101', '10'],
    ['100.5', '100'],
    ['1000', '100'],
    ['12.345', '12.34'],
    ['ten', ''],
    ['10%', '10'],
    ['0.5', '0.5'],
    ['7,5', '7.5'],
    ['12,345', '12.34'],
    ['1e5', '1e5'],
  ])('typed "%s" holds "%s"', (keys, text) => {
    expect(type(keepPercent, keys)).toBe(text)
  })

  it.each([
    ['10 %', '10'],
    ['33.333', '33.33'],
    ['100%', '100'],
    ['12,5', '12.5'],
    ['7,5 %', '7.5'],
  ])('takes a pasted "%s" as "%s"', (pasted, text) => {
    expect(keepPercent('', pasted)).toBe(text)
  })

  it.each(['101', '100.5', '250', '1,000', '-5', 'half'])('ignores a pasted "%s"', (pasted) => {
    expect(keepPercent('', pasted)).toBe('')
    expect(keepPercent('7.5', pasted)).toBe('7.5')
  })

  it('keeps the point if the number would be too large without it', () => {
    expect(keepPercent('12.34', '1234')).toBe('12.34')
    expect(keepPercent('10', '110')).toBe('10')
  })
})
