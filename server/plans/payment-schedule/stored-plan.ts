import type { PaymentPlan } from '#contract/payment-schedule.ts'
import { unconfirmedIn } from '#domain/plan/declared-discounts.ts'
import { normalised } from '#domain/plan/fee-variances.ts'
import { cents, toDecimal } from '#domain/money.ts'
import { dateIn } from '#domain/calendar/calendar.ts'
import { payingSourceFor } from '#domain/payment-methods/payment-methods.ts'
import { debitOf } from '#domain/plan/debits.ts'
import { collectionDays } from '#domain/plan/next-payment.ts'
import { shownPayments, type ShownPayment } from '#domain/plan/plan-payments.ts'
import { adjustmentReply, feesReply } from '#domain/plan/plan-reply.ts'
import type { StoredPlan } from './plan-facts.reads.ts'

/** The reply for a saved plan, to one of the customers or, without a reader, to staff. */
export function storedPlanReply(plan: StoredPlan, readerId: string | null, now: Date): PaymentPlan {
  const today = dateIn(plan.collection.calendar.region, now)
  const payments = withSurcharges(
    plan,
    shownPayments(
      { status: plan.status, instalments: plan.payments, isHeld: plan.isHeld },
      collectionDays({ ...plan.collection, today }),
    ),
  )
  return {
    planStatus: plan.status,
    accountPlanId: plan.id,
    version: plan.version,
    lastSaved: {
      by: plan.savedBy,
      byYou: plan.savedBy === 'Customer' && readerId !== null && plan.savedById === readerId,
      at: new Date(plan.savedAt).toISOString(),
    },
    temporaryUntil: plan.tailoredType === null ? null : (plan.tailoredUntil ?? plan.endDate),
    planYear: plan.tuitionYear,
    planStartDate: plan.startDate,
    planEndDate: plan.repaymentCount === 0 ? null : plan.endDate,
    planDuration: plan.repaymentCount,
    repaymentCount: plan.repaymentCount,
    repaymentsMade: plan.paidCount,
    repaymentPeriod: plan.frequency,
    periodicAmount: toDecimal(plan.periodicAmountMinor),
    totalAmount: toDecimal(plan.totalMinor),
    annualTotal: toDecimal(plan.annualTotalMinor),
    balanceAtPlanStart: toDecimal(plan.balanceAtStartMinor),
    outstandingFees: toDecimal(plan.outstandingFeesMinor),
    outstandingFeesCovered: plan.outstandingFeesCovered,
    partYearAdjustment: adjustmentReply(plan.partYearAdjustmentMinor),
    basedOnFeeScheduleYear: plan.basedOnFeeScheduleYear,
    nextRepaymentDate: nextDate(payments),
    ...feesReply({
      students: plan.studentFees,
      familyFees: plan.familyFees,
      declared: unconfirmedIn(plan),
    }),
    payments,
    variances: normalised(plan.variances),
  }
}

const isNext = ({ status, retryOn }: ShownPayment) => status === 'Next' || retryOn !== undefined

function withSurcharges(
  { payments, collection }: StoredPlan,
  shown: readonly ShownPayment[],
): ShownPayment[] {
  const { sources, calendar, absorbCardSurcharge: absorb, surchargeRates: rates } = collection
  return shown.map((payment, index) => {
    const instalment = payments[index]
    if (!instalment || !isNext(payment)) return payment
    const on = payment.date
    const source = payingSourceFor(sources, instalment, on)
    const { amount, surcharge } = debitOf(source, instalment, { region: calendar.region, absorb, on, rates })
    if (surcharge === 0) return payment
    return {
      ...payment,
      debit: { total: toDecimal(cents(amount + surcharge)), surcharge: toDecimal(surcharge) },
    }
  })
}

/** The next instalment, or an earlier one that is tried again before it. */
function nextDate(payments: readonly ShownPayment[]): ShownPayment['date'] | null {
  const [next = null] = payments
    .filter(isNext)
    .map(({ date }) => date)
    .toSorted()
  return next
}
