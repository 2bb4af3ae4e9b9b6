import { expect, it } from 'vitest'
import { digitsOf } from './digits.ts'

it.each([
  ['12ab3', '123'],
  ['123 456', '123456'],
  ['12345678', '123456'],
  [' Your code is 482-016. ', '482016'],
  ['none', ''],
])('a code field keeps of "%s" only "%s"', (text, digits) => {
  expect(digitsOf(text, 6)).toBe(digits)
})
