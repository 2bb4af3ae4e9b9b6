import { describe, expect, it } from 'vitest'
import { calendarDate, type CalendarDate } from '../calendar/calendar.ts'
import { cents } from '../money.ts'
import {
  collectedOf,
  dayOf,
  nextPayment,
  owingOf,
  paidSoFar,
  shownPayments,
  type Instalment,
  type PlanWithInstalments,
} from './plan-payments.ts'

const day = (number: number) => calendarDate(`2026-03-${String(number).padStart(2, '0')}`)

function payment(on: number, status: Instalment['status'], covered = 0, retryOn?: number): Instalment {
  return {
    collectOn: day(on),
    amount: cents(400),
    covered: cents(covered),
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

type Next = [amount: number, date: CalendarDate, previous: number | null]

describe('What is collected next', () => {
  it.each<[string, PlanWithInstalments[], Next | null]>([
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
    expect(
      next
        ? [
            owingOf(next.instalment),
            dayOf(next.instalment),
            next.previous ? collectedOf(next.previous) : null,
          ]
        : null,
    ).toEqual(expected)
  })
})

describe('What has been repaid', () => {
  it.each<[string, Instalment[], number]>([
    ['nothing of a new plan', [payment(1, 'Scheduled')], 0],
    ['what is paid, by whatever way it came', [payment(1, 'Paid'), payment(8, 'Paid', 400)], 800],
    ['a part that came ahead', [payment(1, 'Paid'), payment(8, 'Scheduled', 70)], 470],
    ['not what is under way or has failed', [payment(1, 'Collecting'), payment(8, 'Retrying', 0, 9)], 0],
    ['of what is overdue the part that came', [payment(1, 'Overdue', 100)], 100],
  ])('is %s', (_, instalments, expected) => {
    expect(paidSoFar(instalments)).toBe(expected)
  })
})

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
      'skip what is covered when they say which is next',
      plan([payment(1, 'Scheduled', 400), payment(8, 'Scheduled', 1)]),
      ['ToCome', 'Next'],
    ],
    ['have none next before the plan is agreed', plan([payment(1, 'Scheduled')], 'ManualReview'), ['ToCome']],
  ])('%s', (_, shown, expected) => {
    expect(shownPayments(shown).map(({ status }) => status)).toEqual(expected)
  })
})
