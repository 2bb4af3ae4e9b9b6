import type { ReviewCheck } from '#contract/staff-review-page.ts'
import { formatDateCompact, weekday, type CalendarDate } from '#domain/calendar/calendar.ts'
import { formatCurrency, toDecimal, type Cents } from '#domain/money.ts'
import type { Region } from '#domain/region.ts'

const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** "Fri 29 Jan 2027" */
export function dayInWords(date: CalendarDate): string {
  return `${dayNames[weekday(date) - 1]} ${formatDateCompact(date)}`
}

/** "−$9.17" */
export function sumInWords(amount: Cents, region: Region): string {
  return formatCurrency(toDecimal(amount), region).replace('-', '−')
}

/** "+$1,049.00"; null where there is no difference. */
export function differenceInWords(before: number, after: number, region: Region): string | null {
  if (before === after) return null
  const difference = (after - before) as Cents
  return `${difference > 0 ? '+' : ''}${sumInWords(difference, region)}`
}

/** "7 days later" */
export function daysApart(days: number): string | null {
  if (days === 0) return null
  const count = Math.abs(days)
  return `${count} ${count === 1 ? 'day' : 'days'} ${days > 0 ? 'later' : 'earlier'}`
}

const lists = new Intl.ListFormat('en-AU', { type: 'conjunction' })

/** "Ngozi and Emeka" */
export const namesInWords = (names: readonly string[]) => lists.format(names)

export function counted(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : `${noun}s`}`
}

export const ok = (text: string, detail: string | null = null): ReviewCheck => ({ state: 'Ok', text, detail })
export const mind = (text: string, detail: string | null = null): ReviewCheck => ({
  state: 'Mind',
  text,
  detail,
})
export const wrong = (text: string, detail: string | null = null): ReviewCheck => ({
  state: 'Wrong',
  text,
  detail,
})
