import { describe, expect, it } from 'vitest'
import { calendarDate } from '#domain/calendar/calendar.ts'
import { cents } from '#domain/money.ts'
import { curveOf, plot } from './curve.ts'

const payment = (on: string, amount: number) => ({ on: calendarDate(on), amount: cents(amount) })

describe('The curve of what is left', () => {
  const was = [payment('2026-12-01', 100), payment('2027-01-01', 100), payment('2027-02-01', 100)]
  const is = [payment('2027-01-01', 150), payment('2027-02-01', 150)]

  it('has both ways on one scale, from the total to nothing', () => {
    const curve = curveOf({ was, is, skipped: [calendarDate('2026-12-01')] })
    expect(curve?.total).toBe(300)
    expect(curve?.was).toBe('M0 41H0V88.7H200V136.3H400V184')
    expect(curve?.is).toBe('M0 41H200V112.5H400V184')
    expect(curve?.area.endsWith(`V${plot.bottom}H0Z`)).toBe(true)
    expect(curve?.months.map(({ label }) => label)).toEqual(['Dec', 'Jan', 'Feb'])
  })

  it.each([
    ['one payment, to the next that is made', ['2026-12-01'], is, [{ left: 0, width: 1 / 3 }]],
    [
      'two in a row, as one',
      ['2026-12-01', '2027-01-01'],
      [payment('2027-02-01', 300)],
      [{ left: 0, width: 2 / 3 }],
    ],
    [
      'the last, to the end',
      ['2027-02-01'],
      [payment('2026-12-01', 300)],
      [{ left: 2 / 3, width: 1 - 2 / 3 }],
    ],
  ])('marks %s', (_, skipped, rest, bands) => {
    expect(curveOf({ was, is: rest, skipped: skipped.map(calendarDate) })?.bands).toEqual(bands)
  })

  it('is nothing without payments', () => {
    expect(curveOf({ was: [], is: [], skipped: [] })).toBeUndefined()
  })
})
