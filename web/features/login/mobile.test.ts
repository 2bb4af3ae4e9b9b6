import { expect, it } from 'vitest'
import { maskMobile } from './mobile.ts'

it.each([
  ['+61', '427', '+61 *** *** 427'],
  ['+44', '001', '+44 *** *** 001'],
  [null, '427', '*** *** 427'],
])('a mobile number with prefix %s ending in %s is shown as %s', (countryCode, lastDigits, shown) => {
  expect(maskMobile({ countryCode, lastDigits })).toBe(shown)
})
