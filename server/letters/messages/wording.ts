import { formatDate, weekday, type CalendarDate } from '#domain/calendar/calendar.ts'
import { formatCurrency, toDecimal, type Cents } from '#domain/money.ts'
import { frequencyWord, tuitionYearName, type Frequency } from '#domain/plan/payment-schedule.ts'
import { partName, type CollectedPart } from '#domain/plan/next-payment.ts'
import type { Region } from '#domain/region.ts'
import type { MessageContext } from './definition.ts'
import type { AboutAccount, Row } from './letter.ts'

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** "$1,234.50" */
export function money(amount: Cents, region: Region): string {
  return formatCurrency(toDecimal(amount), region)
}

/** "Friday 20 March 2026": the weekday makes the date of a payment easier to remember. */
export function day(date: CalendarDate): string {
  return `${weekdays[weekday(date) - 1]} ${formatDate(date)}`
}

/** "fortnightly" */
export function howOften(frequency: Frequency): string {
  return frequencyWord(frequency).toLowerCase()
}

/** "2026/27" for a reader in the United Kingdom. */
export function schoolYear({ tuitionYear }: { tuitionYear: number }, region: Region | null): string {
  return tuitionYearName(tuitionYear, region ?? 'AU')
}

/** "24 payments", "1 payment" */
export function payments(count: number): string {
  return `${count} ${count === 1 ? 'payment' : 'payments'}`
}

export function accountRows({ shortId, schoolName }: AboutAccount): Row[] {
  return [
    { label: 'School', value: schoolName },
    { label: 'Account', value: shortId },
  ]
}

/**
 * The rows for the parts of a collection: each instalment if there are several, and the due date of a single one that
 * is collected on another day.
 */
export function partRows(parts: readonly CollectedPart[], on: CalendarDate, region: Region): Row[] {
  const [only, another] = parts
  if (only && !another) return only.dueOn === on ? [] : [{ label: 'Due', value: day(only.dueOn) }]
  return parts.map((part) => ({ label: partName(part, region), value: money(part.amount, region) }))
}

/** The reason given in a letter about an account. */
export function aboutAccount({ shortId, schoolName }: AboutAccount): string {
  return `This message is about your account ${shortId} for ${schoolName}.`
}

/** Text written by a person keeps its lines. */
export function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '')
}

/** Returns the words of staff, or else the letter's own. */
export function wordsOr(standard: readonly string[], { words }: { words?: string }): string[] {
  return words === undefined ? [...standard] : linesOf(words)
}

/** The link of the payment request that a message is about. */
export function linkIn({ payUrl }: MessageContext): string {
  if (payUrl === null) throw new Error('A message asks for a payment and has no link to it')
  return payUrl
}

/** A payment made by link is repeated by that link: in the portal it would be a second, separate payment. */
export function payPage({ requestId }: { requestId?: string }, context: MessageContext): string {
  return requestId === undefined ? `${context.portalOrigin}/pay-now` : linkIn(context)
}
