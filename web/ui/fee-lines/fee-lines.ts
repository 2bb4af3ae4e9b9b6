import type { StudentFeeBreakdown } from '#contract/payment-schedule.ts'

/** The key tells apart lines with the same name. */
export type FeeLine = {
  name: string
  amount: number
  key: number
  /** A discount that rests on the family's word so far. */
  isDeclared?: true
}
export type UnkeyedLine = Omit<FeeLine, 'key'>

export type StudentLines = { enrolmentId: string; name: string; yearLevel: string; lines: FeeLine[] }

/** A student's charges, then the discounts. */
export function studentLines(student: StudentFeeBreakdown): StudentLines {
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
export function familyLines(fees: readonly (UnkeyedLine & { school?: string | undefined })[]): UnkeyedLine[] {
  return fees.map(({ name, amount, school }) => ({
    name: `Family fees: ${inSentence(name)}${school ? `, ${school}` : ''}`,
    amount,
  }))
}

export const keyed = (line: UnkeyedLine, key: number): FeeLine => ({ ...line, key })

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
export function sumInMinor(lines: readonly UnkeyedLine[]): number {
  return lines.reduce((total, { amount }) => total + inMinor(amount), 0)
}

export function inMinor(amount: number): number {
  return Math.round(amount * 100)
}
