import type { PaymentPlan, StudentFeeBreakdown } from '#contract/payment-schedule.ts'

/** The key tells apart lines with the same name. */
export type FeeLine = {
  name: string
  amount: number
  key: number
  /** A discount that rests on the family's word so far. */
  isDeclared?: true
}
type UnkeyedLine = Omit<FeeLine, 'key'>

type StudentLines = { enrolmentId: string; name: string; yearLevel: string; lines: FeeLine[] }

type PlanFees = Pick<
  PaymentPlan,
  'studentFeeBreakdown' | 'familyFees' | 'partYearAdjustment' | 'outstandingFees' | 'outstandingFeesCovered'
> & {
  /** The balance of the account with which the plan starts. */
  carriedOver: number
  total: number
}

type PlanLines = {
  students: StudentLines[]
  /** Lines that belong to no single student. */
  rest: FeeLine[]
  /** Owed to the school and not part of the plan. */
  unpaidApart: number
}

/** What the year costs and what the plan makes of it. The lines add up to the total, to the cent. */
export function planLines(plan: PlanFees): PlanLines {
  const { outstandingFees, outstandingFeesCovered } = plan
  const students = plan.studentFeeBreakdown.map(studentLines)
  const rest: UnkeyedLine[] = [
    ...familyLines(plan.familyFees),
    { name: 'Part-year adjustment', amount: plan.partYearAdjustment ?? 0 },
    { name: 'Balance carried over', amount: plan.carriedOver },
    { name: 'Outstanding fees', amount: outstandingFeesCovered ? outstandingFees : 0 },
  ].filter(({ amount }) => amount !== 0)
  const explained = sumInMinor([...students.flatMap(({ lines }) => lines), ...rest])
  const open = inMinor(plan.total) - explained
  // A plan may have been agreed with staff for a sum of its own; then the list still has to come to it.
  if (open !== 0) rest.push({ name: 'Other adjustments', amount: open / 100 })
  return {
    students,
    rest: rest.map((line, key) => ({ ...line, key })),
    unpaidApart: outstandingFeesCovered ? 0 : outstandingFees,
  }
}

/** A student's charges, then the discounts. */
function studentLines(student: StudentFeeBreakdown): StudentLines {
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
    ].map((line: Line, key) => ({
      name: named(line),
      amount: line.amount,
      key,
      ...(line.isDeclared ? { isDeclared: true as const } : {}),
    })),
  }
}

/** Each school charges its own: without its name, two would look like one that is charged twice. */
function familyLines(fees: readonly (UnkeyedLine & { school?: string | undefined })[]): UnkeyedLine[] {
  return fees.map(({ name, amount, school }) => ({
    name: `Family fees: ${inSentence(name)}${school ? `, ${school}` : ''}`,
    amount,
  }))
}

type Line = StudentFeeBreakdown['fees'][number] & {
  selectedFeeOption?: string | null
  isDeclared?: boolean
}

function named({ name, percentage, portionPercent, selectedFeeOption, isCapped }: Line): string {
  if (selectedFeeOption) return `${name}: ${selectedFeeOption}`
  const cap = 'capped at the fees'
  if (percentage !== null) return `${name} (${percentage}%${isCapped ? `, ${cap}` : ''})`
  if (isCapped) return `${name} (${cap})`
  return portionPercent === null ? name : `${name} (your share ${portionPercent}%)`
}

/** "Building levy" reads "building levy" after a colon; "ICT levy" stays. */
function inSentence(name: string): string {
  return /^[A-Z][a-z]/.test(name) ? `${name.charAt(0).toLowerCase()}${name.slice(1)}` : name
}

/** In cents, because decimals do not add up exactly. */
function sumInMinor(lines: readonly UnkeyedLine[]): number {
  return lines.reduce((total, { amount }) => total + inMinor(amount), 0)
}

function inMinor(amount: number): number {
  return Math.round(amount * 100)
}
