import { cents, sumOf, type Cents } from '../money.ts'
import type { FamilyFee, StudentFees } from './school-charges.ts'

/** The total of a saved plan version, and its parts. */
export type VersionTotals = {
  total: Cents
  partYearAdjustment: Cents
  balanceAtStart: Cents
  outstandingFees: Cents
  coversOutstandingFees: boolean
  familyFees: readonly FamilyFee[]
  studentFees: readonly StudentFees[]
}

export type VersionLine = { label: string; amount: Cents }

/** The lines of a version, which add up to its total. */
export function versionLines(version: VersionTotals): VersionLine[] {
  const students = version.studentFees.flatMap(({ studentName, fees, discounts, addons }) =>
    [...fees, ...addons, ...discounts].map(({ name, amountMinor }) => ({
      label: `${name}, ${studentName}`,
      amount: amountMinor,
    })),
  )
  const family = version.familyFees.map(({ name, school, amountMinor }) => ({
    label: school ? `${name}, ${school}` : name,
    amount: amountMinor,
  }))
  const more = [
    { label: 'Terms before the family joined', amount: version.partYearAdjustment },
    {
      label: version.balanceAtStart < 0 ? 'Credit brought along' : 'Owed from before',
      amount: version.balanceAtStart,
    },
    {
      label: 'Outstanding fees',
      amount: version.coversOutstandingFees ? version.outstandingFees : cents(0),
    },
  ]
  const lines = together([...students, ...family, ...more])
  // Plans of the first years were stored without all their lines.
  const rest = version.total - sumOf(lines)
  return rest === 0 ? lines : [...lines, { label: 'Not itemised', amount: cents(rest) }]
}

/** Merges lines with the same name and drops those of zero. */
function together(lines: readonly VersionLine[]): VersionLine[] {
  const sums = new Map<string, number>()
  for (const { label, amount } of lines) sums.set(label, (sums.get(label) ?? 0) + amount)
  return [...sums]
    .filter(([, amount]) => amount !== 0)
    .map(([label, amount]) => ({ label, amount: cents(amount) }))
}

/** The lines by which a version differs from the previous one; they add up to the difference of the totals. */
export function versionDifferences(before: VersionTotals, after: VersionTotals): VersionLine[] {
  return together([
    ...versionLines(after),
    ...versionLines(before).map(({ label, amount }) => ({ label, amount: cents(0 - amount) })),
  ])
}
