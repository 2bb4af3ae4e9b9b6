import { describe, expect, it } from 'vitest'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { calendarDate } from './calendar/calendar.ts'
import { cents } from './money.ts'
import type { UnfinishedReason } from './plan/unfinished-plans.ts'
import { lastDayOfCard, problemsOf, type FailedInstalment, type ProblemFacts } from './problems.ts'

const day = calendarDate
/** A Monday. */
const today = day('2026-11-16')

const calm: ProblemFacts<string> = {
  calendar: calendars.AU,
  today,
  failed: [],
  disputes: [],
  requests: [],
  fees: { open: cents(0), onItsWay: cents(0) },
  next: { on: day('2026-11-27'), amount: cents(436_25), isByDeposit: false },
  method: undefined,
  lastPaymentOn: day('2026-12-11'),
  outstanding: undefined,
  underReview: [],
  unfinished: [],
  declared: undefined,
}

const reviewed = (savedOn: string, startsOn = '2027-01-06') => ({
  year: 2027,
  savedOn: day(savedOn),
  startsOn: day(startsOn),
})

const unfinished = (reason: UnfinishedReason, startsOn: string) => ({
  year: 2027,
  reason,
  startsOn: day(startsOn),
  mayEdit: true,
})

const failed = (more: Partial<FailedInstalment<string>> = {}): FailedInstalment<string> => ({
  dueOn: day('2026-11-13'),
  open: cents(436_25),
  onItsWay: cents(0),
  tries: 1,
  reason: 'insufficient_funds',
  method: 'Bank account ending 6789',
  firstFailedOn: day('2026-11-16'),
  triedAgainOn: null,
  isArranged: false,
  request: null,
  ...more,
})
const retried = failed({ triedAgainOn: day('2026-11-19') })
const fee = (open: number) => ({ open: cents(open), onItsWay: cents(0) })
const asked = (link: string) => ({ id: link, link })
const bpay = (on: string) => ({ on: day(on), amount: cents(436_25), isByDeposit: true })
const request = (dueOn: string, amount = 120_00) => ({
  link: 'excursion',
  amount: cents(amount),
  dueOn: day(dueOn),
  from: 'Wattle Grove College',
})
const card = (trouble: 'CardExpired' | 'CardExpiring', lastDay: string) => ({
  name: 'Visa ending 4242',
  trouble,
  lastDay: day(lastDay),
})

