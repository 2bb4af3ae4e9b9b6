import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isoText } from './iso-text.ts'

describe('A time as text', () => {
  it('is what the date itself would write, in whatever order times are asked for', () => {
    const within = fc.integer({ min: 0, max: 2_000 })
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true }), fc.array(within), (date, steps) => {
        for (const step of [0, ...steps, 0]) {
          const time = new Date(date.getTime() - step)
          if (!Number.isNaN(time.getTime())) expect(isoText(time)).toBe(time.toISOString())
        }
      }),
    )
  })

  it('is refused of a date that is none', () => {
    expect(() => isoText(new Date(NaN))).toThrow(RangeError)
  })
})
