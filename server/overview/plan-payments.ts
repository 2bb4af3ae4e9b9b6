import type { PlanPayment } from '#contract/overview.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { toDecimal, type Cents } from '#domain/money.ts'
import type { PlanPaymentStatus } from '#domain/payment-schedule.ts'
import { collectedOf, owingOf, paidSoFar } from '#domain/plan-explanations.ts'
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

const isWaiting = (payment: Named) =>
  (payment.status === 'Scheduled' || payment.status === 'Retrying') && owingOf(payment) > 0

export type NextPayment = {
  amountMinor: Cents
  date: CalendarDate
  /** What the payment before it came to; null for the first of a plan. */
  previousMinor: Cents | null
}

/** What will be collected next of all plans. The list of accounts asks the view `account_facts` for the same. */
export function nextPayment(plans: readonly OverviewPlan[]): NextPayment | null {
  let next: { payment: Named; before: Named | undefined } | undefined
  for (const plan of plans.filter(isCollected)) {
    const payments = (plan.payments ?? []).map(named)
    for (const [place, payment] of payments.entries()) {
      if (!isWaiting(payment) || (next && next.payment.day <= payment.day)) continue
      next = { payment, before: payments[place - 1] }
    }
  }
  if (!next) return null
  return {
    amountMinor: owingOf(next.payment),
    date: next.payment.day,
    previousMinor: next.before ? collectedOf(next.before) : null,
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
