import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calendarDate } from './calendar/calendar.ts'
import { cents } from './money.ts'
import {
  availableToWithdraw,
  holdEntry,
  outOfHoldEntry,
  sentBackEntry,
  type OpenPayment,
} from './withdrawals.ts'

const paid = (date: string, amount: number, more: Partial<OpenPayment> = {}): OpenPayment => ({
  amount: cents(amount),
  date: calendarDate(date),
  isGoingBack: false,
  isKept: false,
  ...more,
})

/** A Friday; three business days earlier is Tuesday the tenth. */
const friday = '2026-11-13'

describe('What is available to withdraw', () => {
  it.each([
    ['the whole balance when nothing is open', friday, 'PlusFunded', 500, [], 500, 0, 0],
    [
      'less what came in the last three business days',
      friday,
      'PlusFunded',
      500,
      [paid('2026-11-11', 200)],
      300,
      200,
      0,
    ],
    [
      'with everything that came three business days ago',
      friday,
      'PlusFunded',
      500,
      [paid('2026-11-10', 200)],
      500,
      0,
      0,
    ],
    [
      'on a Sunday the same as on Friday',
      '2026-11-15',
      'PlusFunded',
      500,
      [paid('2026-11-11', 200)],
      300,
      200,
      0,
    ],
    [
      'on the following Monday one day more',
      '2026-11-16',
      'PlusFunded',
      500,
      [paid('2026-11-11', 200)],
      500,
      0,
      0,
    ],
    ['less what is on its way to the school', friday, 'PayPlus', 500, [paid('2026-11-02', 200)], 300, 0, 200],
    [
      'each payment subtracted once',
      friday,
      'Pay',
      500,
      [paid('2026-11-12', 200), paid('2026-11-02', 100)],
      200,
      200,
      100,
    ],
    ['never negative', friday, 'PayPlus', 100, [paid('2026-11-02', 200)], 0, 0, 200],
    ['zero for a debt', friday, 'PlusFunded', -50, [], 0, 0, 0],
    [
      'less what staff are refunding',
      friday,
      'PlusFunded',
      500,
      [paid('2026-11-02', 200, { isGoingBack: true })],
      300,
      200,
      0,
    ],
    [
      'less what staff refund of a payment decided earlier',
      friday,
      'PayPlus',
      500,
      [paid('2026-11-02', 200, { isGoingBack: true, isKept: true })],
      300,
      200,
      0,
    ],
    [
      'unchanged by a payment that stays with the family',
      friday,
      'PayPlus',
      500,
      [paid('2026-11-12', 200, { isKept: true })],
      500,
      0,
      0,
    ],
  ] as const)('is %s', (_, today, productType, balance, payments, available, unsettled, toSchool) => {
    const found = availableToWithdraw({
      balance: cents(balance),
      payments,
      productType,
      region: 'AU',
      today: calendarDate(today),
    })
    const sum = (parts: OpenPayment[]) => parts.reduce((total, { amount }) => total + amount, 0)
    expect([found.available, sum(found.unsettled), sum(found.toSchool)]).toEqual([
      available,
      unsettled,
      toSchool,
    ])
  })

  it('is never negative, never more than the balance, and unchanged after a payment is passed on', () => {
    const payment = fc.record({
      amount: fc.integer({ min: 0, max: 100_000 }).map(cents),
      date: fc
        .integer({ min: 1, max: 13 })
        .map((day) => calendarDate(`2026-11-${String(day).padStart(2, '0')}`)),
      isGoingBack: fc.boolean(),
      isKept: fc.constant(false),
    })
    fc.assert(
      fc.property(
        fc.array(payment, { maxLength: 6 }),
        fc.integer({ min: -50_000, max: 300_000 }),
        fc.constantFrom('Pay', 'PayPlus', 'PlusFunded', 'Passthrough'),
        (payments, balance, productType) => {
          const facts = { payments, productType, region: 'AU', today: calendarDate(friday) } as const
          const { available, toSchool } = availableToWithdraw({ ...facts, balance: cents(balance) })
          expect(available).toBeGreaterThanOrEqual(0)
          expect(available).toBeLessThanOrEqual(Math.max(0, balance))
          const [passedOn] = toSchool
          if (!passedOn) return
          const after = availableToWithdraw({
            ...facts,
            payments: payments.filter((other) => other !== passedOn),
            balance: cents(balance - passedOn.amount),
          })
          expect(after.available).toBe(available)
        },
      ),
    )
  })
})

describe('A held amount', () => {
  it.each(['Paid', 'Declined', 'Cancelled'] as const)('is released once it is %s', (to) => {
    const postings = [holdEntry(cents(120_00)), outOfHoldEntry(cents(120_00), to)].flatMap(
      (one) => one.postings,
    )
    const inBook = (book: string) =>
      postings.filter((posting) => posting.book === book).reduce((sum, { amount }) => sum + amount, 0)
    expect(inBook('WithdrawalHold')).toBe(0)
    expect(inBook('Family')).toBe(to === 'Paid' ? -120_00 : 0)
  })

  it('is fully restored when the bank returns the payout', () => {
    const amount = cents(120_00)
    const entries = [holdEntry(amount), outOfHoldEntry(amount, 'Paid'), sentBackEntry(amount)]
    for (const book of ['Family', 'WithdrawalHold', 'Bank']) {
      const postings = entries.flatMap((one) => one.postings).filter((posting) => posting.book === book)
      expect(postings.reduce((sum, posting) => sum + posting.amount, 0)).toBe(0)
    }
  })
})
