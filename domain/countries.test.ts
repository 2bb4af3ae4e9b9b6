import { expect, it } from 'vitest'
import { countryCodes, isCountryCode } from './countries.ts'

it('the list of countries is complete, sorted and without repetition', () => {
  expect(countryCodes.length).toBeGreaterThanOrEqual(235)
  expect(countryCodes).toEqual([...new Set(countryCodes)].toSorted())
  expect(countryCodes.filter((code) => !/^[A-Z]{2}$/.test(code))).toEqual([])
})

it('every country has a name', () => {
  const names = new Intl.DisplayNames('en-AU', { type: 'region', fallback: 'none' })
  expect(countryCodes.filter((code) => names.of(code) === undefined)).toEqual([])
})

it.each([
  ['AU', true],
  ['GB', true],
  ['NZ', true],
  ['UK', false],
  ['au', false],
  ['ZZ', false],
  ['', false],
])('"%s" is a country: %s', (code, is) => {
  expect(isCountryCode(code)).toBe(is)
})
