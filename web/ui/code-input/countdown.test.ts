import { expect, it } from 'vitest'
import { ago, countdown } from './countdown.ts'

it.each([
  [120, '2:00'],
  [61, '1:01'],
  [27, '0:27'],
  [5, '0:05'],
  [0, '0:00'],
])('%i seconds are left as %s', (seconds, text) => {
  expect(countdown(seconds)).toBe(text)
})

it.each([
  [-200, '1 second ago'],
  [1_400, '1 second ago'],
  [12_000, '12 seconds ago'],
  [60_000, '1 minute ago'],
  [200_000, '3 minutes ago'],
])('%i ms were %s', (ms, text) => {
  expect(ago(ms)).toBe(text)
})
