import { describe, expect, it } from 'vitest'
import { regionFacts, toRegion } from './region.ts'

describe('Regions', () => {
  it.each([
    ['AU', 'en-AU', 'AUD', '$', 'Australia/Sydney'],
    ['UK', 'en-GB', 'GBP', '£', 'Europe/London'],
  ] as const)(
    '%s is shown as %s, pays in %s (%s) and has the time zone %s',
    (region, locale, currency, symbol, timeZone) => {
      expect(regionFacts[region]).toMatchObject({ locale, currency, symbol, timeZone })
    },
  )

  it.each([
    ['UK', 'UK'],
    ['AU', 'AU'],
    [null, 'AU'],
    [undefined, 'AU'],
    ['', 'AU'],
    ['uk', 'AU'],
    ['NZ', 'AU'],
  ])('a stored region of %o counts as %s', (stored, region) => {
    expect(toRegion(stored)).toBe(region)
  })
})
