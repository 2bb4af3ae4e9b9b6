import { describe, expect, it } from 'vitest'
import { bankMessageOf, checks, formatAccount, formatBsb, formatSortCode } from './frames/bank-rules.js'

describe('a bank account', () => {
  it.each([
    [formatSortCode, '10', '10'],
    [formatSortCode, '108', '10-8'],
    [formatSortCode, '108800', '10-88-00'],
    [formatSortCode, '10 88 00 9', '10-88-00'],
    [formatBsb, '000', '000'],
    [formatBsb, '0000', '000-0'],
    [formatBsb, '000-0001', '000-000'],
    [formatAccount(8), '00 01 23 456', '00012345'],
  ])('is formatted the way banks do: %o %s becomes %s', (format, typed, shown) => {
    expect(format(typed)).toBe(shown)
  })

  it.each([
    ['sortCode', '10-88-0', 'Your sort code is incomplete.'],
    ['sortCode', '10-88-00', undefined],
    ['bsb', '000-00', 'Your BSB is incomplete.'],
    ['bsb', '000-000', undefined],
    ['ukAccount', '0001234', 'Your account number is incomplete.'],
    ['ukAccount', '00012345', undefined],
    ['auAccount', '1234', 'Your account number is incomplete.'],
    ['auAccount', '12345', undefined],
    ['name', ' ', 'Please provide your full name.'],
    ['email', '', 'Please provide your email address.'],
    ['email', 'ada@', 'Your email address is invalid.'],
    ['email', 'ada@example.com', undefined],
    ['postcode', '', 'Please provide your postcode.'],
  ] as const)('%s "%s": %s', (name, text, message) => {
    const code = checks[name](text)
    expect(code && bankMessageOf(code)).toBe(message)
  })
})
