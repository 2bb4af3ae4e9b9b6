import type { PlanVersion } from '#contract/staff-family-plans.ts'
import { formatDateCompact } from '#domain/calendar/calendar.ts'
import { formatCurrency, toDecimal, type Cents } from '#domain/money.ts'
import { frequencyWord, tuitionYearName } from '#domain/plan/payment-schedule.ts'
import { versionDifferences, versionLines } from '#domain/plan/version-differences.ts'
import type { Region } from '#domain/region.ts'
import type { VersionRow } from './plans.store.ts'

type About = { region: Region; tuitionYear: number }

/** The versions of a plan, newest first, each beside the one before it. */
export function versionsOf(rows: readonly VersionRow[], about: About): PlanVersion[] {
  return rows.map((row, index) => versionOf(row, rows[index - 1], about)).toReversed()
}

function versionOf(row: VersionRow, before: VersionRow | undefined, about: About): PlanVersion {
  const lines = before ? versionDifferences(before, row) : versionLines(row)
  return {
    version: row.version,
    title: titleOf(row, before, about),
    sentences: sentencesOf(row, before, about.region),
    savedBy: row.savedBy,
    savedByName: row.savedByName,
    savedAt: row.savedAt.toISOString(),
    reason: row.reason,
    facts: factsOf(row, before, about.region),
    total: toDecimal(row.total),
    totalBefore: before ? toDecimal(before.total) : null,
    differences: lines.map(({ label, amount }) => ({ label, amount: toDecimal(amount) })),
  }
}

const money = (amount: Cents, region: Region) => formatCurrency(toDecimal(amount), region)
const rhythm = ({ frequency }: VersionRow) => frequencyWord(frequency).toLowerCase()

const firstTitles: Record<VersionRow['savedBy'], string> = {
  Customer: 'saved by the family',
  Staff: 'made by staff',
  Renewal: 'renewed',
  School: 'made with the school’s new fees',
}

const changeTitles = {
  Move: 'a payment moved',
  Skip: 'payments skipped',
  Extra: 'an extra payment',
  Arrangement: 'easier payments agreed',
} as const

function titleOf(row: VersionRow, before: VersionRow | undefined, { region, tuitionYear }: About): string {
  if (!before)
    return row.savedBy === 'Renewal'
      ? `renewed from ${tuitionYearName(tuitionYear - 1, region)}`
      : firstTitles[row.savedBy]
  if (row.change) return changeTitles[row.change.kind]
  if (row.frequency !== before.frequency) return `${rhythm(before)} → ${rhythm(row)}`
  if (row.periodic !== before.periodic)
    return `${money(before.periodic, region)} → ${money(row.periodic, region)}`
  if (row.total !== before.total) return `${money(before.total, region)} → ${money(row.total, region)} in all`
  if (row.startDate !== before.startDate)
    return `begins ${formatDateCompact(row.startDate)} instead of ${formatDateCompact(before.startDate)}`
  return row.savedBy === 'Renewal' ? 'renewed again' : 'saved again'
}

function sentencesOf(row: VersionRow, before: VersionRow | undefined, region: Region): string[] {
  const payments = (of: VersionRow) =>
    `${of.count} ${of.count === 1 ? 'payment' : 'payments'} of ${money(of.periodic, region)}`
  const isSameRest = before && before.count === row.count && before.periodic === row.periodic
  return [
    makers[row.savedBy](row.savedByName),
    ...(before
      ? [
          ...(isSameRest ? [] : [`${payments(before)} became ${payments(row)}`]),
          before.total === row.total
            ? `The total stayed at ${money(row.total, region)}`
            : `The total went from ${money(before.total, region)} to ${money(row.total, region)}`,
        ]
      : [`${payments(row)}, ${money(row.total, region)} in all`]),
    ...row.retries.map(
      ({ dueOn, to, isUndone }) =>
        `The payment of ${formatDateCompact(dueOn)}, which had failed, was moved to ${formatDateCompact(to)}${isUndone ? ' and back' : ''}`,
    ),
  ]
}

const makers: Record<VersionRow['savedBy'], (name: string | null) => string> = {
  Customer: (name) => name ?? 'The family',
  Staff: (name) => (name ? `${name}, for the family` : 'Staff, for the family'),
  Renewal: () => 'Made by the renewal, with the fees that the school has published',
  School: () => 'The school has changed its fees',
}

/** The rows of the comparison: an unchanged one has no earlier value. */
function factsOf(row: VersionRow, before: VersionRow | undefined, region: Region): PlanVersion['facts'] {
  const values = (of: VersionRow) => ({
    Rhythm: frequencyWord(of.frequency),
    First: formatDateCompact(of.startDate),
    Last: formatDateCompact(of.endDate),
    Each: money(of.periodic, region),
    Payments: String(of.count),
    Total: money(of.total, region),
  })
  const now = values(row)
  const then = before && values(before)
  return (Object.keys(now) as (keyof typeof now)[]).map((label) => ({
    label,
    value: now[label],
    before: then && then[label] !== now[label] ? then[label] : null,
  }))
}
