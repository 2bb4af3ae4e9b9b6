import type { ActivePlan } from '#contract/overview.ts'
import {
  familyLines,
  inMinor,
  keyed,
  studentLines,
  sumInMinor,
  type FeeLine,
  type StudentLines,
  type UnkeyedLine,
} from '../../ui/fee-lines/fee-lines.ts'

export type FeeLines = {
  students: StudentLines[]
  /** Lines that belong to no single student. */
  rest: FeeLine[]
  total: number
  /** Owed to the school and not part of the plan. */
  unpaidApart: number
}

type PlanFees = Pick<
  ActivePlan,
  | 'planYearTotal'
  | 'partYearAdjustment'
  | 'carriedOverLarkwellBalance'
  | 'outstandingFees'
  | 'outstandingFeesCovered'
  | 'familyFees'
  | 'studentFeeBreakdown'
>

/** The parts of a plan. The lines add up to its total, to the cent. */
export function feeLines(plan: PlanFees): FeeLines {
  const students = plan.studentFeeBreakdown.map(studentLines)
  const known: UnkeyedLine[] = [
    ...familyLines(plan.familyFees),
    { name: 'Part-year adjustment', amount: plan.partYearAdjustment ?? 0 },
    { name: 'Balance carried over', amount: plan.carriedOverLarkwellBalance },
    { name: 'Outstanding fees', amount: plan.outstandingFeesCovered ? plan.outstandingFees : 0 },
  ].filter(({ amount }) => amount !== 0)
  const explained = sumInMinor([...students.flatMap(({ lines }) => lines), ...known])
  const open = inMinor(plan.planYearTotal) - explained
  const rest = open === 0 ? known : [...known, { name: 'Other adjustments', amount: open / 100 }]
  return {
    students,
    rest: rest.map(keyed),
    total: plan.planYearTotal,
    unpaidApart: plan.outstandingFeesCovered ? 0 : plan.outstandingFees,
  }
}
