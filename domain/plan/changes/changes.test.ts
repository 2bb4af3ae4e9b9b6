import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { addDays, calendarDate, type CalendarDate } from '../../calendar/calendar.ts'
import { isBusinessDay, type BankCalendar } from '../../calendar/holidays.ts'
import { cents, sumOf } from '../../money.ts'
import { regions, type Region } from '../../region.ts'
import { collectionDate, dueDate, minimumInstalmentCents, offeredFrequencies } from '../payment-schedule.ts'
import { withArrangement } from './arrangement.ts'
import { changeableUntil, type ComingPayment } from './coming.ts'
import { afterExtra, extraOutcomes } from './extra.ts'
import { lastDayOf, usualFlexibility } from './flexibility.ts'
import { daysToMoveTo, withMoved, type MoveQuestion } from './move.ts'
import { skipOutcomes, withSkipped, type Rhythm } from './skip.ts'

const date = calendarDate

function payments(
  { frequency, startDate }: Rhythm,
  { from, count, amount, region }: { from: number; count: number; amount: number; region: Region },
): ComingPayment[] {
  if (frequency === 'Term') throw new RangeError('Terms have no rhythm')
  return Array.from({ length: count }, (_, index) => {
    const dueOn = dueDate(startDate, from + index, frequency)
    return {
      dueOn,
      collectOn: collectionDate(dueOn, calendars[region]),
      movedFrom: null,
      amount: cents(amount),
    }
  })
}

/** Nadia's plan: twelve months of £840.00, three of them paid; £7,560.00 are left, from 1 December to 2 August. */
const nadiasRhythm = { frequency: 'Month', startDate: date('2026-09-01') } as const
const nadias = payments(nadiasRhythm, { from: 3, count: 9, amount: 840_00, region: 'UK' })
const nadia = {
  coming: nadias,
  rhythm: nadiasRhythm,
  calendar: calendars.UK,
  lastDay: lastDayOf(2026, usualFlexibility, 'UK'),
}
const linesOf = (rest: readonly ComingPayment[]) =>
  rest.map(({ collectOn, amount }) => `${collectOn} ${amount / 100}`)

describe('A payment that is moved', () => {
  /** Amelia's last two: 27 November and 11 December 2026, seen on 16 November. */
  const question: MoveQuestion = {
    today: date('2026-11-16'),
    calendar: calendars.AU,
    on: date('2026-11-27'),
    movedFrom: null,
    next: date('2026-12-11'),
    lastDay: date('2027-03-31'),
    mostDaysLater: 14,
    movesLeft: 2,
  }
  const daysOf = (change: Partial<MoveQuestion>) => {
    const answer = daysToMoveTo({ ...question, ...change })
    return 'days' in answer ? answer.days : answer.whyNot
  }

  it('goes to a business day of the next two weeks', () => {
    expect(daysOf({})).toEqual([
      '2026-11-30',
      ...['01', '02', '03', '04', '07', '08', '09', '10', '11'].map((day) => `2026-12-${day}`),
    ])
  })

  it.each<[string, Partial<MoveQuestion>, unknown]>([
    ['can be moved to the end of the second business day before it', { today: date('2026-11-25') }, 10],
    ['not on the day after that', { today: date('2026-11-26') }, 'TooLate'],
    ['not once all moves are used', { movesLeft: 0 }, 'NoMovesLeft'],
    ['does not pass the next payment of a weekly plan', { next: date('2026-12-04') }, 5],
    ['may share the day of the next payment', { next: date('2026-11-30') }, 1],
    ['has no day if the next one is collected on the same', { next: date('2026-11-27') }, 'NoDay'],
    ['that is the last one may move too', { next: undefined }, 10],
    ['but not past the last day of all', { next: undefined, lastDay: date('2026-12-01') }, 2],
    [
      'is counted from the planned day however often it moves',
      { on: date('2026-12-04'), movedFrom: date('2026-11-27') },
      5,
    ],
    ['does not go onto a holiday', { on: date('2026-12-24'), next: date('2026-12-29') }, 1],
  ])('%s', (_, change, expected) => {
    const days = daysOf(change)
    expect(typeof days === 'string' ? days : days.length).toBe(expected)
  })

  it('keeps the day on which it is due, and knows where it was', () => {
    const to = date('2027-01-06')
    const moved = withMoved(nadias, date('2027-01-01'), { from: date('2027-01-04'), to })
    expect(moved[1]).toEqual({ ...nadias[1], collectOn: to, movedFrom: '2027-01-04' })
    expect(moved.toSpliced(1, 1)).toEqual(nadias.toSpliced(1, 1))
    const again = withMoved(moved, date('2027-01-01'), { from: to, to: date('2027-01-08') })
    expect(again[1]).toMatchObject({ collectOn: '2027-01-08', movedFrom: '2027-01-04' })
  })
})

