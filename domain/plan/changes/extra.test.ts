import { describe, expect, it } from 'vitest'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { calendarDate } from '../../calendar/calendar.ts'
import { cents, sumOf } from '../../money.ts'
import { effectOf, extraOutcomes, withExtra, withReturned, type CollectedPayment } from './extra.ts'

const date = calendarDate

/** Four months of £100.00 each, seen on a Monday two weeks before the first. */
const coming = ['2027-02-01', '2027-03-01', '2027-04-01', '2027-05-04'].map((on): CollectedPayment => ({
  dueOn: date(on),
  collectOn: date(on),
  on: date(on),
  movedFrom: null,
  amount: cents(100_00),
}))
const early = { today: date('2027-01-18'), calendar: calendars.UK }
/** The debit of 1 February is being prepared. */
const late = { today: date('2027-01-29'), calendar: calendars.UK }
const amountsOf = (payments: readonly CollectedPayment[] | undefined) =>
  payments?.map(({ on, amount }) => `${on.slice(5)} ${amount / 100}`)

describe('An extra payment that counts', () => {
  it.each([
    ['Lower', early, ['02-01 75', '03-01 75', '04-01 75', '05-04 75']],
    ['Earlier', early, ['02-01 100', '03-01 100', '04-01 100']],
    ['Next', early, ['03-01 100', '04-01 100', '05-04 100']],
    ['Lower', late, ['02-01 100', '03-01 66.67', '04-01 66.67', '05-04 66.66']],
    ['Earlier', late, ['02-01 100', '03-01 100', '04-01 100']],
    ['Next', late, ['02-01 100', '04-01 100', '05-04 100']],
  ] as const)('%s: leaves a payment alone that is being prepared', (outcome, moment, expected) => {
    expect(amountsOf(withExtra(coming, { extra: cents(100_00), outcome }, moment))).toEqual(expected)
  })

  it.each(extraOutcomes)('pays that one too if it is more than all the others (%s)', (outcome) => {
    const rest = withExtra(coming, { extra: cents(350_00), outcome }, late)
    expect(amountsOf(rest)).toEqual(['02-01 50'])
    expect(withExtra(coming, { extra: cents(400_00), outcome }, late)).toEqual([])
    expect(withExtra(coming, { extra: cents(400_01), outcome }, late)).toBeUndefined()
  })

  it('is told in figures', () => {
    const rest = withExtra(coming, { extra: cents(100_00), outcome: 'Next' }, early) ?? []
    expect(effectOf(coming, rest, early)).toEqual({
      left: { before: 400_00, after: 300_00 },
      each: { before: 100_00, after: 100_00 },
      count: { before: 4, after: 3 },
      lastOn: { before: '2027-05-04', after: '2027-05-04' },
      next: { on: '2027-03-01', amount: 100_00 },
    })
    expect(effectOf(coming, [], early)).toMatchObject({ lastOn: { after: null }, next: null })
    expect(effectOf([], [], early)).toBeUndefined()
  })

  it.each([
    [early, ['02-01 125.02', '03-01 125.02', '04-01 125.02', '05-04 125.01']],
    [late, ['02-01 100', '03-01 133.36', '04-01 133.36', '05-04 133.35']],
  ] as const)('makes the others higher when its money goes back', (moment, expected) => {
    const rest = withReturned(coming, cents(100_07), moment) ?? []
    expect(sumOf(rest)).toBe(500_07)
    expect(amountsOf(rest)).toEqual(expected)
    expect(withReturned([], cents(100_00), moment)).toBeUndefined()
  })
})
