import { describe, expect, it } from 'vitest'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { calendarDate } from '../../calendar/calendar.ts'
import type { RepaymentSourceType } from '../../payment-methods/payment-methods.ts'
import { canTryFrom, dayFromOtherMethod, daysToRetryOn, type FailedTry, type RetryQuestion } from './retry.ts'

const day = calendarDate

/** A payment of Friday 13 November failed, and it is Monday. */
const question: RetryQuestion = {
  today: day('2026-11-16'),
  calendar: calendars.AU,
  planned: day('2026-11-13'),
  triedOn: day('2026-11-19'),
  mostDaysLater: 14,
  movesLeft: 2,
}

describe('A failed payment may be tried', () => {
  it.each<[string, Partial<RetryQuestion>, string[] | string]>([
    [
      'on business days from when a notice of today has run, but for the day that is planned already',
      {},
      ['18', '20', '23', '24', '25', '26', '27'],
    ],
    [
      'on each of them where nothing is planned',
      { triedOn: null },
      ['18', '19', '20', '23', '24', '25', '26', '27'],
    ],
    ['up to as many days later as the school allows', { mostDaysLater: 7 }, ['18', '20']],
    ['counted from a weekend from the next business day', { today: day('2026-11-21') }, ['25', '26', '27']],
    ['not after its days are over', { today: day('2026-11-26') }, 'NoDay'],
    ['not where all moves are used', { movesLeft: 0 }, 'NoMovesLeft'],
  ])('%s', (_, more, expected) => {
    const answer = daysToRetryOn({ ...question, ...more })
    expect('days' in answer ? answer.days.map((each) => each.slice(-2)) : answer.whyNot).toEqual(expected)
  })

  it.each([
    ['the day of its next try', '2026-11-19', '2026-11-19'],
    ['the first day after a notice, where that is later', '2026-11-17', '2026-11-18'],
    ['the first day after a notice, where it is not tried any more', null, '2026-11-18'],
  ])('from another method on %s', (_, triedOn, expected) => {
    expect(dayFromOtherMethod(triedOn === null ? null : day(triedOn), question.today, calendars.AU)).toBe(
      expected,
    )
  })
})

describe('It makes sense to try it', () => {
  const noMoney: FailedTry = { reason: 'insufficient_funds', tries: 1, triedWith: 'same' }
  it.each<[string, FailedTry, string, RepaymentSourceType, boolean]>([
    ['from the same method after a lack of money', noMoney, 'same', 'BankAccount', true],
    ['from another method', noMoney, 'other', 'PaymentCard', true],
    ['not from a closed account', { ...noMoney, reason: 'account_closed' }, 'same', 'BankAccount', false],
    [
      'from another than a closed account',
      { ...noMoney, reason: 'account_closed' },
      'other',
      'PaymentCard',
      true,
    ],
    ['not by BPAY, which the family pays itself', noMoney, 'other', 'CustomerDeposit', false],
    [
      'after a deposit that did not come',
      { reason: null, tries: 0, triedWith: null },
      'other',
      'PaymentCard',
      true,
    ],
    [
      'not after its money went back',
      { reason: null, tries: 1, triedWith: 'same' },
      'other',
      'PaymentCard',
      false,
    ],
  ])('%s', (_, failed, id, type, expected) => {
    expect(canTryFrom(failed, { id, type })).toBe(expected)
  })
})
