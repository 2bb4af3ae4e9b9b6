import type { PaymentPlan } from '#contract/payment-schedule.ts'
import {
  familyLines,
  inMinor,
  keyed,
  studentLines,
  sumInMinor,
  type FeeLine,
  type StudentLines,
  type UnkeyedLine,
} from '../../../ui/fee-lines/fee-lines.ts'

export type BreakdownLines = {
  students: StudentLines[]
  /** Lines that do not belong to one student. */
  rest: FeeLine[]
  total: number
}

/** What the year costs and what the plan makes of it. The lines add up to the total, to the cent. */
export function breakdownLines(plan: PaymentPlan): BreakdownLines {
  const students = plan.studentFeeBreakdown.map(studentLines)
  const rest: UnkeyedLine[] = [
    ...familyLines(plan.familyFees),
    { name: 'Part-year adjustment', amount: plan.partYearAdjustment ?? 0 },
    {
      name: 'Balance carried over',
      amount: plan.balanceAtPlanStart,
    },
    { name: 'Outstanding fees', amount: plan.outstandingFeesCovered ? plan.outstandingFees : 0 },
  ].filter(({ amount }) => amount !== 0)
  const explained = sumInMinor([...students.flatMap(({ lines }) => lines), ...rest])
  const open = inMinor(plan.totalAmount) - explained
  // A plan may have been agreed with staff for a sum of its own; then the list still has to come to it.
  if (open !== 0) rest.push({ name: 'Other adjustments', amount: open / 100 })
  return { students, rest: rest.map(keyed), total: plan.totalAmount }
}
