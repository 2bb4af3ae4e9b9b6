import { expect, it } from 'vitest'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { calendarDate } from '../calendar/calendar.ts'
import { bankCalendar, holidaysOf } from '../calendar/holidays.ts'
import { cents } from '../money.ts'
import { movedDays } from './announced-days.ts'
import type { Instalment } from './plan-payments.ts'

const years = { from: 2025, to: 2036 }
const source = { isPreferred: true, isDefault: true, activeFrom: null }

function announced(collectOn: string, noticedOn: string, retryOn: string | null = null): Instalment {
  return {
    dueOn: calendarDate(collectOn),
    collectOn: calendarDate(collectOn),
    noticedOn: calendarDate(noticedOn),
    movedFrom: null,
    collectedOn: null,
    amount: cents(100_00),
    settled: cents(0),
    waived: cents(0),
    open: cents(100_00),
    status: retryOn ? 'Retrying' : 'Scheduled',
    retryOn: retryOn ? calendarDate(retryOn) : null,
  }
}

type Change = { add?: string; remove?: string }

function moved(instalment: Instalment, { add, remove }: Change, type: 'PaymentCard' | 'CustomerDeposit') {
  const holidays = [
    ...holidaysOf(calendars.AU, years).filter(({ date }) => date !== remove),
    ...(add ? [{ date: calendarDate(add), name: 'Day of Mourning' }] : []),
  ]
  const terms = {
    calendar: calendars.AU,
    today: calendarDate('2027-03-03'),
    sources: [{ ...source, type }],
  }
  return movedDays([instalment], terms, bankCalendar('AU', holidays)).map(({ from, to }) => [from, to])
}

// 2027-03-05 is a Friday; 26 and 29 March are Easter.
it.each([
  [
    'is taken on the next business day',
    announced('2027-03-05', '2027-03-02'),
    { add: '2027-03-05' },
    [['2027-03-05', '2027-03-08']],
  ],
  [
    'of a new try too',
    announced('2027-03-01', '2027-02-24', '2027-03-05'),
    { add: '2027-03-05' },
    [['2027-03-05', '2027-03-08']],
  ],
  ['of another day stays', announced('2027-03-08', '2027-03-03'), { add: '2027-03-05' }, []],
  ['stays as long as its notice is full', announced('2027-03-08', '2027-03-03'), { add: '2027-03-04' }, []],
  [
    'waits until its notice is full',
    announced('2027-03-05', '2027-03-03'),
    { add: '2027-03-04' },
    [['2027-03-05', '2027-03-08']],
  ],
  [
    'that was late waits too',
    announced('2027-03-01', '2027-03-03'),
    { add: '2027-03-05' },
    [['2027-03-05', '2027-03-08']],
  ],
] as const)('A payment that was announced for a day %s', (_, instalment, change, days) => {
  expect(moved(instalment, change, 'PaymentCard')).toEqual(days)
})

it('A payment is never taken before the day that its family was told, when a holiday is removed', () => {
  // Announced on Thursday before Easter: its two business days end on Wednesday after it.
  const late = announced('2027-03-24', '2027-03-25')
  expect(moved(late, { remove: '2027-03-26' }, 'PaymentCard')).toEqual([['2027-03-31', '2027-03-31']])
})

it('A family that pays by BPAY itself has until the next business day', () => {
  expect(moved(announced('2027-03-05', '2027-03-02'), { add: '2027-03-05' }, 'CustomerDeposit')).toEqual([
    ['2027-03-05', '2027-03-08'],
  ])
})
