import { describe, expect, it } from 'vitest'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { calendarDate } from '../calendar/calendar.ts'
import { cents } from '../money.ts'
import { collectionDays } from './next-payment.ts'
import {
  paidSoFar,
  remainingOf,
  shownPayments,
  type Instalment,
  type PlanWithInstalments,
} from './plan-payments.ts'

const day = (number: number) => calendarDate(`2026-03-${String(number).padStart(2, '0')}`)

function payment(on: number, status: Instalment['status'], paid = 0, retryOn?: number): Instalment {
  const settled = status === 'Paid' ? 400 : paid
  return {
    dueOn: day(on),
    collectOn: day(on),
    noticedOn: null,
    movedFrom: null,
    collectedOn: null,
    amount: cents(400),
    settled: cents(settled),
    waived: cents(0),
    open: cents(status === 'Collecting' ? 0 : 400 - settled),
    status,
    retryOn: retryOn === undefined ? null : day(retryOn),
  }
}

function plan(
  instalments: Instalment[],
  status: PlanWithInstalments['status'] = 'Current',
): PlanWithInstalments {
  return { status, instalments }
}

describe('What has been repaid', () => {
  it.each<[string, Instalment[], number]>([
    ['nothing of a new plan', [payment(1, 'Scheduled')], 0],
    ['what is paid', [payment(1, 'Paid'), payment(8, 'Paid')], 800],
    ['not what is waived', [{ ...payment(1, 'Paid'), settled: cents(300), waived: cents(100) }], 300],
    ['a part that came ahead', [payment(1, 'Paid'), payment(8, 'Scheduled', 70)], 470],
    ['not what is under way or has failed', [payment(1, 'Collecting'), payment(8, 'Retrying', 0, 9)], 0],
    ['of what is overdue the part that came', [payment(1, 'Overdue', 100)], 100],
  ])('is %s', (_, instalments, expected) => {
    expect(paidSoFar(instalments)).toBe(expected)
  })

  it('leaves the rest of the plan, without what is waived', () => {
    const instalments = [
      { ...payment(1, 'Paid'), settled: cents(300), waived: cents(100) },
      payment(8, 'Collecting'),
    ]
    expect(remainingOf({ total: cents(800), instalments })).toBe(400)
  })
})

// A Sunday: nothing is moved because its notice would be late.
const dayOf = collectionDays({ calendar: calendars.AU, today: calendarDate('2026-02-01'), sources: [] })

describe('The payments of a plan', () => {
  it.each<[string, PlanWithInstalments, string[]]>([
    [
      'have a next one',
      plan([payment(1, 'Paid'), payment(8, 'Scheduled'), payment(15, 'Scheduled')]),
      ['Paid', 'Next', 'ToCome'],
    ],
    [
      'are pending while a bank has them, and failed until they are paid',
      plan([
        payment(1, 'Collecting'),
        payment(8, 'Retrying', 0, 11),
        payment(15, 'Overdue'),
        payment(22, 'Scheduled'),
      ]),
      ['Pending', 'Failed', 'Failed', 'Next'],
    ],
    [
      'skip what is paid or on its way when they say which is next',
      plan([{ ...payment(1, 'Scheduled', 100), open: cents(0) }, payment(8, 'Scheduled', 1)]),
      ['ToCome', 'Next'],
    ],
    ['have none next before the plan is agreed', plan([payment(1, 'Scheduled')], 'ManualReview'), ['ToCome']],
  ])('%s', (_, shown, expected) => {
    expect(shownPayments(shown, dayOf).map(({ status }) => status)).toEqual(expected)
  })

  it.each<[string, Instalment, number]>([
    ['paid on its day', { ...payment(3, 'Paid'), collectedOn: day(3) }, 3],
    ['paid by a later try', { ...payment(3, 'Paid'), collectedOn: day(9) }, 9],
    ['paid before that day was kept', payment(3, 'Paid'), 3],
    ['with the bank after a later try', { ...payment(3, 'Collecting'), collectedOn: day(9) }, 9],
    ['to be tried again', { ...payment(3, 'Retrying', 0, 9), collectedOn: day(3), noticedOn: day(1) }, 9],
    ['overdue', { ...payment(3, 'Overdue'), collectedOn: day(9) }, 3],
    ['to come', payment(3, 'Scheduled'), 3],
  ])('show one that is %s on the day of its collection, and when it was due', (_, instalment, on) => {
    expect(shownPayments(plan([instalment]), dayOf)).toMatchObject([{ date: day(on), dueDate: day(3) }])
  })
})
