import type { ActivePlan } from '#contract/overview.ts'
import type { StudentFeeBreakdown } from '#contract/payment-schedule.ts'

/** Two lines may bear the same name; their places differ. */
export type FeeLine = { name: string; amount: number; place: number }
type Unplaced = Omit<FeeLine, 'place'>

type StudentLines = { enrolmentId: string; name: string; yearLevel: string; lines: FeeLine[] }

export type FeeLines = {
  students: StudentLines[]
  /** What is not of one student. */
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
  | 'familyFees'
  | 'studentFeeBreakdown'
>

/** What a plan is made of. The lines add up to its total, to the cent. */
export function feeLines(plan: PlanFees): FeeLines {
  const students = plan.studentFeeBreakdown.map(linesOf)
  const known: Unplaced[] = [
    ...plan.familyFees.map(({ name, amount }) => ({ name: `Family fees: ${inSentence(name)}`, amount })),
    { name: 'Part-year adjustment', amount: plan.partYearAdjustment ?? 0 },
    { name: 'Balance carried over', amount: plan.carriedOverLarkwellBalance },
  ].filter(({ amount }) => amount !== 0)
  const explained = sum([...students.flatMap(({ lines }) => lines), ...known])
  const open = inMinor(plan.planYearTotal) - explained
  // A plan either covers what was owed before or leaves it with the school; its total tells which.
  const coversOutstanding = open !== 0 && open === inMinor(plan.outstandingFees)
  const name = coversOutstanding ? 'Outstanding fees' : 'Other adjustments'
  return {
    students,
    rest: (open === 0 ? known : [...known, { name, amount: open / 100 }]).map(placed),
    total: plan.planYearTotal,
    unpaidApart: coversOutstanding ? 0 : plan.outstandingFees,
  }
}

function linesOf(student: StudentFeeBreakdown): StudentLines {
  const { enrolmentId, studentName, yearLevel } = student
  return {
    enrolmentId,
    name: studentName,
    yearLevel,
    lines: [
      ...student.fees,
      ...student.customerSelectedAddonsAndDiscounts.filter(({ amount }) => amount >= 0),
      ...student.discounts,
      ...student.customerSelectedAddonsAndDiscounts.filter(({ amount }) => amount < 0),
    ].map((line, place) => ({ name: named(line), amount: line.amount, place })),
  }
}

const placed = (line: Unplaced, place: number): FeeLine => ({ ...line, place })

type Line = StudentFeeBreakdown['fees'][number] & { selectedFeeOption?: string | null }

function named({ name, percentage, portionPercent, selectedFeeOption }: Line): string {
  if (selectedFeeOption) return `${name}: ${selectedFeeOption}`
  if (percentage !== null) return `${name} (${percentage}%)`
  return portionPercent === null ? name : `${name} (your share ${portionPercent}%)`
}

/** "Building levy" reads "building levy" after a colon; "ICT levy" stays. */
function inSentence(name: string): string {
  return /^[A-Z][a-z]/.test(name) ? `${name.charAt(0).toLowerCase()}${name.slice(1)}` : name
}

function sum(lines: readonly Unplaced[]): number {
  return lines.reduce((total, { amount }) => total + inMinor(amount), 0)
}

/** Decimals of the wire do not add up exactly; whole cents do. */
function inMinor(amount: number): number {
  return Math.round(amount * 100)
}
