import { describe, expect, it } from 'vitest'
import { addDuration } from './duration.ts'

describe('a duration', () => {
  it.each([
    ['P4D', '2026-01-31T10:00:00Z', '2026-02-04T10:00:00Z'],
    ['PT1H', '2026-01-31T23:30:00Z', '2026-02-01T00:30:00Z'],
    ['P2W', '2026-01-31T10:00:00Z', '2026-02-14T10:00:00Z'],
    ['P1M', '2026-01-31T10:00:00Z', '2026-02-28T10:00:00Z'],
    ['P1Y', '2024-02-29T10:00:00Z', '2025-02-28T10:00:00Z'],
    ['P1Y2M3DT4H5M6.5S', '2026-01-01T00:00:00Z', '2027-03-04T04:05:06.500Z'],
  ])('%s after %s is %s', (duration, from, to) => {
    expect(addDuration(new Date(from), duration)).toEqual(new Date(to))
  })

  it.each(['', 'P', 'PT', '4D', 'P4', 'P-4D', 'P1DT', 'PT1D', 'tomorrow', 'P999999999999999Y'])(
    '"%s" is not a duration',
    (text) => {
      expect(addDuration(new Date('2026-01-01T00:00:00Z'), text)).toBeUndefined()
    },
  )
})
