import { cents, toDecimal, type Cents } from '#domain/money.ts'
import type { PlanDraft } from '#domain/plan/plan-choices.ts'
import type { PlanOnFile } from '#domain/plan/plan-material.ts'
import type { StudentFees } from '#domain/plan/school-charges.ts'
import type { PaymentPlan, StudentFeeBreakdown } from './payment-schedule.ts'

type FamilyFees = { name: string; amountMinor: Cents }[]

/** A plan as it would be: written by the server in a reply, and by the portal while it waits for that reply. */
export function draftOnTheWire(
  { figures, needsReview }: PlanDraft,
  plan: Pick<PlanOnFile, 'id' | 'version' | 'paidCount'> | null,
): PaymentPlan {
  const { choices, plan: sums } = figures
  return {
    planStatus: needsReview ? 'ManualReview' : 'Draft',
    accountPlanId: plan?.id ?? null,
    version: plan?.version ?? null,
    lastSaved: null,
    temporaryUntil: null,
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
    partYearAdjustment: adjustmentOnTheWire(sums.partYearAdjustment),
    basedOnFeeScheduleYear: figures.basedOnFeeScheduleYear,
    nextRepaymentDate: sums.firstCollection,
    ...feesOnTheWire(figures.studentFees, figures.familyFees),
    payments: needsReview
      ? []
      : figures.instalments.map(({ seq, dueOn, collectOn, amount }) => ({
          dueDate: dueOn,
          date: collectOn,
          amount: toDecimal(amount),
          status: seq === 1 ? 'Next' : 'ToCome',
        })),
    variances: choices.variances,
  }
}

export function adjustmentOnTheWire(amount: Cents): number | null {
  return amount === 0 ? null : toDecimal(amount)
}

export function feesOnTheWire(students: readonly StudentFees[], family: FamilyFees) {
  const fixed = [...students.flatMap(({ fees }) => fees), ...family]
  return {
    totalFixedFees: toDecimal(cents(fixed.reduce((sum, { amountMinor }) => sum + amountMinor, 0))),
    familyFees: family.map(withAmount),
    studentFeeBreakdown: students.map(toBreakdown),
  }
}

export function toBreakdown({ addons, ...student }: StudentFees): StudentFeeBreakdown {
  return {
    ...student,
    fees: student.fees.map(withAmount),
    discounts: student.discounts.map(withAmount),
    customerSelectedAddonsAndDiscounts: addons.map(withAmount),
  }
}

export function withAmount<Line extends { amountMinor: Cents }>({ amountMinor, ...line }: Line) {
  return { ...line, amount: toDecimal(amountMinor) }
}
