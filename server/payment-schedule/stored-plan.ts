import { adjustmentOnTheWire, feesOnTheWire } from '#contract/payment-plan.ts'
import type { PaymentPlan } from '#contract/payment-schedule.ts'
import { normalised } from '#domain/plan/fee-variances.ts'
import { toDecimal } from '#domain/money.ts'
import { shownPayments } from '../overview/plan-payments.ts'
import type { StoredPlan } from './plan-facts.store.ts'

/** A plan as it is on file, told to one of the customers or, with no reader named, to our people. */
export function storedOnTheWire(plan: StoredPlan, readerId: string | null): PaymentPlan {
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
    partYearAdjustment: adjustmentOnTheWire(plan.partYearAdjustmentMinor),
    basedOnFeeScheduleYear: plan.basedOnFeeScheduleYear,
    nextRepaymentDate: plan.nextOn,
    ...feesOnTheWire(plan.studentFees, plan.familyFees),
    payments: shownPayments(plan).map((payment, place) => ({
      ...payment,
      dueDate: plan.dueDates[place] ?? payment.date,
    })),
    variances: normalised(plan.variances),
  }
}
