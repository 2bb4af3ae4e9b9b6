import { expect, it } from 'vitest'
import { formatMobile } from './profile.ts'

it.each([
  ['as at home in Australia', '+61491570427', 'AU', '0491 570 427'],
  ['as at home in the United Kingdom', '+447700900123', 'UK', '07700 900123'],
  ['in full when it is from the other region', '+61491570427', 'UK', '+61491570427'],
  ['in full when it is from elsewhere', '+64211234567', 'AU', '+64211234567'],
  ['in full when it is no mobile', '+61255501234', 'AU', '+61255501234'],
] as const)('a mobile is written %s', (_, stored, region, written) => {
  expect(formatMobile(stored, region)).toBe(written)
})
