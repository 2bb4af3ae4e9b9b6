import type { StudentFeeBreakdown } from '#contract/payment-schedule.ts'
import { toDecimal, type Cents } from '#domain/money.ts'

type StoredLine<Line extends { amount: number }> = Omit<Line, 'amount'> & { amountMinor: Cents }

/** A student's fees as a plan version keeps them: sums in minor units, everything else as on the wire. */
export type StoredStudentFees = Omit<
  StudentFeeBreakdown,
  'fees' | 'discounts' | 'customerSelectedAddonsAndDiscounts'
> & {
  fees: StoredLine<StudentFeeBreakdown['fees'][number]>[]
  discounts: StoredLine<StudentFeeBreakdown['discounts'][number]>[]
  addons: StoredLine<StudentFeeBreakdown['customerSelectedAddonsAndDiscounts'][number]>[]
}

/** As the wire has it. */
export function toBreakdown({ addons, ...student }: StoredStudentFees): StudentFeeBreakdown {
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
