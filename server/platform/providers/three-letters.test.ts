import { expect, it } from 'vitest'
import { countryCodes } from '#domain/countries.ts'
import { threeLetters } from './three-letters.ts'

it('every country has a unique three-letter code', () => {
  const letters = countryCodes.map(threeLetters)
  expect(letters.filter((each) => !/^[A-Z]{3}$/.test(each))).toEqual([])
  expect(new Set(letters).size).toBe(countryCodes.length)
})

it.each([
  ['AU', 'AUS'],
  ['GB', 'GBR'],
  ['CH', 'CHE'],
  ['DE', 'DEU'],
  ['KR', 'KOR'],
  ['ZA', 'ZAF'],
])('%s is %s', (two, three) => {
  expect(threeLetters(two)).toBe(three)
})

it('an unknown country has no code', () => {
  expect(() => threeLetters('XX')).toThrow('no country XX')
})
