import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hourIn } from './calendar/calendar.ts'
import { quietUntil } from './quiet-hours.ts'
import { regions } from './region.ts'

const night = { from: 20, until: 8 }

describe('Quiet hours', () => {
  it.each([
    ['in the evening, to the next morning', 'AU', '2027-06-14T10:00:00Z', '2027-06-14T22:00:00.000Z'],
    ['in the middle of the night', 'AU', '2027-06-14T16:30:00Z', '2027-06-14T22:00:00.000Z'],
    ['in the last minute', 'UK', '2027-01-14T07:59:59Z', '2027-01-14T08:00:00.000Z'],
    ['over the night in which summer time begins', 'UK', '2027-03-27T22:00:00Z', '2027-03-28T07:00:00.000Z'],
    ['over the night in which summer time ends', 'AU', '2027-04-03T12:00:00Z', '2027-04-03T22:00:00.000Z'],
  ] as const)('end %s (%s)', (_, region, instant, end) => {
    expect(quietUntil(new Date(instant), region, night)?.toISOString()).toBe(end)
  })

  it.each([
    ['at eight in the morning', 'AU', '2027-06-14T22:00:00Z', night],
    ['just before eight in the evening', 'UK', '2027-06-14T18:59:59Z', night],
    ['at any time where there are none', 'UK', '2027-06-14T02:00:00Z', { from: 0, until: 0 }],
  ] as const)('are over %s (%s)', (_, region, instant, hours) => {
    expect(quietUntil(new Date(instant), region, hours)).toBeNull()
  })

  it('end within a day, at the first moment that is not quiet', () => {
    const hour = fc.integer({ min: 0, max: 23 })
    const instants = fc.date({
      min: new Date('2025-01-01'),
      max: new Date('2035-01-01'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(instants, fc.constantFrom(...regions), hour, hour, (instant, region, from, until) => {
        const end = quietUntil(instant, region, { from, until })
        if (!end) return
        expect(end.getTime()).toBeGreaterThan(instant.getTime())
        expect(end.getTime() - instant.getTime()).toBeLessThanOrEqual(25 * 60 * 60_000)
        expect(quietUntil(end, region, { from, until })).toBeNull()
        expect(quietUntil(new Date(end.getTime() - 1), region, { from, until })).toEqual(end)
        expect(hourIn(region, end)).toBeGreaterThanOrEqual(until)
      }),
    )
  })
})
