import type { CalendarDate } from '../calendar/calendar.ts'
import { cents, formatCurrency, sumOf, toDecimal, type Cents } from '../money.ts'
import type { Region } from '../region.ts'

/** The amounts that have an explanation, by their names in a URL. */
export const explainedFigures = [
  'balance',
  'available-to-withdraw',
  'next-payment',
  'paid-so-far',
  'remaining',
] as const
export type ExplainedFigure = (typeof explainedFigures)[number]

export type ExplanationLine = {
  date: CalendarDate | null
  sentence: string
  amount: Cents
  /** The transaction it links to, if any. */
  transactionId: string | null
}

export type ExplanationGroup = {
  sentence: string
  amount: Cents
  count: number
  lines: ExplanationLine[]
  /** The sum of the lines that are not shown. */
  earlier: { count: number; amount: Cents } | null
}

export type Explanation = {
  figure: ExplainedFigure
  amount: Cents
  sentence: string
  groups: ExplanationGroup[]
  change: { before: Cents; by: Cents; because: { sentence: string; amount: Cents }[] } | null
}

/** The number of lines of a group that are shown; earlier ones are summed. */
export const mostLines = 20

/** A group of lines, sorted so that those to show come first. */
export function groupOf(sentence: string, lines: readonly ExplanationLine[]): ExplanationGroup {
  const rest = lines.slice(mostLines)
  return {
    sentence,
    amount: sumOf(lines),
    count: lines.length,
    lines: lines.slice(0, mostLines),
    earlier: rest.length > 0 ? { count: rest.length, amount: sumOf(rest) } : null,
  }
}

/** Returns the explanation if it adds up. A wrong one is worse than none, so it throws. */
export function addedUp(explanation: Explanation): Explanation {
  const { figure, amount, groups, change } = explanation
  demand(sumOf(groups) === amount, `The groups of ${figure} do not add up`)
  for (const group of groups) {
    const { lines, earlier } = group
    const sum = sumOf(lines) + (earlier?.amount ?? 0)
    demand(sum === group.amount, `A group of ${figure} does not add up: ${group.sentence}`)
    const count = lines.length + (earlier?.count ?? 0)
    demand(count === group.count, `A group of ${figure} is miscounted: ${group.sentence}`)
  }
  if (change) {
    demand(change.before + change.by === amount, `The change of ${figure} leads elsewhere`)
    demand(sumOf(change.because) === change.by, `The reasons of ${figure} do not add up`)
  }
  return explanation
}

function demand(isSo: boolean, otherwise: string): void {
  if (!isSo) throw new RangeError(otherwise)
}

/** The negative: an amount that is subtracted. */
export const minus = (amount: Cents): Cents => cents(0 - amount)

export const inWords = (amount: Cents, region: Region): string => formatCurrency(toDecimal(amount), region)

/** "1 payment", "24 payments" */
export function counted(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? `1 ${one}` : `${count.toLocaleString('en-AU')} ${many}`
}
