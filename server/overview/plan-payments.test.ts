import { describe, expect, it } from 'vitest'
import { calendarDate, type CalendarDate } from '#domain/calendar/calendar.ts'
import { cents } from '#domain/money.ts'
import { paidSoFar } from '#domain/explanations/plan-explanations.ts'
import { readWritten } from '../http/reply-writer.ts'
import {
  nextPayment,
  readPayments,
  shownPayments,
  writtenPayments,
  type Payment,
  type ShownPlan,
} from './plan-payments.ts'

const day = (number: number) => calendarDate(`2026-03-${String(number).padStart(2, '0')}`)

function payment(on: number, status: Payment['status'], covered = 0, retryOn?: number): Payment {
  return {
    collectOn: day(on),
    amount: cents(400),
    covered: cents(covered),
    status,
    retryOn: retryOn === undefined ? null : day(retryOn),
  }
}

function plan(payments: Payment[], status: ShownPlan['status'] = 'Current'): ShownPlan {
  return { status, payments }
}

type Next = [amount: number, date: CalendarDate, previous: number | null]

describe('What is collected next', () => {
  it.each<[string, ShownPlan[], Next | null]>([
    ['the first of a plan', [plan([payment(1, 'Scheduled'), payment(8, 'Scheduled')])], [400, day(1), null]],
    [
      'the one after those that are paid',
      [plan([payment(1, 'Paid'), payment(8, 'Scheduled')])],
      [400, day(8), 400],
    ],
    ['less what came ahead', [plan([payment(1, 'Paid'), payment(8, 'Scheduled', 70)])], [330, day(8), 400]],
    [
      'not one that is covered',
      [plan([payment(1, 'Scheduled', 400), payment(8, 'Scheduled')])],
      [400, day(8), 400],
    ],
    ['not one under way', [plan([payment(1, 'Collecting'), payment(8, 'Scheduled')])], [400, day(8), 400]],
    [
      'the next try of one that failed',
      [plan([payment(1, 'Retrying', 0, 4), payment(8, 'Scheduled')])],
      [400, day(4), null],
    ],
    [
      'a later one before a late try',
      [plan([payment(1, 'Retrying', 0, 9), payment(8, 'Scheduled')])],
      [400, day(8), 400],
    ],
    [
      'not one that the family must pay itself',
      [plan([payment(1, 'Overdue', 100), payment(8, 'Scheduled')])],
      [400, day(8), 300],
    ],
    [
      'after a debit of a part, that part',
      [plan([payment(1, 'Paid', 150), payment(8, 'Scheduled')])],
      [400, day(8), 250],
    ],
    [
      'the first of the next plan',
      [plan([payment(1, 'Paid')]), plan([payment(20, 'Scheduled')], 'Saved')],
      [400, day(20), null],
    ],
    ['nothing of a plan that is looked at', [plan([payment(1, 'Scheduled')], 'ManualReview')], null],
    ['nothing of a plan that is paid', [plan([payment(1, 'Paid')], 'Completed')], null],
    ['nothing without a plan', [], null],
  ])('is %s', (_, plans, expected) => {
    const next = nextPayment(plans)
    expect(next && [next.amountMinor, next.date, next.previousMinor]).toEqual(expected)
  })
})

describe('What has been repaid', () => {
  it.each<[string, Payment[], number]>([
    ['nothing of a new plan', [payment(1, 'Scheduled')], 0],
    ['what is paid, by whatever way it came', [payment(1, 'Paid'), payment(8, 'Paid', 400)], 800],
    ['a part that came ahead', [payment(1, 'Paid'), payment(8, 'Scheduled', 70)], 470],
    ['not what is under way or has failed', [payment(1, 'Collecting'), payment(8, 'Retrying', 0, 9)], 0],
    ['of what is overdue the part that came', [payment(1, 'Overdue', 100)], 100],
  ])('is %s', (_, payments, expected) => {
    expect(paidSoFar(payments)).toBe(expected)
  })
})

describe('The payments of a plan', () => {
  it.each<[string, ShownPlan, string[]]>([
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
      'skip what is covered when they say which is next',
      plan([payment(1, 'Scheduled', 400), payment(8, 'Scheduled', 1)]),
      ['ToCome', 'Next'],
    ],
    ['have none next before the plan is agreed', plan([payment(1, 'Scheduled')], 'ManualReview'), ['ToCome']],
  ])('%s', (_, shown, expected) => {
    expect(shownPayments(shown).map(({ status }) => status)).toEqual(expected)
    expect(readWritten(writtenPayments(shown))).toEqual(shownPayments(shown))
  })

  it('are written each with its own amount', () => {
    const amounts = [400, 400, 250, 12_345, 12_345]
    const payments = amounts.map((amount, place) => ({
      ...payment(place + 1, 'Paid'),
      amount: cents(amount),
    }))
    const written = readWritten(writtenPayments(plan(payments)))
    expect(written.map(({ amount }) => amount)).toEqual([4, 4, 2.5, 123.45, 123.45])
  })
})

describe('The payments that the database lists', () => {
  it('are read each with what is its own', () => {
    const rows = [
      '2026-03-01 400 0 Paid',
      '2026-03-08 400 400 Paid',
      '2026-03-15 400 0 Retrying 2026-03-18',
      '2026-03-22 400 0 Scheduled',
      '2026-03-29 400 0 Scheduled',
      '2026-03-30 1234567890 0 Scheduled',
    ]
    expect(readPayments(rows.join(';'))).toEqual([
      payment(1, 'Paid'),
      payment(8, 'Paid', 400),
      payment(15, 'Retrying', 0, 18),
      payment(22, 'Scheduled'),
      payment(29, 'Scheduled'),
      { ...payment(30, 'Scheduled'), amount: 1_234_567_890 },
    ])
  })

  it('are none where it lists none', () => {
    expect(readPayments(null)).toEqual([])
  })

  it('are refused where an amount is missing', () => {
    expect(() => readPayments('2026-03-01 Paid')).toThrow(RangeError)
  })
})
