import { describe, expect, it } from 'vitest'
import { bankOfBsb } from './banks.ts'

describe('The bank of a BSB', () => {
  it.each([
    ['012-003', 'ANZ'],
    ['032000', 'Westpac'],
    ['733-000', 'Westpac'],
    ['062-000', 'Commonwealth Bank'],
    ['767001', 'Commonwealth Bank'],
    ['083-004', 'NAB'],
    ['182-512', 'Macquarie Bank'],
    ['633-000', 'Bendigo Bank'],
    ['923100', 'ING'],
  ])('%s is %s', (bsb, bank) => {
    expect(bankOfBsb(bsb)).toBe(bank)
  })

  it.each([
    ['the number of a bank we do not know', '000-000'],
    ['a neighbour of a longer prefix', '634-000'],
    ['half a number', '062-0'],
    ['too long a number', '062-0000'],
    ['nothing', ''],
    ['words', 'ANZ'],
  ])('is not guessed from %s', (_, bsb) => {
    expect(bankOfBsb(bsb)).toBeUndefined()
  })
})
