import { formatDate, type CalendarDate } from '../calendar/calendar.ts'
import { counted, inWords, minus, type Explanation } from './explanations.ts'
import { cents, sumOf, type Cents } from '../money.ts'
import { frequencyWord, type Frequency, type PlanSaver } from '../plan/payment-schedule.ts'
import type { CoverFact } from './plan-explanations.ts'
import type { ChangeDetails } from '../plan/changes/plan-change.ts'
import type { Region } from '../region.ts'

/** One saved version of a plan. */
export type VersionFact = {
  savedBy: PlanSaver
  savedOn: CalendarDate
  frequency: Frequency
  periodic: Cents
  total: Cents
  count: number
  /** The family's change of its payments that created this version, if any; moving a payment does not change its amount. */
  change?: ChangeDetails | null
}

type Reason = { sentence: string; amount: Cents }
type Part = { amount: Cents; covers: readonly CoverFact[] }

/**
 * Why a payment differs from the previous one: what was covered of it, the rounding in the last one, and the versions
 * saved in between. Null if the amounts are equal.
 */
export function explainChange({
  before,
  next,
  isLast,
  versions,
  region,
}: {
  before: Part
  next: Part
  isLast: boolean
  /** In order; the last one is the current plan. */
  versions: readonly VersionFact[]
  region: Region
}): Explanation['change'] {
  const owed = (part: Part) => part.amount - sumOf(part.covers)
  const by = cents(owed(next) - owed(before))
  if (by === 0) return null
  const periodic = versions.at(-1)?.periodic
  const isRounded = isLast && periodic !== undefined && next.amount !== periodic
  const target = isRounded ? periodic : next.amount
  const because: Reason[] = [
    ...saves(before.amount, target, versions, region),
    ...(isRounded ? [lastOne(cents(next.amount - periodic))] : []),
    ...before.covers.map(({ amount, paidOn }) => ({
      sentence: `Your payment of ${formatDate(paidOn)} paid part of the one before`,
      amount,
    })),
    ...next.covers.map(({ amount, paidOn }) => ({
      sentence: `Your payment of ${formatDate(paidOn)} pays part of this one`,
      amount: minus(amount),
    })),
  ]
  return { before: cents(owed(before)), by, because: eachOnce(because) }
}

/** Two payments on one day share one sentence. */
function eachOnce(reasons: readonly Reason[]): Reason[] {
  const bySentence = Map.groupBy(reasons, ({ sentence }) => sentence)
  return [...bySentence].map(([sentence, parts]) => ({ sentence, amount: sumOf(parts) }))
}

const lastOne = (amount: Cents): Reason => ({
  sentence: 'It is the last payment of your plan, and takes what rounding left',
  amount,
})

/** How saving the plan changed the amount, version by version. */
function saves(from: Cents, to: Cents, versions: readonly VersionFact[], region: Region): Reason[] {
  if (from === to) return []
  const start = versions.findLastIndex(({ periodic }) => periodic === from)
  const reasons = versions.slice(start + 1).flatMap((version, index): Reason[] => {
    const earlier = versions[start + index]
    const amount = cents(version.periodic - (earlier?.periodic ?? version.periodic))
    return start >= 0 && earlier && amount !== 0
      ? [{ sentence: saved(earlier, version, region), amount }]
      : []
  })
  const left = cents(to - from - sumOf(reasons))
  if (left === 0) return reasons
  const [earlier, latest] = versions.slice(-2)
  // A skip or an extra payment may leave the next payment unchanged, by which versions are compared.
  const changed = versions.findLast(({ change }) => change)
  const sentence =
    reasons.length === 0 && earlier && latest
      ? saved(earlier, changed ?? latest, region)
      : 'Your payments are not all of the same amount'
  return [...reasons, { sentence, amount: left }]
}

const savers: Record<VersionFact['savedBy'], string> = {
  Customer: 'You changed your plan',
  Staff: 'Our team changed your plan',
  Renewal: 'Your plan was renewed',
  School: 'Your school changed its fees',
}

function changed({ change, savedOn }: VersionFact, region: Region): string | undefined {
  const on = formatDate(savedOn)
  switch (change?.kind) {
    case 'Skip':
      return `You skipped ${counted(change.skipped.length, 'payment')} on ${on}`
    case 'Extra':
      return `You paid ${inWords(change.amount, region)} extra on ${on}`
    case 'Arrangement':
      return `Your payments are as we agreed on ${on}`
    default:
      return undefined
  }
}

function saved(earlier: VersionFact, version: VersionFact, region: Region): string {
  const wish = changed(version, region)
  if (wish) return wish
  const what: string[] = []
  const dearer = version.total - earlier.total
  if (dearer !== 0) {
    const way = dearer > 0 ? 'up' : 'down'
    what.push(`its total went ${way} by ${inWords(cents(Math.abs(dearer)), region)}`)
  }
  if (version.count !== earlier.count) {
    what.push(`it has ${counted(version.count, 'payment')} instead of ${earlier.count}`)
  }
  if (version.frequency !== earlier.frequency) {
    what.push(`you pay ${frequencyWord(version.frequency).toLowerCase()}`)
  }
  const sentence = `${savers[version.savedBy]} on ${formatDate(version.savedOn)}`
  return what.length > 0 ? `${sentence}: ${listed(what)}` : sentence
}

const listed = (parts: string[]) =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