const rows: [string, Partial<ProblemFacts<string>>, object[]][] = [
  ['nothing where all is well', {}, []],
  [
    'a failed payment with its next two tries',
    { failed: [retried] },
    [
      {
        kind: 'PaymentFailed',
        amount: 436_25,
        failedOn: '2026-11-16',
        tries: 1,
        reason: 'insufficient_funds',
        triedAgainOn: '2026-11-19',
        thenOn: '2026-11-25',
      },
    ],
  ],
  [
    'that the next try is the last',
    { failed: [{ ...retried, tries: 2, triedAgainOn: day('2026-11-25') }] },
    [{ kind: 'PaymentFailed', triedAgainOn: '2026-11-25', thenOn: null }],
  ],
  [
    'several payments that are tried again in one sum, with the first of the tries',
    {
      failed: [
        { ...retried, isArranged: true },
        failed({ dueOn: day('2026-11-06'), triedAgainOn: day('2026-11-18'), reason: 'processing_error' }),
      ],
    },
    [
      {
        kind: 'PaymentFailed',
        amount: 872_50,
        dueOn: '2026-11-06',
        reason: 'insufficient_funds',
        triedAgainOn: '2026-11-18',
        isArranged: false,
        items: [
          { dueOn: '2026-11-06', amount: 436_25, triedAgainOn: '2026-11-18' },
          { dueOn: '2026-11-13', amount: 436_25, triedAgainOn: '2026-11-19' },
        ],
      },
    ],
  ],
  [
    'that the family has arranged the next try',
    { failed: [{ ...retried, isArranged: true }] },
    [{ kind: 'PaymentFailed', isArranged: true }],
  ],
  [
    'what is overdue with its fee, since when and after how many tries',
    { failed: [failed({ tries: 3, request: asked('one') })], fees: fee(15_00) },
    [
      {
        kind: 'Overdue',
        amount: 451_25,
        fee: 15_00,
        since: '2026-11-13',
        tries: 3,
        link: 'one',
        items: [{ dueOn: '2026-11-13', amount: 436_25 }],
      },
    ],
  ],
  [
    'several overdue payments in one sum with one link, the oldest first',
    {
      failed: [
        failed({ request: asked('all') }),
        failed({ dueOn: day('2026-10-30'), request: asked('all') }),
      ],
      fees: fee(7_50),
    },
    [
      {
        kind: 'Overdue',
        amount: 880_00,
        fee: 7_50,
        since: '2026-10-30',
        link: 'all',
        items: [
          { dueOn: '2026-10-30', amount: 436_25 },
          { dueOn: '2026-11-13', amount: 436_25 },
        ],
      },
    ],
  ],
  [
    'what two plans ask for on one day as one part',
    { failed: [failed({ request: asked('all') }), failed({ request: asked('all') })] },
    [{ kind: 'Overdue', amount: 872_50, items: [{ dueOn: '2026-11-13', amount: 872_50 }] }],
  ],
  [
    'no link where one request does not ask for all of it',
    { failed: [failed({ request: asked('one') }), failed({ dueOn: day('2026-10-30') })] },
    [{ kind: 'Overdue', amount: 872_50, link: null }],
  ],
  [
    'less of what is overdue while some of it is on its way',
    {
      failed: [
        failed({ open: cents(372_50), onItsWay: cents(63_75), request: asked('all') }),
        failed({ dueOn: day('2026-10-30'), open: cents(0), onItsWay: cents(436_25), request: asked('all') }),
      ],
      fees: { open: cents(10_00), onItsWay: cents(5_00) },
    },
    [
      {
        kind: 'Overdue',
        amount: 382_50,
        onItsWay: 505_00,
        fee: 15_00,
        items: [{ dueOn: '2026-11-13', amount: 372_50 }],
      },
    ],
  ],
  [
    'that all of it is on its way, so that nobody pays twice',
    { failed: [failed({ open: cents(0), onItsWay: cents(436_25), request: asked('one') })] },
    [{ kind: 'Overdue', amount: 0, onItsWay: 436_25, items: [] }],
  ],
  [
    'a request of the school that is past its day, and none that is not or is for any amount',
    { requests: [request('2026-11-15'), request('2026-11-16'), request('2026-11-10', 0)] },
    [{ kind: 'RequestOverdue', amount: 120_00, since: '2026-11-15', items: [{ link: 'excursion' }] }],
  ],
  ['a BPAY payment a week ahead', { next: bpay('2026-11-23') }, [{ kind: 'BpayDue', isLate: false }]],
  ['no BPAY payment eight days ahead', { next: bpay('2026-11-24') }, []],
  [
    'a BPAY payment that is late, and when it counts as missed',
    { next: bpay('2026-11-13') },
    [{ kind: 'BpayDue', isLate: true, missedOn: '2026-11-19' }],
  ],
  [
    'a card that expires before payments still to come',
    { method: card('CardExpiring', '2026-11-30') },
    [{ kind: 'MethodExpiring', lastDay: '2026-11-30' }],
  ],
  ['no card that outlives the plan', { method: card('CardExpiring', '2026-12-31') }, []],
  [
    'a card that has expired',
    { method: card('CardExpired', '2026-10-31') },
    [{ kind: 'MethodUnusable', trouble: 'CardExpired', nextOn: '2026-11-27' }],
  ],
  ['no method that has nothing to pay', { method: card('CardExpired', '2026-10-31'), next: undefined }, []],
  [
    'fees that the plan leaves out',
    { outstanding: { year: 2026, amount: cents(850_00) } },
    [{ kind: 'OutstandingFees', amount: 850_00 }],
  ],
  [
    'a plan under review, and when the answer usually comes',
    { underReview: [reviewed('2026-11-13')] },
    [{ kind: 'PlanUnderReview', since: '2026-11-13', usuallyBy: '2026-11-17', isLate: false }],
  ],
  [
    'a review that takes longer than usual',
    { underReview: [reviewed('2026-11-11')] },
    [{ kind: 'PlanUnderReview', isLate: true }],
  ],
  [
    'a review that was not finished by the first day of the plan',
    { underReview: [reviewed('2026-11-11', '2026-11-16')] },
    [{ kind: 'PlanUnderReview', isLate: true, startPassed: '2026-11-16' }],
  ],
  [
    'a plan that the family has not saved by its first day',
    { unfinished: [unfinished('NotSaved', '2026-11-16')] },
    [{ kind: 'PlanUnfinished', year: 2027, reason: 'NotSaved', isPast: true, canEdit: true }],
  ],
  ['no plan that still has time', { unfinished: [unfinished('NotSaved', '2026-11-17')] }, []],
  [
    'a school year that begins in a week without a plan',
    { unfinished: [unfinished('NoPlan', '2026-11-23')] },
    [{ kind: 'PlanUnfinished', reason: 'NoPlan', startsOn: '2026-11-23', isPast: false }],
  ],
  ['no school year that is further away', { unfinished: [unfinished('NoPlan', '2026-11-24')] }, []],
  [
    'discounts that wait to be confirmed, each sort once',
    { declared: { year: 2026, types: ['Scholarship', 'Scholarship'], since: day('2026-11-13') } },
    [{ kind: 'DiscountDeclared', types: ['Scholarship'], usuallyBy: '2026-11-17' }],
  ],
  [
    'no discount of a plan that is reviewed as a whole',
    {
      declared: { year: 2027, types: ['Scholarship'], since: day('2026-11-13') },
      underReview: [reviewed('2026-11-13')],
    },
    [{ kind: 'PlanUnderReview' }],
  ],
  [
    'the most pressing first',
    {
      declared: { year: 2026, types: ['Scholarship'], since: day('2026-11-13') },
      underReview: [reviewed('2026-11-13')],
      outstanding: { year: 2026, amount: cents(850_00) },
      method: card('CardExpired', '2026-10-31'),
      next: bpay('2026-11-17'),
      requests: [request('2026-11-01')],
      failed: [retried, failed({ dueOn: day('2026-10-30') })],
      disputes: [{ amount: cents(10_00), paidOn: day('2026-09-30'), since: day('2026-10-30'), method: null }],
    },
    [
      { kind: 'Overdue' },
      { kind: 'RequestOverdue' },
      { kind: 'PaymentFailed' },
      { kind: 'PaymentDisputed' },
      { kind: 'MethodUnusable' },
      { kind: 'BpayDue' },
      { kind: 'OutstandingFees' },
      { kind: 'PlanUnderReview' },
      { kind: 'DiscountDeclared' },
    ],
  ],
]

describe('The problems of an account', () => {
  it.each(rows)('name %s', (_, given, problems) => {
    const found = problemsOf({ ...calm, ...given })
    expect(found).toHaveLength(problems.length)
    expect(found).toMatchObject(problems)
  })

  it.each([
    ['2026-11', '2026-11-30'],
    ['2026-12', '2026-12-31'],
    ['2028-02', '2028-02-29'],
  ])('count a card of %s as valid to %s', (expiry, last) => {
    expect(lastDayOfCard(expiry)).toBe(last)
  })
})
