import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openPayment } from '#tools/testing/open-payment.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { productTypes } from './accounts.ts'
import { calendarDate } from './calendar/calendar.ts'
import { creditUsedBy, freeCredit, type OpenPayment, type PlanWithCredit } from './free-credit.ts'
import { cents, type Cents } from './money.ts'
import { destinationOf } from './remittances.ts'

const paid = openPayment
const instalment = (date: string, amount: number, more: Partial<OpenPayment> = {}) =>
  paid(date, amount, { forPlan: cents(amount), ...more })

/** A Friday; three business days earlier is Tuesday the tenth. */
const friday = '2026-11-13'
const longAgo = '2026-11-02'
const justNow = '2026-11-11'

type Row = {
  today?: string
  type?: OpenTypes
  balance: number
  payments?: OpenPayment[]
  plans?: PlanWithCredit[]
  /** free, unsettled, spoken for, in plans */
  is: [number, number, number, number]
}
type OpenTypes = (typeof productTypes)[number]

const rows: [string, Row][] = [
  ['the whole balance when nothing is open', { balance: 500, is: [500, 0, 0, 0] }],
  [
    'less what came in the last three business days',
    { balance: 500, payments: [paid(justNow, 200)], is: [300, 200, 0, 0] },
  ],
  [
    'with an extra payment that came three business days ago, where the school was paid ahead',
    { balance: 500, payments: [paid('2026-11-10', 200)], is: [500, 0, 0, 0] },
  ],
  [
    'without an instalment, where the school was paid ahead: it repays Larkwell',
    { balance: 500, payments: [instalment(longAgo, 200)], is: [300, 0, 200, 0] },
  ],
  [
    'without the part of an extra payment that has covered an instalment',
    { balance: 500, payments: [paid(longAgo, 200, { forPlan: cents(150) })], is: [350, 0, 150, 0] },
  ],
  [
    'without what the school has asked for, though it was paid ahead',
    { balance: 500, payments: [paid(longAgo, 200, { isForRequest: true })], is: [300, 0, 200, 0] },
  ],
  [
    'on a Sunday the same as on Friday',
    { today: '2026-11-15', balance: 500, payments: [paid(justNow, 200)], is: [300, 200, 0, 0] },
  ],
  [
    'on the following Monday one day more',
    { today: '2026-11-16', balance: 500, payments: [paid(justNow, 200)], is: [500, 0, 0, 0] },
  ],
  [
    'less what is on its way to the school',
    { type: 'PayPlus', balance: 500, payments: [paid(longAgo, 200)], is: [300, 0, 200, 0] },
  ],
  [
    'each payment subtracted once',
    {
      type: 'Pay',
      balance: 500,
      payments: [paid('2026-11-12', 200), paid(longAgo, 100)],
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
  ['never negative', { type: 'PayPlus', balance: 100, payments: [paid(longAgo, 200)], is: [0, 0, 200, 0] }],
  ['zero for a debt', { balance: -50, is: [0, 0, 0, 0] }],
  [
    'less what staff are refunding',
    { balance: 500, payments: [paid(longAgo, 200, { isGoingBack: true })], is: [300, 200, 0, 0] },
  ],
  [
    'less what staff refund of a payment decided earlier',
    {
      type: 'PayPlus',
      balance: 500,
      payments: [paid(longAgo, 200, { isGoingBack: true, isKept: true })],
      is: [300, 200, 0, 0],
    },
  ],
  [
    'unchanged by a payment that stays with the family',
    {
      type: 'PayPlus',
      balance: 500,
      payments: [paid('2026-11-12', 200, { isKept: true })],
      is: [500, 0, 0, 0],
    },
  ],
]

const sumOf = (parts: readonly { amount: Cents }[]) => parts.reduce((sum, { amount }) => sum + amount, 0)

describe('Free credit', () => {
  it.each(rows)(
    'is %s',
    (_, { today = friday, type = 'PlusFunded', balance, payments = [], plans = [], is }) => {
      const found = freeCredit({
        balance: cents(balance),
        payments,
        plans,
        productType: type,
        calendar: calendars.AU,
        today: calendarDate(today),
      })
      const { free, unsettled, spokenFor } = found
      expect([free, sumOf(unsettled), sumOf(spokenFor), sumOf(found.plans)]).toEqual(is)
    },
  )

  it.each(productTypes)('of %s never holds an instalment, however long ago it came', (productType) => {
    const { free } = freeCredit({
      balance: cents(200_00),
      payments: [instalment('2026-01-05', 200_00)],
      plans: [],
      productType,
      calendar: calendars.AU,
      today: calendarDate(friday),
    })
    expect(free).toBe(0)
  })

  it('is never negative, never more than the balance, and unchanged after a payment is passed on', () => {
    const payment = fc.record({
      id: fc.uuid(),
      amount: fc.integer({ min: 0, max: 100_000 }).map(cents),
      date: fc
        .integer({ min: 1, max: 13 })
        .map((day) => calendarDate(`2026-11-${String(day).padStart(2, '0')}`)),
      forPlan: fc.integer({ min: 0, max: 100_000 }).map(cents),
      isForRequest: fc.boolean(),
      forRequests: fc.integer({ min: 0, max: 100_000 }).map(cents),
      debtFirst: fc.integer({ min: 0, max: 500 }).map(cents),
      isGoingBack: fc.boolean(),
      isKept: fc.constant(false),
    })
    fc.assert(
      fc.property(
        fc.array(payment, { maxLength: 6 }),
        fc.array(fc.record({ tuitionYear: fc.constant(2026), amount: fc.nat(5_000).map(cents) }), {
          maxLength: 2,
        }),
        fc.integer({ min: -50_000, max: 300_000 }),
        fc.constantFrom(...productTypes),
        (payments, plans, balance, productType) => {
          const facts = { plans, productType, calendar: calendars.AU, today: calendarDate(friday) } as const
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

describe('A payment that has arrived for good', () => {
  it.each([
    ['goes to the school', 'Pay', paid(longAgo, 200), [200, 0, 0]],
    ['goes to the school, an instalment too', 'PayPlus', instalment(longAgo, 200), [200, 0, 0]],
    [
      'settles first what the family owed before the plan',
      'Pay',
      instalment(longAgo, 200, { debtFirst: cents(50) }),
      [150, 0, 50],
    ],
    ['repays Larkwell where it paid ahead', 'PlusFunded', instalment(longAgo, 200), [0, 200, 0]],
    [
      'stays the family’s where it was for nothing in particular',
      'PlusFunded',
      paid(longAgo, 200),
      [0, 0, 200],
    ],
    [
      'goes to the school where that asked for it',
      'PlusFunded',
      paid(longAgo, 200, { isForRequest: true }),
      [200, 0, 0],
    ],
    ['is divided by what it covers', 'PlusFunded', paid(longAgo, 200, { forPlan: cents(120) }), [0, 120, 80]],
    [
      'pays the school what it covers of requests',
      'PlusFunded',
      paid(longAgo, 200, { forPlan: cents(120), forRequests: cents(50) }),
      [50, 120, 30],
    ],
    ['is nothing once it went back', 'PayPlus', paid(longAgo, 0), [0, 0, 0]],
  ] as const)('%s', (_, productType, payment, [toSchool, toLarkwell, toFamily]) => {
    expect(destinationOf(payment, productType)).toEqual({ toSchool, toLarkwell, toFamily })
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
