import { describe, expect, it } from 'vitest'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { calendarDate } from '../../calendar/calendar.ts'
import { cents } from '../../money.ts'
import { collectionDate, dueDate } from '../payment-schedule.ts'
import { beforeAndAfter } from './before-after.ts'
import { usualFlexibility, type Flexibility } from './flexibility.ts'
import { skipDetails } from './skip-details.ts'
import { answerBy, mostToSkip, whyNotSkip, whyNotSkipLike, type SkipRules } from './skip-rules.ts'
import { withSkipped, type SkipOutcome } from './skip.ts'

const date = calendarDate

describe('Whether payments may be skipped', () => {
  const facts = (rules: Partial<Flexibility>, skipsLeft = 2, whyNot: SkipRules['whyNot'] = null) => ({
    rules: { ...usualFlexibility, ...rules },
    skipsLeft,
    whyNot,
  })

  it.each<[string, SkipRules, number, SkipOutcome, number, string | undefined]>([
    ['usually three, of which two at once', facts({}), 3, 'AtEnd', 3, undefined],
    ['more than three never', facts({}), 4, 'Spread', 3, 'TooMany'],
    ['what is used up is looked at', facts({}, 0), 3, 'Spread', 3, undefined],
    ['unless nobody looks', facts({ reviewsMoreSkips: false }, 0), 1, 'Spread', 0, 'NoSkipsLeft'],
    ['then what is left is all', facts({ reviewsMoreSkips: false }, 1), 2, 'Spread', 1, 'TooMany'],
    ['not where the school wants none', facts({ mostSkipped: 0 }), 1, 'Spread', 0, 'NotAllowed'],
    ['not at the end', facts({ mayEndLater: false }), 1, 'AtEnd', 3, 'NotAtEnd'],
    ['not while a payment is overdue', facts({}, 2, 'Arrears'), 1, 'Spread', 3, 'Arrears'],
    ['not twice at once', facts({}, 2, 'Asked'), 1, 'Spread', 3, 'Asked'],
  ])('%s', (_, rules, count, outcome, most, why) => {
    expect(mostToSkip(rules)).toBe(most)
    expect(whyNotSkipLike(rules, { count, outcome })).toBe(why)
    // What holds for any choice is known before one is made.
    const isForAll = why !== undefined && !['TooMany', 'NotAtEnd'].includes(why)
    expect(whyNotSkip(rules)).toBe(isForAll ? why : undefined)
  })

  it.each([
    ['2026-11-16', 'UK', '2026-11-18'],
    ['2026-11-20', 'UK', '2026-11-24'],
    ['2026-12-24', 'UK', '2026-12-30'],
    ['2026-12-24', 'AU', '2026-12-30'],
  ] as const)('is answered in two business days: asked on %s (%s)', (asked, region, answer) => {
    expect(answerBy(date(asked), calendars[region])).toBe(answer)
  })
})

describe('What a family reads of a skip', () => {
  const rhythm = { frequency: 'Month', startDate: date('2026-10-02') } as const
  const plan = (amounts: number[]) =>
    amounts.map((amount, index) => {
      const dueOn = dueDate(rhythm.startDate, index, 'Month')
      const collectOn = collectionDate(dueOn, calendars.UK)
      return { dueOn, collectOn, movedFrom: null, amount: cents(amount), on: collectOn }
    })
  const skip = (amounts: number[], places: number[], outcome: SkipOutcome) => {
    const coming = plan(amounts)
    const answer = withSkipped({
      coming,
      skipped: places.map((place) => coming[place]!.dueOn),
      outcome,
      rhythm,
      calendar: calendars.UK,
      lastDay: date('2027-12-31'),
    })
    if (!('rest' in answer)) throw new Error(answer.whyNot)
    return { coming, rest: answer.rest, details: skipDetails(coming, answer, outcome) }
  }

  it.each<[string, number[], number[], SkipOutcome, object]>([
    [
      'equal payments',
      [300, 300, 300, 300],
      [0],
      'Spread',
      { each: { before: 300, after: 400 }, last: { before: 300, after: 400 }, isEven: true },
    ],
    [
      'a last one that differs by a cent',
      [100, 100, 100, 100],
      [0],
      'Spread',
      { each: { before: 100, after: 134 }, last: { before: 100, after: 132 }, isEven: true },
    ],
    [
      'payments that differ',
      [300, 300, 500, 400],
      [0],
      'Spread',
      { each: { before: 300, after: 400 }, last: { before: 400, after: 500 }, isEven: false },
    ],
    [
      'payments at the end, by the days on which money is collected',
      [300, 300, 300],
      [0],
      'AtEnd',
      // 2 January 2027 is a Saturday.
      { each: { before: 300, after: 300 }, lastOn: { before: '2026-12-02', after: '2027-01-04' } },
    ],
    ['the last one at the end', [300, 300], [1], 'AtEnd', { each: { before: 300, after: 300 } }],
  ])('%s', (_, amounts, places, outcome, expected) => {
    expect(skip(amounts, places, outcome).details).toMatchObject(expected)
  })

  it('is every payment before and after', () => {
    const { coming, rest } = skip([300, 300, 300], [0], 'AtEnd')
    expect(beforeAndAfter(coming, rest)).toEqual([
      { dueOn: '2026-10-02', before: { on: '2026-10-02', amount: 300 }, after: null },
      {
        dueOn: '2026-11-02',
        before: { on: '2026-11-02', amount: 300 },
        after: { on: '2026-11-02', amount: 300 },
      },
      {
        dueOn: '2026-12-02',
        before: { on: '2026-12-02', amount: 300 },
        after: { on: '2026-12-02', amount: 300 },
      },
      { dueOn: '2027-01-02', before: null, after: { on: '2027-01-04', amount: 300 } },
    ])
  })
})
