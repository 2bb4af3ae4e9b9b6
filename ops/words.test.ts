import { describe, expect, it } from 'vitest'
import { scheduleText } from './schedule-text.ts'
import { companyMoment, moment } from './words.ts'

describe('A time', () => {
  it.each([
    ['2026-11-18T06:05:00Z', 'AU', '18 Nov 2026, 17:05 AEDT'],
    ['2026-07-18T06:05:00Z', 'AU', '18 July 2026, 16:05 AEST'],
    ['2026-11-18T06:05:00Z', 'UK', '18 Nov 2026, 06:05 GMT'],
    ['2026-07-18T23:30:00Z', 'UK', '19 Jul 2026, 00:30 BST'],
  ] as const)('%s of a family in %s is %s', (instant, region, text) => {
    expect(moment(instant, region)).toBe(text)
  })

  it.each([
    ['2026-11-18T06:05:00Z', '18 Nov 2026, 17:05 AEDT / 06:05 GMT'],
    ['2026-11-18T20:05:00Z', '19 Nov 2026, 07:05 AEDT / 18 Nov 2026, 20:05 GMT'],
  ])('%s of the company is %s', (instant, text) => {
    expect(companyMoment(instant)).toBe(text)
  })

  it('that is not known is left out', () => {
    expect([moment(null, 'AU'), companyMoment(undefined)]).toEqual(['', ''])
  })
})

describe('A job runs', () => {
  const today = new Date('2026-11-18T06:05:00Z')

  it.each([
    [null, 'when needed'],
    ['* * * * *', 'every minute'],
    ['*/10 * * * *', 'every 10 minutes'],
    ['17 * * * *', 'every hour, 17 past'],
    ['43 14 * * *', 'daily, 01:43 AEDT / 14:43 GMT'],
    ['0 3 1 * *', '0 3 1 * * (cron, UTC)'],
  ])('%s: %s', (cron, text) => {
    expect(scheduleText(cron, today)).toBe(text)
  })
})
