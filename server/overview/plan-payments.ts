import type { PlanPayment } from '#contract/overview.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { cents, toDecimal, type Cents } from '#domain/money.ts'
import type { PlanPaymentStatus } from '#domain/payment-schedule.ts'
import type { InstalmentStatus } from '#domain/repayments.ts'
import type { OverviewPlan, PaymentRow } from './overview.store.ts'

const shownStatus: Record<InstalmentStatus, PlanPaymentStatus> = {
  Scheduled: 'ToCome',
  Collecting: 'Pending',
  // It may be tried again, but it has failed: the family should know.
  Retrying: 'Failed',
  Overdue: 'Failed',
  Paid: 'Paid',
  Cancelled: 'ToCome',
}

/** What of an instalment is still to be collected: less what other payments have brought of it. */
const owingOf = ([, amount, covered]: PaymentRow) => cents(amount - covered)

const isCollected = ({ status }: Pick<OverviewPlan, 'status'>) => status === 'Current' || status === 'Saved'

const isWaiting = (payment: PaymentRow) =>
  (payment[3] === 'Scheduled' || payment[3] === 'Retrying') && owingOf(payment) > 0

/** The day on which it will be collected, or tried again. */
const dayOf = ([collectOn, , , , retryOn]: PaymentRow) => retryOn ?? collectOn

export type NextPayment = {
  amountMinor: Cents
  date: CalendarDate
  /** What the payment before it came to; null for the first of a plan. */
  previousMinor: Cents | null
}

/** What will be collected next of all plans. The list of accounts asks the view `account_facts` for the same. */
export function nextPayment(plans: readonly OverviewPlan[]): NextPayment | null {
  let next: { payment: PaymentRow; before: PaymentRow | undefined } | undefined
  for (const plan of plans.filter(isCollected)) {
    for (const [place, payment] of (plan.payments ?? []).entries()) {
      if (!isWaiting(payment) || (next && dayOf(next.payment) <= dayOf(payment))) continue
      next = { payment, before: plan.payments?.[place - 1] }
    }
  }
  return (
    (next && {
      amountMinor: owingOf(next.payment),
      date: dayOf(next.payment),
      previousMinor: next.before ? cameTo(next.before) : null,
    }) ??
    null
  )
}

/** What the family paid for it on its day, or ahead of it if nothing was left for the day. */
function cameTo(payment: PaymentRow): Cents {
  const onItsDay = owingOf(payment)
  return onItsDay > 0 ? onItsDay : payment[1]
}

/** What has been paid of a plan: what is paid in full, and the parts that came ahead of the rest. */
export function repaidOf(payments: readonly PaymentRow[]): Cents {
  return cents(
    payments.reduce((sum, [, amount, covered, status]) => sum + (status === 'Paid' ? amount : covered), 0),
  )
}

/** Each payment of the plan as the family sees it. */
export function shownPayments({ status, payments }: OverviewPlan): PlanPayment[] {
  const all = payments ?? []
  const next = isCollected({ status })
    ? all.find((payment) => payment[3] === 'Scheduled' && owingOf(payment) > 0)
    : undefined
  return all.map((payment) => ({
    date: payment[0],
    amount: toDecimal(payment[1]),
    status: payment === next ? 'Next' : shownStatus[payment[3]],
  }))
}
