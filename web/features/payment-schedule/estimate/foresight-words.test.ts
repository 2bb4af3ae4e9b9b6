import { describe, expect, it } from 'vitest'
import { calendarDate } from '#domain/calendar/calendar.ts'
import type { Foresight } from '#domain/plan/foresight.ts'
import { cents } from '#domain/money.ts'
import { foresightSentence } from './foresight-words.ts'

const date = calendarDate
const month = (name: string, count: number, amount: number) => ({ month: name, count, amount: cents(amount) })
const card = { kind: 'CardExpires', sourceName: 'Visa ending 4242', expiry: '2027-06' } as const
const early = { kind: 'StartsTooEarly', firstDate: date('2027-02-02'), safeDate: date('2027-02-04') } as const
const easter = { due: date('2027-03-26'), date: date('2027-03-30'), reason: 'Good Friday' }
const weekend = { due: date('2027-02-06'), date: date('2027-02-08'), reason: 'Saturday' }

describe('What is foreseen reads', () => {
  it.each<[sentence: string, line: Foresight]>([
    ['Your Visa ending 4242 expires 06/27, before 12 of your 24 payments.', { ...card, after: 12, of: 24 }],
    [
      'Your Visa ending 4242 expires 06/27, before the last of your 24 payments.',
      { ...card, after: 1, of: 24 },
    ],
    ['Your Visa ending 4242 expires 06/27, before your first payment.', { ...card, after: 24, of: 24 }],
    [
      'The school year began on 1 January. This plan pays for all of it by 22 November, so each payment is larger than in a plan from the start. With a shorter plan length you pay fewer, larger amounts.',
      { kind: 'WholeYearLate', yearStart: date('2027-01-01'), lastDate: date('2027-11-22') },
    ],
    [
      'There is no payment method yet that can pay. If you add a bank account today, the first payment can safely leave on 4 February 2027.',
      { ...early, sourceName: null },
    ],
    [
      'Your bank has yet to confirm your bank account ending 2345. Once it has, the first payment can safely leave on 4 February 2027.',
      { ...early, sourceName: 'Bank account ending 2345' },
    ],
    [
      'April and October have three payments, $1,356.30 in each month.',
      { kind: 'FullMonths', months: [month('2027-04', 3, 135630), month('2027-10', 3, 135630)] },
    ],
    ['March has two payments, $904.15.', { kind: 'FullMonths', months: [month('2027-03', 2, 90415)] }],
    [
      'April, July and December have five payments, up to $500.00 in each month.',
      {
        kind: 'FullMonths',
        months: [month('2027-04', 5, 50000), month('2027-07', 5, 50000), month('2027-12', 5, 49995)],
      },
    ],
    [
      'January 2027 and January 2028 have five payments, $500.00 in each month. May has six payments, $600.00.',
      {
        kind: 'FullMonths',
        months: [month('2027-01', 5, 50000), month('2027-05', 6, 60000), month('2028-01', 5, 50000)],
      },
    ],
    [
      'The payment due on Friday 26 March (Good Friday) leaves on Tuesday 30 March.',
      { kind: 'Moves', first: easter, more: 0 },
    ],
    [
      'The payment due on Saturday 6 February leaves on Monday 8 February, and 1 more moves too.',
      { kind: 'Moves', first: weekend, more: 1 },
    ],
    [
      'The payment due on Friday 26 March (Good Friday) leaves on Tuesday 30 March, and 2 more move too.',
      { kind: 'Moves', first: easter, more: 2 },
    ],
  ])('%s', (sentence, line) => {
    expect(foresightSentence(line, 'AU')).toBe(sentence)
  })
})
