import { describe, expect, it } from 'vitest'
import { readPercent } from './percent-text.ts'

describe('a typed percentage', () => {
  it.each([
    ['0', 0],
    ['100', 100_00],
    [' 10 ', 10_00],
    ['2.75', 2_75],
    ['12.5 %', 12_50],
  ])('"%s" is %i basis points', (text, basisPoints) => {
    expect(readPercent(text)).toBe(basisPoints)
  })

  it.each(['', '%', '100.01', '-1', '1.234', '1,5', 'ten'])('"%s" is not a percentage', (text) => {
    expect(readPercent(text)).toBeUndefined()
  })
})
