import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { addDays, calendarDate } from '#domain/calendar/calendar.ts'
import { cents, toDecimal } from '#domain/money.ts'
import { planPaymentStatuses, type PlanPaymentStatus } from '#domain/plan/payment-schedule.ts'
import { BalanceChart } from './balance-chart.tsx'
import { balanceOf, outlinesOf, type BalancePayment } from './balance.ts'
import { captionOf, sentenceOf } from './words.ts'

const payment = (date: string, amount: number, status: PlanPaymentStatus = 'ToCome') => ({
  date,
  amount,
  status,
})

/** A plan of four payments, the last a little smaller, with the given statuses. */
const monthly = (...statuses: PlanPaymentStatus[]) =>
  [
    payment('2027-01-01', 100.03),
    payment('2027-02-15', 100.03),
    payment('2027-03-01', 100.03),
    payment('2027-04-16', 100.01),
  ].map((each, index) => ({ ...each, status: statuses[index] ?? each.status }))

function balance(payments: BalancePayment[]) {
  const found = balanceOf(payments)
  if (!found) throw new Error('There are payments')
  return found
}

describe('The balance over the year', () => {
  it('falls from the total to zero, with each payment at its position in the month', () => {
    const { total, steps, months, half } = balance(monthly())
    expect(total).toBe(40010)
    expect(steps).toEqual([
      { at: 0, left: 30007 },
      { at: (1 + 14 / 28) / 4, left: 20004 },
      { at: 2 / 4, left: 10001 },
      { at: (3 + 15 / 30) / 4, left: 0 },
    ])
    expect(half).toBe('2027-02-15')
    expect(months.map(({ label }) => label)).toEqual(['Jan', 'Feb', 'Mar', 'Apr'])
  })

  it('is empty without payments', () => {
    expect(balanceOf([])).toBeUndefined()
    expect(renderToStaticMarkup(<BalanceChart payments={[]} region="AU" />)).toBe('')
  })

  it('is solid up to the last paid payment, and light after it', () => {
    const { paid, rest, line } = outlinesOf(balance(monthly('Paid', 'Paid')))
    expect(paid).toBe('M0 100V0H0V25H375V100Z')
    expect(rest).toBe('M375 100V50H500V75H875V100H1000V100Z')
    expect(line).toBe('M0 0H0V25H375V50H500V75H875V100H1000')
  })

  it.each([
    ['an estimate', monthly(), { paid: false, rest: true }],
    ['a plan that is all paid', monthly('Paid', 'Paid', 'Paid', 'Paid'), { paid: true, rest: false }],
  ])('of %s has one of the two', (_, payments, has) => {
    const { paid, rest } = outlinesOf(balance(payments))
    expect({ paid: paid !== '', rest: rest !== '' }).toEqual(has)
  })

  it('does not fall with a failed payment', () => {
    const { steps, overdue, paid } = balance(monthly('Paid', 'Failed', 'Next'))
    expect(steps.map(({ left }) => left)).toEqual([30007, 30007, 20004, 10003])
    expect([overdue, paid]).toEqual([10003, 10003])
  })

  it.each([
    [
      'an estimate',
      monthly(),
      '$400.10 is left to pay until 1 January 2027, and less after each of 4 payments: half by 15 February 2027, nothing after 16 April 2027.',
      ['$400.10 left to pay', 'Half paid by 15 February 2027'],
    ],
    [
      'one payment',
      [payment('2027-01-04', 12.5)],
      '$12.50 is left to pay until 4 January 2027, and nothing after.',
      ['$12.50 left to pay', ''],
    ],
    [
      'a running plan',
      monthly('Paid', 'Pending', 'Next'),
      '$100.03 of $400.10 is paid. $300.07 left to pay, until 16 April 2027.',
      ['$300.07 left to pay', 'All paid by 16 April 2027'],
    ],
    [
      'a plan with a failed payment',
      monthly('Paid', 'Failed', 'Next'),
      '$100.03 of $400.10 is paid. $300.07 left to pay, until 16 April 2027. $100.03 of it is overdue.',
      ['$300.07 left to pay', '$100.03 of it overdue'],
    ],
    [
      'a completed plan',
      monthly('Paid', 'Paid', 'Paid', 'Paid'),
      'All of $400.10 is paid, in 4 payments up to 16 April 2027.',
      ['$400.10 paid', ''],
    ],
  ] as const)('has a sentence and a caption: %s', (_, payments, sentence, caption) => {
    expect(sentenceOf(balance([...payments]), 'AU')).toBe(sentence)
    expect(captionOf(balance([...payments]), 'AU')).toEqual(caption)
  })

  it('includes its sentence', () => {
    const drawn = renderToStaticMarkup(<BalanceChart payments={monthly()} region="UK" />)
    expect(drawn).toContain('role="img" aria-label="£400.10 is left to pay until 1 January 2027')
  })

  it('never rises, uses whole cents, and stays within the drawing', () => {
    const plan = fc.array(
      fc.record({
        days: fc.integer({ min: 0, max: 31 }),
        cents: fc.integer({ min: 1, max: 5_000_00 }),
        status: fc.constantFrom(...planPaymentStatuses),
      }),
      { minLength: 1, maxLength: 53 },
    )
    fc.assert(
      fc.property(plan, (parts) => {
        let date = calendarDate('2027-01-31')
        const payments = parts.map(({ days, cents: amount, status }) => {
          date = addDays(date, days)
          return { date, amount: toDecimal(cents(amount)), status }
        })
        const { total, overdue, paid, steps } = balance(payments)
        expect(total).toBe(parts.reduce((sum, part) => sum + part.cents, 0))
        expect(steps.at(-1)?.left).toBe(overdue)
        expect(paid + overdue).toBeLessThanOrEqual(total)
        for (const [index, { at, left }] of steps.entries()) {
          expect(left).toBeLessThanOrEqual(steps[index - 1]?.left ?? total)
          expect(at).toBeGreaterThanOrEqual(steps[index - 1]?.at ?? 0)
          expect(at).toBeLessThan(1)
        }
      }),
    )
  })
})
