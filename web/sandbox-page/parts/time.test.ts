import { expect, it } from 'vitest'
import { forField, inWords, momentOf } from './time.ts'

it.each([
  ['2026-11-25T07:00', 'AU', '2026-11-24T20:00:00.000Z'],
  ['2026-07-01T07:00', 'AU', '2026-06-30T21:00:00.000Z'],
  ['2026-11-25T07:00', 'UK', '2026-11-25T07:00:00.000Z'],
  ['2026-07-01T07:00', 'UK', '2026-07-01T06:00:00.000Z'],
  // The nights on which the clocks change.
  ['2026-10-04T01:59', 'AU', '2026-10-03T15:59:00.000Z'],
  ['2026-10-04T03:00', 'AU', '2026-10-03T16:00:00.000Z'],
  ['2026-10-25T12:00', 'UK', '2026-10-25T12:00:00.000Z'],
] as const)('reads %s in the time of %s', (text, region, moment) => {
  expect(momentOf(text, region).toISOString()).toBe(moment)
  expect(forField(momentOf(text, region), region)).toBe(text)
})

it('says how far the clock is moved in its two largest units', () => {
  expect(inWords(7 * 86_400_000 + 3 * 3_600_000 + 60_000)).toBe('7 days and 3 hours')
  expect(inWords(-60_000)).toBe('1 minute')
})
