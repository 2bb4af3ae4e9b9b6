/** The two regions of the business and their settings. */
export const regions = ['AU', 'UK'] as const
export type Region = (typeof regions)[number]

export const defaultRegion: Region = 'AU'

export const currencies = ['AUD', 'GBP'] as const
export type Currency = (typeof currencies)[number]

export const regionFacts = {
  AU: { name: 'Australia', locale: 'en-AU', currency: 'AUD', symbol: '$', timeZone: 'Australia/Sydney' },
  UK: { name: 'United Kingdom', locale: 'en-GB', currency: 'GBP', symbol: '£', timeZone: 'Europe/London' },
} as const satisfies Record<
  Region,
  { name: string; locale: string; currency: Currency; symbol: string; timeZone: string }
>

/** Parses a region from a header or local storage; anything unknown counts as the default. */
export function toRegion(value: string | null | undefined): Region {
  return value === 'UK' ? 'UK' : defaultRegion
}
