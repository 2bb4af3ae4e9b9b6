import type { PaymentPlan } from '#contract/payment-schedule.ts'
import { cents, toDecimal, type Cents } from '#domain/money.ts'
import type { Figures } from './figures.ts'
import type { StoredPlan } from './plan-facts.store.ts'
import { toBreakdown, withAmount, type StoredStudentFees } from './stored-fees.ts'
import { normalised } from './variances.ts'

/** A plan as it is on file. */
export function storedOnTheWire(plan: StoredPlan): PaymentPlan {
  return {
    planStatus: plan.status,
    accountPlanId: plan.id,
    version: plan.version,
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
    partYearAdjustment: adjustment(plan.partYearAdjustmentMinor),
    basedOnFeeScheduleYear: plan.basedOnFeeScheduleYear,
    nextRepaymentDate: plan.nextOn,
    ...feesOnTheWire(plan.studentFees, plan.familyFees),
    variances: normalised(plan.variances),
  }
}

/** A plan as it would be. */
export function figuresOnTheWire(
  figures: Figures,
  plan: StoredPlan | null,
  planStatus: PaymentPlan['planStatus'],
): PaymentPlan {
  const { choices, plan: sums } = figures
  return {
    planStatus,
    accountPlanId: plan?.id ?? null,
    version: plan?.version ?? null,
    planYear: choices.tuitionYear,
    planStartDate: choices.startDate,
    planEndDate: sums.endDate,
    planDuration: sums.count,
    repaymentCount: sums.count,
    repaymentsMade: plan?.paidCount ?? 0,
    repaymentPeriod: choices.frequency,
    periodicAmount: toDecimal(sums.periodic),
    totalAmount: toDecimal(sums.total),
    annualTotal: toDecimal(sums.annualTotal),
    balanceAtPlanStart: toDecimal(figures.balanceAtStart),
    outstandingFees: toDecimal(figures.outstandingFees),
    outstandingFeesCovered: figures.coversOutstandingFees,
    partYearAdjustment: adjustment(sums.partYearAdjustment),
    basedOnFeeScheduleYear: figures.basedOnFeeScheduleYear,
    nextRepaymentDate: sums.firstCollection,
    ...feesOnTheWire(figures.studentFees, figures.familyFees),
    variances: choices.variances,
  }
}

function adjustment(amount: Cents): number | null {
  return amount === 0 ? null : toDecimal(amount)
}

function feesOnTheWire(students: readonly StoredStudentFees[], family: StoredPlan['familyFees']) {
  const fixed = [...students.flatMap(({ fees }) => fees), ...family]
  return {
    totalFixedFees: toDecimal(cents(fixed.reduce((sum, { amountMinor }) => sum + amountMinor, 0))),
    familyFees: family.map(withAmount),
    studentFeeBreakdown: students.map(toBreakdown),
  }
}
