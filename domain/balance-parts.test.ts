import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openPayment } from '#tools/testing/open-payment.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { balanceParts } from './balance-parts.ts'
import { calendarDate } from './calendar/calendar.ts'
import { freeCredit, type OpenPayment } from './free-credit.ts'
import { cents } from './money.ts'

type Payment = OpenPayment & { schoolName: string }

const friday = calendarDate('2026-11-13')
const paid = (
  date: string,
  parts: Parameters<typeof openPayment>[1],
  schoolName = 'Wattle Grove College',
): Payment => ({ ...openPayment(date, parts), schoolName })

type Row = { balance: number; payments?: Payment[]; inPlan?: number; is: unknown[] }

const rows: [string, Row][] = [
  ['nothing, when there is nothing to tell apart', { balance: 0, is: [] }],
  ['all of it to withdraw, when nothing is open', { balance: 640_00, is: [['Available', 640_00]] }],
  [
    'an instalment that goes to the school, also before it has settled',
    {
      balance: 859_00,
      payments: [paid('2026-11-12', { toSchool: 500_00 }), paid('2026-11-02', { toSchool: 359_00 })],
      is: [
        ['ToSchool', 859_00, 'Wattle Grove College'],
        ['Available', 0],
      ],
    },
  ],
  [
    'each school by its name',
    {
      balance: 300,
      payments: [
        paid('2026-11-02', { toSchool: 200 }),
        paid('2026-11-02', { toSchool: 100 }, 'Redgum Grammar'),
      ],
      is: [
        ['ToSchool', 200, 'Wattle Grove College'],
        ['ToSchool', 100, 'Redgum Grammar'],
        ['Available', 0],
      ],
    },
  ],
  [
    'an early payment that becomes the family’s own in some days, where the school was paid ahead',
    {
      balance: 500,
      payments: [
        paid('2026-11-12', { toFamily: 200 }),
        paid('2026-11-02', { toLarkwell: 250, toFamily: 50 }),
      ],
      is: [
        ['ToLarkwell', 250],
        ['Settling', 200],
        ['Available', 50],
      ],
    },
  ],
  [
    'what goes back to the payer, and what lowers a plan',
    {
      balance: 500,
      inPlan: 120,
      payments: [paid('2026-11-02', { toSchool: 200, goingBack: 200 })],
      is: [
        ['GoingBack', 200],
        ['InPlan', 120],
        ['Available', 180],
      ],
    },
  ],
  [
    'what is left of a payment that a fee has eaten into',
    {
      balance: 185,
      payments: [paid('2026-11-02', { toSchool: 200 })],
      is: [
        ['ToSchool', 185, 'Wattle Grove College'],
        ['Available', 0],
      ],
    },
  ],
  [
    'a debt',
    {
      balance: -50,
      is: [
        ['Available', 0],
        ['Owing', -50],
      ],
    },
  ],
]

describe('The parts of a balance', () => {
  it.each(rows)('name %s', (_, { balance, payments = [], inPlan = 0, is }) => {
    const parts = balanceParts({
      balance: cents(balance),
      payments,
      plans: [{ tuitionYear: 2027, amount: cents(inPlan) }],
      calendar: calendars.AU,
      today: friday,
    })
    expect(
      parts.map(({ kind, amount, schoolName }) => [kind, amount, ...(schoolName ? [schoolName] : [])]),
    ).toEqual(is)
  })

  it('add up to the balance, and what may be withdrawn is the free credit', () => {
    const sum = fc.nat(100_000).map(cents)
    const payment = fc.record({
      date: fc
        .integer({ min: 1, max: 13 })
        .map((day) => calendarDate(`2026-11-${String(day).padStart(2, '0')}`)),
      toSchool: sum,
      toLarkwell: sum,
      toFamily: sum,
      goingBack: fc.constantFrom(cents(0), cents(50)),
      schoolName: fc.constantFrom('Wattle Grove College', 'Redgum Grammar'),
    })
    fc.assert(
      fc.property(
        fc.array(payment, { maxLength: 6 }),
        fc.array(fc.record({ tuitionYear: fc.constant(2027), amount: fc.nat(5_000).map(cents) }), {
          maxLength: 2,
        }),
        fc.integer({ min: -50_000, max: 300_000 }).map(cents),
        (payments, plans, balance) => {
          const facts = {
            balance,
            payments,
            plans,
            calendar: calendars.AU,
            today: friday,
          } as const
          const parts = balanceParts(facts)
          expect(parts.reduce((total, { amount }) => total + amount, 0)).toBe(balance)
          for (const { kind, amount } of parts) {
            if (kind === 'Owing') expect(amount).toBeLessThan(0)
            else if (kind === 'Available') expect(amount).toBe(freeCredit(facts).free)
            else expect(amount).toBeGreaterThan(0)
          }
        },
      ),
    )
  })
})
