import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calendarDate } from './calendar/calendar.ts'
import {
  likelihoodOf,
  reasonsIn,
  referencesNear,
  scoreOf,
  slipBetween,
  suspenseReasonOf,
  type Evidence,
} from './deposit-matches.ts'
import { cents } from './money.ts'

const digits = fc.stringMatching(/^[0-9]{2,19}$/)

describe('A reference that was typed', () => {
  it.each([
    ['204180', '204180', 'None'],
    ['204108', '204180', 'Swapped'],
    ['024180', '204180', 'Swapped'],
    ['204190', '204180', 'OneDigit'],
    ['20418', '204180', 'Missing'],
    ['04180', '204180', 'Missing'],
    ['2041800', '204180', 'Extra'],
    ['2204180', '204180', 'Extra'],
    // Two digits apart, or two swapped that are not neighbours: no single slip.
    ['204199', '204180', undefined],
    ['804120', '204180', undefined],
    ['2041', '204180', undefined],
  ] as const)('%s differs from %s by %s', (typed, reference, slip) => {
    expect(slipBetween(typed, reference)).toBe(slip)
  })

  it('is near exactly the references that differ from it by one slip', () => {
    fc.assert(
      fc.property(digits, digits, (typed, other) => {
        expect(referencesNear(typed).includes(other)).toBe(slipBetween(typed, other) !== undefined)
        for (const near of referencesNear(typed)) expect(slipBetween(typed, near)).toBeDefined()
      }),
      { numRuns: 30 },
    )
  })
})

describe('A deposit waits', () => {
  const active = { isActive: true, hasBiller: true }
  it.each([
    ['Unreadable', '51,254781,204108,9', []],
    ['WrongDigit', '204108', []],
    ['NoAccount', '204180', []],
    ['Closed', '204180', [{ isActive: false, hasBiller: true }]],
    ['OtherSchool', '204180', [{ isActive: true, hasBiller: false }]],
    ['Several', '204180', [active, active]],
  ] as const)('for the reason %s', (why, reference, holders) => {
    expect(suspenseReasonOf(reference, holders)).toBe(why)
  })
})

describe('A suggestion', () => {
  const dueOn = calendarDate('2026-11-13')
  const nothing: Evidence = {
    slip: undefined,
    owed: undefined,
    givenBefore: 0,
    paidByBpay: 0,
    isActive: true,
    hasBiller: true,
  }

  it.each([
    ['swapped digits and the sum', { slip: 'Swapped', owed: { of: 'Overdue', dueOn } }, 'VeryLikely'],
    ['the same reference before', { givenBefore: 2, slip: 'OneDigit', paidByBpay: 2 }, 'VeryLikely'],
    ['the reference of a closed account', { slip: 'None', isActive: false }, 'Likely'],
    ['one digit alone', { slip: 'OneDigit' }, 'Possible'],
    ['the sum alone', { owed: { of: 'Next', dueOn } }, 'Possible'],
    ['the reference at another school', { slip: 'None', hasBiller: false }, 'Possible'],
  ] as const)('by %s is %s', (_, evidence, likelihood) => {
    expect(likelihoodOf(scoreOf({ ...nothing, ...evidence }))).toBe(likelihood)
  })

  it('says why, what counts most first', () => {
    const evidence: Evidence = {
      ...nothing,
      slip: 'Swapped',
      owed: { of: 'Overdue', dueOn },
      paidByBpay: 6,
      isActive: false,
    }
    expect(reasonsIn(evidence, cents(892_50))).toEqual([
      'Two digits are swapped.',
      'A payment of exactly $892.50 is overdue since Fri 13 November.',
      'Paid by BPAY before, 6 times.',
      'The account is closed.',
    ])
  })
})
