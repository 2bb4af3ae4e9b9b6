import type { PlanPayment } from '#contract/overview.ts'
import type { CalendarDate } from '#domain/calendar/calendar.ts'
import { cents, toDecimal, type Cents } from '#domain/money.ts'
import type { PlanPaymentStatus } from '#domain/plan/payment-schedule.ts'
import { collectedOf, owingOf, type InstalmentFact } from '#domain/explanations/plan-explanations.ts'
import type { AccountFacts } from '../accounts/account-facts.ts'
import { Written } from '../http/reply-writer.ts'

/** One payment of a plan, as long as it is not cancelled. */
export type Payment = Pick<InstalmentFact, 'collectOn' | 'amount' | 'covered' | 'status' | 'retryOn'>

export type ShownPlan = {
  status: AccountFacts['plans'][number]['status']
  /** In their order. */
  payments: readonly Payment[]
}

const dateLength = '2026-01-31'.length

/**
 * Reads the payments of a plan as the Overview's statement lists them: "2026-01-31 40000 0 Retrying 2026-02-04", with
 * semicolons between them. JSON would take three times as long, of the longest list that there is. Most payments differ
 * from the one before them in their date alone: what follows a date is read only when it changes.
 */
export function readPayments(text: string | null): Payment[] {
  if (text === null) return []
  let restBefore: string | undefined
  let amount = cents(0)
  let covered = cents(0)
  let status: Payment['status'] = 'Scheduled'
  let retryOn: CalendarDate | null = null
  return text.split(';').map((row) => {
    const rest = row.slice(dateLength + 1)
    if (rest !== restBefore) {
      const words = rest.split(' ') as [string, string, Payment['status'], CalendarDate?]
      amount = cents(Number(words[0]))
      covered = cents(Number(words[1]))
      status = words[2]
      retryOn = words[3] ?? null
      restBefore = rest
    }
    return { collectOn: row.slice(0, dateLength) as CalendarDate, amount, covered, status, retryOn }
  })
}

const shownStatus: Record<Payment['status'], PlanPaymentStatus> = {
  Scheduled: 'ToCome',
  Collecting: 'Pending',
  // It may be tried again, but it has failed: the family should know.
  Retrying: 'Failed',
  Overdue: 'Failed',
  Paid: 'Paid',
}

const isCollected = ({ status }: ShownPlan) => status === 'Current' || status === 'Saved'

const waits = ({ status }: Payment) => status === 'Scheduled' || status === 'Retrying'

/** The day on which it will be collected, or tried again. */
const dayOf = ({ collectOn, retryOn }: Payment) => retryOn ?? collectOn

export type NextPayment = {
  amountMinor: Cents
  date: CalendarDate
  /** What the payment before it came to; null for the first of a plan. */
  previousMinor: Cents | null
}

/** What will be collected next of all plans. The list of accounts asks the view `account_facts` for the same. */
export function nextPayment(plans: readonly ShownPlan[]): NextPayment | null {
  let next: Payment | undefined
  let before: Payment | undefined
  for (const plan of plans) {
    if (!isCollected(plan)) continue
    let previous: Payment | undefined
    for (const payment of plan.payments) {
      if (waits(payment) && owingOf(payment) > 0 && (!next || dayOf(payment) < dayOf(next)))
        [next, before] = [payment, previous]
      previous = payment
    }
  }
  if (!next) return null
  return {
    amountMinor: owingOf(next),
    date: dayOf(next),
    previousMinor: before ? collectedOf(before) : null,
  }
}

/** The status to show of each payment. */
function statusesOf(plan: ShownPlan): (payment: Payment) => PlanPaymentStatus {
  const next = isCollected(plan)
    ? plan.payments.find((payment) => payment.status === 'Scheduled' && owingOf(payment) > 0)
    : undefined
  return (payment) => (payment === next ? 'Next' : shownStatus[payment.status])
}

/** Each payment of the plan as the family sees it. */
export function shownPayments(plan: ShownPlan): PlanPayment[] {
  const statusOf = statusesOf(plan)
  return plan.payments.map((payment) => ({
    date: payment.collectOn,
    amount: toDecimal(payment.amount),
    status: statusOf(payment),
  }))
}

/** The same as text, put together by hand: what follows a date is written only when it changes. */
export function writtenPayments(plan: ShownPlan): Written<PlanPayment[]> {
  const statusOf = statusesOf(plan)
  let text = ''
  let rest = ''
  let amountBefore: Cents | undefined
  let statusBefore: PlanPaymentStatus | undefined
  for (const payment of plan.payments) {
    const { amount } = payment
    const status = statusOf(payment)
    if (amount !== amountBefore || status !== statusBefore)
      rest = `","amount":${toDecimal(amount)},"status":"${status}"}`
    text += (text === '' ? '{"date":"' : ',{"date":"') + payment.collectOn + rest
    amountBefore = amount
    statusBefore = status
  }
  return new Written(`[${text}]`)
}
