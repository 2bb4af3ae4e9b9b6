import { isDeclaredLine, type RequestedDiscount } from './declared-discounts.ts'
import { cents, toDecimal, type Cents } from '../money.ts'
import type { PlanDraft } from './plan-choices.ts'
import type { PlanOnFile } from './plan-material.ts'
import type { FamilyFee, StudentFees } from './school-charges.ts'

/** The server's reply for a plan that is not saved. The portal makes the same one while it waits for that reply. */
export function draftReply(
  { plan, needsReview, declared }: PlanDraft,
  onFile: Pick<PlanOnFile, 'id' | 'version' | 'paidCount'> | null,
) {
  const { choices, instalments } = plan
  return {
    planStatus: needsReview ? ('ManualReview' as const) : ('Draft' as const),
    accountPlanId: onFile?.id ?? null,
    version: onFile?.version ?? null,
    lastSaved: null,
    temporaryUntil: null,
    planYear: choices.tuitionYear,
    planStartDate: choices.startDate,
    planEndDate: instalments.at(-1)?.dueOn ?? null,
    planDuration: instalments.length,
    repaymentCount: instalments.length,
    repaymentsMade: onFile?.paidCount ?? 0,
    repaymentPeriod: choices.frequency,
    periodicAmount: toDecimal(plan.periodic),
    totalAmount: toDecimal(plan.total),
    annualTotal: toDecimal(plan.annualTotal),
    balanceAtPlanStart: toDecimal(plan.balanceAtStart),
    outstandingFees: toDecimal(plan.outstandingFees),
    outstandingFeesCovered: plan.coversOutstandingFees,
    partYearAdjustment: adjustmentReply(plan.partYearAdjustment),
    basedOnFeeScheduleYear: plan.basedOnFeeScheduleYear,
    nextRepaymentDate: instalments[0]?.collectOn ?? null,
    ...feesReply({ ...plan, declared }),
    payments: needsReview
      ? []
      : instalments.map(({ seq, dueOn, collectOn, amount }) => ({
          dueDate: dueOn,
          date: collectOn,
          amount: toDecimal(amount),
          status: seq === 1 ? ('Next' as const) : ('ToCome' as const),
        })),
    variances: choices.variances,
  }
}

export function adjustmentReply(amount: Cents): number | null {
  return amount === 0 ? null : toDecimal(amount)
}

export function feesReply({
  students,
  familyFees,
  declared,
}: {
  students: readonly StudentFees[]
  familyFees: FamilyFee[]
  declared: readonly Declared[]
}) {
  const fixed = [...students.flatMap(({ fees }) => fees), ...familyFees]
  return {
    totalFixedFees: toDecimal(cents(fixed.reduce((sum, { amountMinor }) => sum + amountMinor, 0))),
    familyFees: familyFees.map(withAmount),
    studentFeeBreakdown: students.map((student) => toBreakdown(student, declared)),
  }
}

type Declared = Pick<RequestedDiscount, 'enrolmentId' | 'type'>

export function toBreakdown({ addons, ...student }: StudentFees, declared: readonly Declared[]) {
  return {
    ...student,
    fees: student.fees.map(withAmount),
    discounts: student.discounts.map(withAmount),
    customerSelectedAddonsAndDiscounts: addons.map((line) => ({
      ...withAmount(line),
      isDeclared: isDeclaredLine(line, student.enrolmentId, declared),
    })),
  }
}

export function withAmount<Line extends { amountMinor: Cents }>({ amountMinor, ...line }: Line) {
  return { ...line, amount: toDecimal(amountMinor) }
}