describe('Payments that are skipped', () => {
  const skip = (skipped: string[], outcome: (typeof skipOutcomes)[number], change = {}) =>
    withSkipped({ ...nadia, skipped: skipped.map(date), outcome, ...change })

  it('make those that follow higher', () => {
    const answer = skip(['2026-12-01', '2027-01-01'], 'Spread')
    expect('rest' in answer && linesOf(answer.rest)).toEqual([
      '2027-02-01 1080',
      '2027-03-01 1080',
      '2027-04-01 1080',
      '2027-05-04 1080',
      '2027-06-01 1080',
      '2027-07-01 1080',
      '2027-08-02 1080',
    ])
  })

  it('or are made after the last one', () => {
    const answer = skip(['2026-12-01', '2027-01-01', '2027-02-01'], 'AtEnd')
    expect('rest' in answer && linesOf(answer.rest).slice(-4)).toEqual([
      '2027-08-02 840',
      '2027-09-01 840',
      '2027-10-01 840',
      '2027-11-01 840',
    ])
  })

  it('leave those before them as they are', () => {
    const answer = skip(['2027-06-01'], 'Spread')
    expect('rest' in answer && linesOf(answer.rest)).toEqual([
      ...linesOf(nadias.slice(0, 6)),
      '2027-07-01 1260',
      '2027-08-02 1260',
    ])
  })

  it.each([
    ['the last one has none after it', ['2027-08-01'], 'Spread', {}, 'NothingFollows'],
    ['the plan would end too late', ['2027-08-01'], 'AtEnd', { lastDay: date('2027-08-31') }, 'TooLong'],
    [
      'terms do not go on after the year',
      ['2027-08-01'],
      'AtEnd',
      { rhythm: { ...nadiasRhythm, frequency: 'Term' } },
      'NoRhythm',
    ],
  ] as const)('are refused where %s', (_, skipped, outcome, change, whyNot) => {
    expect(skip([...skipped], outcome, change)).toEqual({ whyNot })
  })

  it('keep the last day of the month, whatever month comes between', () => {
    const rhythm = { frequency: 'Month', startDate: date('2026-10-31') } as const
    const coming = payments(rhythm, { from: 3, count: 2, amount: 100_00, region: 'UK' })
    const answer = withSkipped({ ...nadia, coming, rhythm, skipped: [date('2027-01-31')], outcome: 'AtEnd' })
    expect('rest' in answer && answer.rest.map(({ dueOn }) => dueOn)).toEqual(['2027-02-28', '2027-03-31'])
  })
})

