import { describe, expect, it } from 'vitest'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { calendarDate } from '../../calendar/calendar.ts'
import { daysOfPayment, type MoveFacts } from './move.ts'

const payment = (due: string, on = due, movedFrom: string | null = null) => ({
  dueOn: calendarDate(due),
  on: calendarDate(on),
  movedFrom: movedFrom === null ? null : calendarDate(movedFrom),
})

/** The first and the last day that are offered, or why there is none. */
function offered(dueOn: string, change: Partial<MoveFacts> = {}): string {
  const answer = daysOfPayment(
    {
      today: calendarDate('2026-11-16'),
      calendar: calendars.AU,
      lastDay: calendarDate('2027-03-31'),
      movesLeft: 2,
      rules: { mostDaysLater: 14 },
      coming: [payment('2026-11-20'), payment('2026-11-27'), payment('2026-12-18')],
      ...change,
    },
    calendarDate(dueOn),
  )
  return 'whyNot' in answer ? answer.whyNot : `${answer.days[0]} to ${answer.days.at(-1)}`
}

describe('One of the payments to come', () => {
  it.each([
    ['moves no further than to the one that follows', '2026-11-20', {}, '2026-11-23 to 2026-11-27'],
    ['moves no further than the school allows', '2026-11-27', {}, '2026-11-30 to 2026-12-11'],
    ['that is the last moves within the same days', '2026-12-18', {}, '2026-12-21 to 2026-12-31'],
    [
      'that has moved counts from where it was planned',
      '2026-11-27',
      { coming: [payment('2026-11-27', '2026-12-04', '2026-11-27')] },
      '2026-12-07 to 2026-12-11',
    ],
    ['stays when all moves are used', '2026-11-27', { movesLeft: 0 }, 'NoMovesLeft'],
    ['that is no longer to come is being collected', '2026-11-13', {}, 'TooLate'],
    ['is locked after its last day', '2026-11-20', { today: calendarDate('2026-11-19') }, 'TooLate'],
  ])('%s', (_, dueOn, change, answer) => {
    expect(offered(dueOn, change)).toBe(answer)
  })
})
