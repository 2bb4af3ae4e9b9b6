import { cents, toDecimal } from '#domain/money.ts'
import type { Frequency } from '#domain/plan/payment-schedule.ts'
import type { Region } from '#domain/region.ts'
import { formatMoney } from '../../ui/money/money.tsx'
import { weekdayAndDay } from '../plan/day-words.ts'

/** An amount in minor units, as the plan is calculated in. */
export function moneyOf(minor: number, region: Region): string {
  return formatMoney(toDecimal(cents(minor)), region)
}

/** "the end of Wednesday 25 November" */
export function endOf(date: string): string {
  return `the end of ${weekdayAndDay(date)}`
}

const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** In words as far as they are short. */
export function numberWord(count: number): string {
  return numbers[count] ?? String(count)
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** "a", "a and b", "a, b and c" */
export function listed(parts: readonly string[]): string {
  const last = parts.at(-1) ?? ''
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`
}

/** "both moves", "your move", "all 3 moves" */
export function allOf(count: number, thing: string): string {
  if (count === 1) return `your ${thing}`
  return count === 2 ? `both ${thing}s` : `all ${count} ${thing}s`
}

/** "1 payment", "24 payments" */
export function paymentsText(count: number): string {
  return `${count} ${count === 1 ? 'payment' : 'payments'}`
}

/** "a month"; undefined where a plan has no even rhythm. */
export const rhythms: Partial<Record<Frequency, string>> = {
  Week: 'a week',
  Fortnight: 'a fortnight',
  Month: 'a month',
  Quarter: 'a quarter',
  Term: 'a term',
}
