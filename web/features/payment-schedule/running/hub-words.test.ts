import { describe, expect, it } from 'vitest'
import type { FlexiblePlan } from '#contract/plan-changes.ts'
import { calendarDate } from '#domain/calendar/calendar.ts'
import { usualFlexibility } from '#domain/plan/changes/flexibility.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { waysToChange } from './hub-words.ts'

const day = calendarDate('2026-11-27')
const coming = [{ dueOn: day, collectOn: day, movedFrom: null, amount: 10_000, on: day }]
const lastDay = calendarDate('2027-03-31')

type Change = Partial<Omit<FlexiblePlan, 'rules'>> & {
  rules?: Partial<FlexiblePlan['rules']>
  today?: string
}

function ways({ today = '2026-11-16', rules, ...change }: Change) {
  const flexible: FlexiblePlan = {
    movesLeft: 2,
    skipsLeft: 2,
    lastDay,
    paid: 0,
    left: 10_000,
    rhythm: { frequency: 'Fortnight', startDate: '2026-01-23' },
    whyNot: null,
    coming,
    changes: [],
    texts: {
      move: { version: 1, howFar: '', howOften: '', untilWhen: '', cost: '', fee: '' },
      skip: { version: 1, fee: '' },
    },
    ...change,
    rules: { ...usualFlexibility, ...rules },
  }
  const { movesLeft } = flexible
  const moves = {
    today: calendarDate(today),
    calendar: calendars.AU,
    lastDay,
    movesLeft,
    rules: flexible.rules,
    coming: flexible.coming.length > 0 ? coming : [],
  } as const
  return waysToChange(flexible, { moves, planYear: 2026, region: 'AU' })
}

describe('the ways to change a running plan', () => {
  it.each<[string, 'move' | 'skip' | 'extra', Change, boolean, string]>([
    ['a move', 'move', { movesLeft: 1 }, true, '1 move left in 2026'],
    ['a move too many', 'move', { movesLeft: 0 }, false, 'You have used both moves for 2026.'],
    ['a move too late', 'move', { today: '2026-11-26' }, false, 'No payment can be moved now.'],
    [
      'moves that are not offered',
      'move',
      { rules: { movesPerYear: 0 } },
      false,
      'Your school does not offer this.',
    ],
    ['a move of nothing', 'move', { coming: [] }, false, 'No payment is left to move.'],
    ['a move in arrears', 'move', { whyNot: 'Arrears' }, true, '2 moves left in 2026'],
    ['a skip', 'skip', {}, true, 'And see what the rest becomes'],
    ['a skip to review', 'skip', { skipsLeft: 0 }, true, 'Two skipped; another needs our review'],
    [
      'a skip too many',
      'skip',
      { skipsLeft: 0, rules: { reviewsMoreSkips: false } },
      false,
      'You have used both skips for 2026.',
    ],
    [
      'a skip in arrears',
      'skip',
      { whyNot: 'Arrears' },
      false,
      'Possible once the payment that failed is made.',
    ],
    ['a skip asked for', 'skip', { whyNot: 'Asked' }, false, 'We are looking at your request first.'],
    ['an extra payment', 'extra', {}, true, 'Lower the rest, or finish earlier'],
    [
      'an extra payment meanwhile',
      'extra',
      { whyNot: 'Temporary' },
      false,
      'Not while you have a temporary plan.',
    ],
    ['none extra', 'extra', { rules: { mayPayExtra: false } }, false, 'Your school does not offer this.'],
  ])('say of %s what it comes to', (_, way, change, isOpen, words) => {
    expect(ways(change)[way]).toEqual({ isOpen, words })
  })
})
