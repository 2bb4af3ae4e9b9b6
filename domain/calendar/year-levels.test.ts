import { describe, expect, it } from 'vitest'
import { compareYearLevels, yearLevelIn, yearLevels } from './year-levels.ts'

describe('A student', () => {
  it.each([
    ['is in the level they start in, in their first year', 'AU', 'Year 7', 2027, 'Year 7'],
    ['goes one level up each year', 'AU', 'Year 7', 2029, 'Year 9'],
    ['begins with Prep', 'AU', 'Prep', 2028, 'Year 1'],
    ['ends with Year 12 in Australia', 'AU', 'Year 12', 2028, undefined],
    ['ends with Year 13 in the United Kingdom', 'UK', 'Year 12', 2028, 'Year 13'],
    ['is in no level before they start', 'AU', 'Year 7', 2026, undefined],
    ['stays in a level that only their school knows', 'AU', 'Rainbow group', 2029, 'Rainbow group'],
  ] as const)('%s', (_, region, startYearLevel, year, level) => {
    expect(yearLevelIn({ startYear: 2027, startYearLevel }, year, region)).toBe(level)
  })

  it.each(['AU', 'UK'] as const)('is listed after older ones in %s', (region) => {
    const levels = yearLevels[region].toSorted((a, b) => compareYearLevels(a, b, region))
    expect(levels).toEqual(yearLevels[region].toReversed())
  })
})
