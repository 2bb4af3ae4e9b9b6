import type { PlanPayment } from '#contract/overview.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { toDecimal, type Cents } from '#domain/money.ts'
import type { PlanPaymentStatus } from '#domain/payment-schedule.ts'
import { collectedOf, owingOf, paidSoFar } from '#domain/plan-explanations.ts'
import { Written } from '../reply-writer.ts'
import type { OverviewPlan, PaymentRow } from './overview.store.ts'

const shownStatus: Record<PaymentRow[3], PlanPaymentStatus> = {
  Scheduled: 'ToCome',
  Collecting: 'Pending',
  // It may be tried again, but it has failed: the family should know.
  Retrying: 'Failed',
  Overdue: 'Failed',
  Paid: 'Paid',
}

const named = ([collectOn, amount, covered, status, retryOn]: PaymentRow) => ({
  amount,
  covered,
  status,
  /** The day on which it will be collected, or tried again. */
  day: retryOn ?? collectOn,
})
type Named = ReturnType<typeof named>

const isCollected = ({ status }: Pick<OverviewPlan, 'status'>) => status === 'Current' || status === 'Saved'

const waits = (status: PaymentRow[3]) => status === 'Scheduled' || status === 'Retrying'

export type NextPayment = {
  amountMinor: Cents
  date: CalendarDate
  /** What the payment before it came to; null for the first of a plan. */
  previousMinor: Cents | null
}

/** What will be collected next of all plans. The list of accounts asks the view `account_facts` for the same. */
export function nextPayment(plans: readonly OverviewPlan[]): NextPayment | null {
  let next: Named | undefined
  let before: PaymentRow | undefined
  for (const plan of plans.filter(isCollected)) {
    let previous: PaymentRow | undefined
    for (const row of plan.payments ?? []) {
      if (waits(row[3])) {
        const payment = named(row)
        if (owingOf(payment) > 0 && (!next || payment.day < next.day)) [next, before] = [payment, previous]
      }
      previous = row
    }
  }
  if (!next) return null
  return {
    amountMinor: owingOf(next),
    date: next.day,
    previousMinor: before ? collectedOf(named(before)) : null,
  }
}

/** What has been paid of a plan. */
export function repaidOf(payments: readonly PaymentRow[]): Cents {
  return paidSoFar(payments.map(named))
}

export type ShownPlan = Pick<OverviewPlan, 'status' | 'payments'>

/** Each payment of the plan as the family sees it. */
export function shownPayments({ status, payments }: ShownPlan): PlanPayment[] {
  const all = payments ?? []
  const next = isCollected({ status })
    ? all.find((payment) => payment[3] === 'Scheduled' && owingOf(named(payment)) > 0)
    : undefined
  return all.map((payment) => ({
    date: payment[0],
    amount: toDecimal(payment[1]),
    status: payment === next ? 'Next' : shownStatus[payment[3]],
  }))
}

/**
 * The longest list of the Overview, and so plain that it is written faster by hand. Most payments differ from the one
 * before them in their date alone: what follows a date is put together only when it changes.
 */
export function writtenPayments(plan: ShownPlan): Written<PlanPayment[]> {
  let text = ''
  let rest = ''
  let before: PlanPayment | undefined
  for (const payment of shownPayments(plan)) {
    if (payment.amount !== before?.amount || payment.status !== before.status)
      rest = `","amount":${payment.amount},"status":"${payment.status}"}`
    text += (before ? ',{"date":"' : '{"date":"') + payment.date + rest
    before = payment
  }
  return new Written(`[${text}]`)
}
