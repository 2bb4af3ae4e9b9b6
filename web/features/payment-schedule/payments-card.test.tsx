import { renderToStaticMarkup } from 'react-dom/server'
import { Router } from 'wouter'
import { describe, expect, it } from 'vitest'
import type { Account } from '#contract/accounts.ts'
import type { PaymentPlan } from '#contract/payment-schedule.ts'
import { addDays, calendarDate } from '#domain/calendar/calendar.ts'
import { ruledHolidays } from '#tools/testing/holiday-rules.ts'
import { keepHolidays } from '../plan/bank-calendar.ts'
import { PaymentsCard } from './payments-card.tsx'

keepHolidays(
  'AU',
  [2026, 2027].flatMap((year) => ruledHolidays('AU', year)),
)

type Payment = PaymentPlan['payments'][number]

const account = {
  region: 'AU',
  institutionName: 'Wattle Grove College',
  config: { canEditOrAddAccountPlan: true, allowPaymentScheduleUpdates: true },
} as Account

function payment(place: number, status: Payment['status'], amount = 100): Payment {
  const date = addDays(calendarDate('2026-01-02'), 7 * place)
  return { dueDate: date, date, amount, status }
}

function plan(payments: Payment[], change: Partial<PaymentPlan> = {}): PaymentPlan {
  const [first] = payments
  return {
    planStatus: 'Current',
    accountPlanId: 'plan',
    version: 1,
    lastSaved: null,
    temporaryUntil: null,
    planYear: 2026,
    planStartDate: first?.dueDate ?? '2026-01-02',
    planEndDate: payments.at(-1)?.date ?? null,
    planDuration: payments.length,
    repaymentCount: payments.length,
    repaymentsMade: payments.filter(({ status }) => status === 'Paid').length,
    repaymentPeriod: 'Week',
    periodicAmount: 100,
    totalAmount: 100 * payments.length,
    annualTotal: 100 * payments.length,
    balanceAtPlanStart: 0,
    totalFixedFees: 0,
    outstandingFees: 0,
    outstandingFeesCovered: false,
    partYearAdjustment: null,
    familyFees: [],
    basedOnFeeScheduleYear: 2026,
    nextRepaymentDate: null,
    studentFeeBreakdown: [],
    payments,
    variances: null,
    ...change,
  }
}

/** What is read, with a bar wherever one thing ends. */
function read(shown: PaymentPlan, of: Account = account): string {
  const drawn = renderToStaticMarkup(
    <Router ssrPath="/payment-schedule">
      <PaymentsCard account={of} plan={shown} />
    </Router>,
  )
  expect(drawn).not.toMatch(/<(input|select|textarea)/)
  return drawn.replace(/(<[^>]*>)+/g, '|').replaceAll('&#x27;', "'")
}

describe('a plan to look at', () => {
  it('says what is paid, by when, and how far it is', () => {
    const text = read(plan([payment(0, 'Paid'), payment(1, 'Next'), payment(2, 'ToCome', 99.98)]))
    expect(text).toContain('|$100|.00| |weekly|')
    expect(text).toContain(
      '|First payment|2 January 2026|Next payment|9 January 2026|Last payment|16 January 2026, $99.98|Payments made|1 of 3|',
    )
    expect(text).toContain("Your plan is under way, so we'll make changes for you.")
  })

  it('of one payment has neither a rhythm nor a first and a last one', () => {
    const text = read(plan([payment(0, 'Next')]))
    expect(text).toContain('|$100|.00| |in one payment|')
    expect(text).toContain('|Payment|2 January 2026|Payments made|0 of 1|')
    expect(text).not.toMatch(/First payment|Next payment|Last payment/)
  })

  it('of a year of weeks counts all 53', () => {
    const weeks = Array.from({ length: 53 }, (_, place) => payment(place, place < 4 ? 'Paid' : 'ToCome'))
    expect(read(plan(weeks))).toContain('|Payments made|4 of 53|')
  })

  it('says in words what has failed and what is on its way', () => {
    const text = read(plan([payment(0, 'Failed'), payment(1, 'Failed'), payment(2, 'Pending')]))
    expect(text).toContain(
      '|2 payments failed|$100.00 due on 2 January 2026, $100.00 due on 9 January 2026. |',
    )
    expect(text).toContain('|In progress|$100.00, 16 January 2026|')
  })

  it.each([
    ['Term', 'termly', 'Termly'],
    ['TwicePerYear', 'twice yearly', 'Twice yearly'],
  ] as const)('keeps a rhythm that only staff can set: %s', (repaymentPeriod, word, title) => {
    const text = read(plan([payment(0, 'Paid'), payment(26, 'Next')], { repaymentPeriod }))
    expect(text).toContain(`| |${word}|`)
    expect(text).toContain(`|Payment frequency|${title}|`)
  })

  it('is closed for changes two business days before it begins', () => {
    // The first payment is on Friday, 22 January 2027.
    const text = read(plan([{ ...payment(55, 'Next') }], { planStatus: 'Saved' }))
    expect(text).toContain('Changes closed on 20 January 2027: your first payment is on 22 January 2027.')
    expect(text).toContain('|Upcoming|')
  })

  it('says that staff must step in, and nothing of a last day', () => {
    const config = { ...account.config, canEditOrAddAccountPlan: false }
    const text = read(plan([payment(0, 'Next')], { planStatus: 'Saved' }), { ...account, config })
    expect(text).toContain('|Please contact us to review your payment plan|')
    expect(text).toContain('|Action required|')
    expect(text).not.toContain('Changes closed')
  })

  it('for a while says until when', () => {
    const text = read(plan([payment(0, 'Next')], { temporaryUntil: '2026-03-31' }))
    expect(text).toContain('|Temporary plan|')
    expect(text).toContain('A temporary plan until 31 March 2026.')
  })

  it('promises no figures while it is reviewed, and none where nothing is left to pay', () => {
    expect(read(plan([], { planStatus: 'ManualReview' }))).toContain("|We're reviewing this plan.")
    expect(read(plan([], { planStatus: 'Completed' }))).toContain('|There is nothing left to pay.|')
  })

  it('is in pounds in the United Kingdom', () => {
    expect(read(plan([payment(0, 'Next')]), { ...account, region: 'UK' })).toContain('|£100|.00|')
  })
})