describe('An extra payment', () => {
  it.each([
    ['Lower', 9, '2026-12-01 560', '2027-08-02 560'],
    ['Earlier', 6, '2026-12-01 840', '2027-05-04 840'],
    ['Next', 6, '2027-03-01 840', '2027-08-02 840'],
  ] as const)('of three payments, to make the rest %s', (outcome, count, first, last) => {
    const rest = linesOf(afterExtra(nadias, cents(2_520_00), outcome) ?? [])
    expect([rest.length, rest[0], rest.at(-1)]).toEqual([count, first, last])
  })

  it.each([
    ['Lower', 100_00, 9, 828_89, 828_88],
    ['Earlier', 100_00, 9, 840_00, 740_00],
    ['Next', 100_00, 9, 740_00, 840_00],
    // A last payment of fifty pence is not worth collecting.
    ['Earlier', 839_50, 8, 840_00, 840_50],
    ['Next', 839_50, 8, 840_50, 840_00],
    ['Lower', 7_558_00, 2, 1_00, 1_00],
    ['Lower', 7_559_50, 1, 50, 50],
  ] as const)('%s, by %i cents', (outcome, extra, count, first, last) => {
    const rest = afterExtra(nadias, cents(extra), outcome) ?? []
    expect([rest.length, rest[0]?.amount, rest.at(-1)?.amount]).toEqual([count, first, last])
  })

  it.each(extraOutcomes)('of everything ends the plan, and more is refused (%s)', (outcome) => {
    expect(afterExtra(nadias, cents(7_560_00), outcome)).toEqual([])
    expect(afterExtra(nadias, cents(7_560_01), outcome)).toBeUndefined()
  })
})

describe('An arrangement', () => {
  it('is lower for a while, and ends later', () => {
    const answer = withArrangement({ ...nadia, lower: { count: 4, amount: cents(300_00) }, laterCount: 8 })
    expect('rest' in answer && linesOf(answer.rest)).toEqual([
      '2026-12-01 300',
      '2027-01-04 300',
      '2027-02-01 300',
      '2027-03-01 300',
      '2027-04-01 795',
      '2027-05-04 795',
      '2027-06-01 795',
      '2027-07-01 795',
      '2027-08-02 795',
      '2027-09-01 795',
      '2027-10-01 795',
      '2027-11-01 795',
    ])
  })

  it('may begin with nothing at all', () => {
    const answer = withArrangement({ ...nadia, lower: { count: 3, amount: cents(0) }, laterCount: 6 })
    expect('rest' in answer && linesOf(answer.rest)[0]).toBe('2027-03-01 1260')
  })

  it.each([
    ['the lower payments would pay everything', { count: 4, amount: 1_890_00 }, 8, 'NothingFollows'],
    ['nothing follows', { count: 4, amount: 300_00 }, 0, 'NothingFollows'],
    ['a payment would be too small', { count: 4, amount: 99 }, 8, 'TooSmall'],
    ['it would last too long', { count: 4, amount: 300_00 }, 9, 'TooLong'],
  ] as const)('is refused where %s', (_, { count, amount }, laterCount, whyNot) => {
    expect(withArrangement({ ...nadia, lower: { count, amount: cents(amount) }, laterCount })).toEqual({
      whyNot,
    })
  })
})

