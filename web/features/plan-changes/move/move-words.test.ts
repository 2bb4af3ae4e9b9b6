import { describe, expect, it } from 'vitest'
import type { PlanChange } from '#contract/plan-changes.ts'
import { calendarDate } from '#domain/calendar/calendar.ts'
import { cents } from '#domain/money.ts'
import { usualFlexibility } from '#domain/plan/changes/flexibility.ts'
import { monthsBetween } from './months.ts'
import { movesUsed, startsAgain, usedUpTitle } from './move-words.ts'
import { stopsAround } from './track.tsx'

const move = (from: string, to: string, by: PlanChange['by'] = 'You'): PlanChange => ({
  id: from,
  status: 'Made',
  madeAt: '2026-07-01T00:00:00Z',
  by,
  undoUntil: null,
  reason: null,
  details: { kind: 'Move', dueOn: from, amount: 43_625, from, to },
})
const year = { planYear: 2026, region: 'AU' } as const

describe('moves that are used up', () => {
  it.each([
    [1, 'You have used your move for 2026'],
    [2, 'You have used both moves for 2026'],
    [3, 'You have used all 3 moves for 2026'],
  ])('are counted: %i', (movesPerYear, title) => {
    expect(usedUpTitle({ ...usualFlexibility, movesPerYear }, year)).toBe(title)
  })

  it('are listed, the first one first', () => {
    const both = [move('2026-09-04', '2026-09-14'), move('2026-07-24', '2026-07-25')]
    expect(movesUsed(both)).toBe(
      'You moved the payment of 24 July by 1 day and the payment of 4 September by 10 days.',
    )
    expect(movesUsed([move('2026-09-04', '2026-09-14', 'Family')])).toBe(
      'Moved so far: the payment of 4 September by 10 days.',
    )
    expect(movesUsed([{ ...move('2026-09-04', '2026-09-14'), status: 'Undone' }])).toBe('')
  })

  it('start again with the next school year', () => {
    expect(startsAgain(year)).toBe('The count starts again on 1 January 2027.')
    expect(startsAgain({ planYear: 2026, region: 'UK' })).toBe('The count starts again on 1 September 2027.')
  })
})

describe('the calendar', () => {
  it('has whole months, each beginning on its weekday', () => {
    const months = monthsBetween(calendarDate('2026-11-27'), calendarDate('2026-12-11'))
    expect(months.map(({ first, blanks, days }) => [first, blanks, days.length])).toEqual([
      ['2026-11-01', 6, 30],
      ['2026-12-01', 1, 31],
    ])
  })
})

describe('the payments around the one that moves', () => {
  const other = (on: string, status: 'Paid' | 'ToCome', isLast = false) =>
    ({ on: calendarDate(on), amount: cents(1), status, isLast }) as const
  const others = [other('2026-11-13', 'Paid'), other('2026-12-11', 'ToCome', true)]
  const payment = { on: calendarDate('2026-11-27'), movedFrom: null }

  it('are the one before, its own days, and the one after', () => {
    expect(
      stopsAround(others, payment, calendarDate('2026-12-04')).map(({ on, word }) => [on, word]),
    ).toEqual([
      ['2026-11-13', 'Paid'],
      ['2026-11-27', 'Planned'],
      ['2026-12-04', 'New day'],
      ['2026-12-11', 'Last'],
    ])
    expect(stopsAround([], payment, undefined)).toEqual([{ on: '2026-11-27', word: 'Planned' }])
  })
})
