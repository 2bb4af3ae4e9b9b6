import { describe, expect, it } from 'vitest'
import type { PaymentPlan } from '#contract/payment-schedule.ts'
import type { FlexiblePlan, PlanChange } from '#contract/plan-changes.ts'
import { calendarDate } from '#domain/calendar/calendar.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { payRows } from './pay-rows.ts'

type Payment = PaymentPlan['payments'][number]

const today = calendarDate('2026-11-16')
const payment = (dueDate: string, status: Payment['status'], date = dueDate): Payment => ({
  dueDate,
  date,
  amount: 100,
  status,
})
const change = (details: PlanChange['details'], more: Partial<PlanChange> = {}): PlanChange => ({
  id: 'change',
  status: 'Made',
  madeAt: '2026-11-16T00:00:00Z',
  by: 'You',
  undoUntil: '2026-11-25',
  reason: null,
  details,
  ...more,
})
const moved = {
  kind: 'Move',
  dueOn: '2026-11-27',
  amount: 10_000,
  from: '2026-11-27',
  to: '2026-12-04',
} as const
const skip = {
  kind: 'Skip',
  outcome: 'Spread',
  skipped: [{ dueOn: '2026-11-27', on: '2026-11-27', amount: 10_000 }],
  each: { before: 10_000, after: 20_000 },
  last: { before: 10_000, after: 20_000 },
  isEven: true,
  lastOn: { before: '2026-12-11', after: '2026-12-11' },
} as const satisfies PlanChange['details']

/** The rows of a plan, each in a line. */
function read(payments: Payment[], changes: PlanChange[] = [], movesLeft = 2): string[] {
  const coming = payments
    .filter(({ status }) => status === 'Next' || status === 'ToCome')
    .map(({ dueDate, date }) => ({
      dueOn: calendarDate(dueDate),
      collectOn: calendarDate(date),
      on: calendarDate(date),
      movedFrom: dueDate === date ? null : calendarDate(dueDate),
      amount: 10_000,
    }))
  const moves = {
    today,
    calendar: calendars.AU,
    lastDay: calendarDate('2027-03-31'),
    movesLeft,
    rules: { mostDaysLater: 14 },
    coming,
  } as const
  const flexible: Pick<FlexiblePlan, 'coming' | 'changes'> = { coming, changes }
  return payRows({ payments, flexible, moves }).map((row) =>
    [
      row.on,
      row.standing,
      row.canMove && 'can move',
      row.movedFrom && `moved from ${row.movedFrom}`,
      row.undo && 'undo',
      row.isAskedToSkip && 'asked to skip',
      row.isLast && 'last',
    ]
      .filter(Boolean)
      .join(', '),
  )
}

describe('what is to come of a running plan', () => {
  const usual = [
    payment('2026-11-13', 'Paid'),
    payment('2026-11-27', 'Next'),
    payment('2026-12-11', 'ToCome'),
  ]

  it('leaves out what is paid or has failed, and names the last', () => {
    expect(read([payment('2026-10-30', 'Failed'), ...usual])).toEqual([
      '2026-11-27, ToCome, can move',
      '2026-12-11, ToCome, can move, last',
    ])
  })

  it('cannot be moved while it is collected, or when no moves are left', () => {
    expect(read([payment('2026-11-16', 'Pending'), payment('2026-11-27', 'Next')], [], 0)).toEqual([
      '2026-11-16, InProgress',
      '2026-11-27, ToCome, last',
    ])
  })

  it('offers to undo a move as long as the server does', () => {
    const payments = [payment('2026-11-27', 'Next', '2026-12-04'), payment('2026-12-11', 'ToCome')]
    const [first] = read(payments, [change(moved)])
    expect(first).toBe('2026-12-04, ToCome, can move, moved from 2026-11-27, undo')
    const [later] = read(payments, [change(moved, { undoUntil: null })])
    expect(later).toBe('2026-12-04, ToCome, can move, moved from 2026-11-27')
  })

  it('keeps what is skipped in its place until its day has passed', () => {
    const rest = [payment('2026-12-11', 'Next')]
    const ofPast = { ...skip, skipped: [{ dueOn: '2026-11-13', on: '2026-11-13', amount: 10_000 }] }
    expect(read(rest, [change(skip), change(ofPast)])).toEqual([
      '2026-11-27, Skipped',
      '2026-12-11, ToCome, can move, last',
    ])
  })

  it('says what was asked for, and nothing of what was withdrawn', () => {
    expect(read(usual, [change(skip, { status: 'Asked', undoUntil: null })])[0]).toBe(
      '2026-11-27, ToCome, can move, asked to skip',
    )
    expect(read(usual, [change(skip, { status: 'Withdrawn' })])[0]).toBe('2026-11-27, ToCome, can move')
  })
})