describe('Whatever is changed', () => {
  const plan = fc
    .record({
      region: fc.constantFrom(...regions),
      frequency: fc.constantFrom(...offeredFrequencies),
      start: fc.integer({ min: 0, max: 200 }),
      from: fc.integer({ min: 0, max: 5 }),
      amounts: fc.array(fc.integer({ min: 1_00, max: 5_000_00 }), { minLength: 1, maxLength: 12 }),
    })
    .map(({ region, frequency, start, from, amounts }) => {
      const rhythm = { frequency, startDate: addDays(date('2026-02-01'), start) }
      const coming = payments(rhythm, { from, count: amounts.length, amount: 1, region }).map(
        (payment, index) => ({ ...payment, amount: cents(amounts[index] ?? 1) }),
      )
      return { calendar: calendars[region], rhythm, coming, lastDay: date('2027-12-31') }
    })

  const expectPlan = (rest: readonly ComingPayment[], calendar: BankCalendar, lastDay: CalendarDate) => {
    for (const { dueOn, collectOn } of rest) {
      expect(isBusinessDay(collectOn, calendar)).toBe(true)
      expect(collectOn >= dueOn && collectOn <= lastDay).toBe(true)
    }
    expect(new Set(rest.map(({ dueOn }) => dueOn)).size).toBe(rest.length)
    expect(rest.map(({ dueOn }) => dueOn)).toEqual(rest.map(({ dueOn }) => dueOn).toSorted())
  }

  it('a skip leaves the total, and makes no payment smaller', () => {
    fc.assert(
      fc.property(
        plan,
        fc.constantFrom(...skipOutcomes),
        fc.uniqueArray(fc.nat(11), { minLength: 1, maxLength: 3 }),
        ({ coming, ...facts }, outcome, places) => {
          const skipped = coming.filter((_, index) => places.includes(index)).map(({ dueOn }) => dueOn)
          if (skipped.length === 0) return
          const answer = withSkipped({ ...facts, coming, skipped, outcome })
          if (!('rest' in answer)) return
          expect(sumOf(answer.rest)).toBe(sumOf(coming))
          expectPlan(answer.rest, facts.calendar, facts.lastDay)
          for (const { dueOn, amount } of answer.rest) {
            const before = coming.find((payment) => payment.dueOn === dueOn)
            expect(amount).toBeGreaterThanOrEqual(before?.amount ?? minimumInstalmentCents)
          }
        },
      ),
    )
  })

  it('an extra payment takes exactly its amount off, and leaves no payment too small', () => {
    fc.assert(
      fc.property(
        plan,
        fc.constantFrom(...extraOutcomes),
        fc.integer({ min: 1_00, max: 20_000_00 }),
        ({ coming, calendar, lastDay }, outcome, extra) => {
          const rest = afterExtra(coming, cents(extra), outcome)
          if (!rest) {
            expect(extra).toBeGreaterThan(sumOf(coming))
            return
          }
          expect(sumOf(rest)).toBe(sumOf(coming) - extra)
          expectPlan(rest, calendar, lastDay)
          // Where less than the smallest payment is left there is one of it.
          if (rest.length > 1)
            for (const { amount } of rest) expect(amount).toBeGreaterThanOrEqual(minimumInstalmentCents)
        },
      ),
    )
  })

  it('an arrangement leaves the total', () => {
    fc.assert(
      fc.property(
        plan,
        fc.integer({ min: 0, max: 500_00 }),
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 1, max: 12 }),
        ({ coming, ...facts }, amount, count, laterCount) => {
          const answer = withArrangement({
            ...facts,
            coming,
            lower: { count, amount: cents(amount) },
            laterCount,
          })
          if (!('rest' in answer)) return
          expect(sumOf(answer.rest)).toBe(sumOf(coming))
          expectPlan(answer.rest, facts.calendar, facts.lastDay)
        },
      ),
    )
  })

  it('a move goes to a later business day, in time, before the next payment', () => {
    fc.assert(
      fc.property(plan, fc.nat(11), fc.nat(60), ({ coming, calendar, lastDay }, place, before) => {
        const payment = coming[place % coming.length]
        if (!payment) return
        const next = coming[(place % coming.length) + 1]?.collectOn
        const on = payment.collectOn
        const today = addDays(on, -before)
        const answer = daysToMoveTo({
          today,
          calendar,
          on,
          next,
          lastDay,
          movedFrom: null,
          mostDaysLater: 14,
          movesLeft: 1,
        })
        if ('whyNot' in answer) {
          if (answer.whyNot === 'TooLate') expect(today > changeableUntil(on, calendar)).toBe(true)
          return
        }
        for (const day of answer.days) {
          expect(isBusinessDay(day, calendar)).toBe(true)
          expect(day > on && day <= addDays(on, 14) && day <= (next ?? lastDay)).toBe(true)
          const moved = withMoved(coming, payment.dueOn, { from: on, to: day })
          expect(sumOf(moved)).toBe(sumOf(coming))
        }
      }),
    )
  })
})
