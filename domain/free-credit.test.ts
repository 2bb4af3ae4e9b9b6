import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openPayment } from '#tools/testing/open-payment.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { calendarDate } from './calendar/calendar.ts'
import { creditUsedBy, freeCredit, type OpenPayment, type PlanWithCredit } from './free-credit.ts'
import { cents, type Cents } from './money.ts'

const paid = openPayment

/** A Friday; three business days earlier is Tuesday the tenth. */
const friday = '2026-11-13'
const longAgo = '2026-11-02'
const justNow = '2026-11-11'

type Row = {
  today?: string
  balance: number
  payments?: OpenPayment[]
  plans?: PlanWithCredit[]
  /** free, unsettled, spoken for, in plans */
  is: [number, number, number, number]
}

const rows: [string, Row][] = [
  ['the whole balance when nothing is open', { balance: 500, is: [500, 0, 0, 0] }],
  [
    'less what came in the last three business days',
    { balance: 500, payments: [paid(justNow, { toFamily: 200 })], is: [300, 200, 0, 0] },
  ],
  [
    'with credit that came three business days ago',
    { balance: 500, payments: [paid('2026-11-10', { toFamily: 200 })], is: [500, 0, 0, 0] },
  ],
  [
    'without what repays Larkwell',
    { balance: 500, payments: [paid(longAgo, { toLarkwell: 200 })], is: [300, 0, 200, 0] },
  ],
  [
    'without the parts of a payment that pay something',
    {
      balance: 500,
      payments: [paid(longAgo, { toLarkwell: 100, toSchool: 50, toFamily: 50 })],
      is: [350, 0, 150, 0],
    },
  ],
  [
    'on a Sunday the same as on Friday',
    {
      today: '2026-11-15',
      balance: 500,
      payments: [paid(justNow, { toFamily: 200 })],
      is: [300, 200, 0, 0],
    },
  ],
  [
    'on the following Monday one day more',
    {
      today: '2026-11-16',
      balance: 500,
      payments: [paid(justNow, { toFamily: 200 })],
      is: [500, 0, 0, 0],
    },
  ],
  [
    'less what is on its way to the school',
    { balance: 500, payments: [paid(longAgo, { toSchool: 200 })], is: [300, 0, 200, 0] },
  ],
  [
    'each payment subtracted once',
    {
      balance: 500,
      payments: [paid('2026-11-12', { toSchool: 200 }), paid(longAgo, { toSchool: 100 })],
      is: [200, 200, 100, 0],
    },
  ],
  [
    'less the credit that lowers a plan, of this year and of the next',
    {
      balance: 500,
      plans: [
        { tuitionYear: 2026, amount: cents(120) },
        { tuitionYear: 2027, amount: cents(80) },
      ],
      is: [300, 0, 0, 200],
    },
  ],
  ['never negative', { balance: 100, payments: [paid(longAgo, { toSchool: 200 })], is: [0, 0, 200, 0] }],
  ['zero for a debt', { balance: -50, is: [0, 0, 0, 0] }],
  [
    'less what staff are refunding',
    {
      balance: 500,
      payments: [paid(longAgo, { toSchool: 200, goingBack: 200 })],
      is: [300, 200, 0, 0],
    },
  ],
  [
    'less what staff refund of credit, and not the rest of it',
    {
      balance: 500,
      payments: [paid(longAgo, { toFamily: 200, goingBack: 120 })],
      is: [380, 120, 0, 0],
    },
  ],
]

const sumOf = (parts: readonly { amount: Cents }[]) => parts.reduce((sum, { amount }) => sum + amount, 0)

describe('Free credit', () => {
  it.each(rows)('is %s', (_, { today = friday, balance, payments = [], plans = [], is }) => {
    const found = freeCredit({
      balance: cents(balance),
      payments,
      plans,
      calendar: calendars.AU,
      today: calendarDate(today),
    })
    const { free, unsettled, spokenFor } = found
    expect([free, sumOf(unsettled), sumOf(spokenFor), sumOf(found.plans)]).toEqual(is)
  })

  it('is never negative, never more than the balance, and unchanged after a payment is passed on', () => {
    const part = fc.integer({ min: 0, max: 100_000 }).map(cents)
    const payment = fc.record({
      id: fc.uuid(),
      date: fc
        .integer({ min: 1, max: 13 })
        .map((day) => calendarDate(`2026-11-${String(day).padStart(2, '0')}`)),
      toSchool: part,
      toLarkwell: part,
      toFamily: part,
      goingBack: fc.constantFrom(cents(0), cents(50)),
    })
    fc.assert(
      fc.property(
        fc.array(payment, { maxLength: 6 }),
        fc.array(fc.record({ tuitionYear: fc.constant(2026), amount: fc.nat(5_000).map(cents) }), {
          maxLength: 2,
        }),
        fc.integer({ min: -50_000, max: 300_000 }),
        (payments, plans, balance) => {
          const facts = { plans, calendar: calendars.AU, today: calendarDate(friday) } as const
          const { free, spokenFor } = freeCredit({ ...facts, payments, balance: cents(balance) })
          expect(free).toBeGreaterThanOrEqual(0)
          expect(free).toBeLessThanOrEqual(Math.max(0, balance))
          const [passedOn] = spokenFor
          if (!passedOn) return
          const without = payments.filter(({ id }) => id !== passedOn.id)
          const after = freeCredit({ ...facts, payments: without, balance: cents(balance - passedOn.amount) })
          expect(after.free).toBe(free)
        },
      ),
    )
  })
})

it.each([
  ['all of the credit', -123_45, 1_000_00, 123_45],
  ['no more than the fees', -1_500_00, -500_00, 1_000_00],
  ['nothing where the family owed', 260_00, 1_260_00, 0],
  ['nothing without a balance', 0, 1_000_00, 0],
])('A plan uses %s', (_, balanceAtStart, total, used) => {
  expect(creditUsedBy({ balanceAtStart: cents(balanceAtStart), total: cents(total) })).toBe(used)
})
