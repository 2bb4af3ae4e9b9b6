import { formatDate } from '#domain/calendar/calendar.ts'
import { cents, toDecimal, type Cents } from '#domain/money.ts'
import type { Region } from '#domain/region.ts'
import { formatMoney } from '../money/money.tsx'
import type { Balance } from './balance.ts'

/** A text version of the drawing, for screen readers. */
export function sentenceOf(balance: Balance, region: Region): string {
  const { total, paid, overdue, steps, first, last, half } = balance
  const money = (amount: Cents) => formatMoney(toDecimal(amount), region)
  const payments = steps.length === 1 ? '1 payment' : `${steps.length} payments`
  if (paid === total) return `All of ${money(total)} is paid, in ${payments} up to ${formatDate(last)}.`
  if (paid === 0 && overdue === 0) {
    return steps.length === 1
      ? `${money(total)} is left to pay until ${formatDate(last)}, and nothing after.`
      : `${money(total)} is left to pay until ${formatDate(first)}, and less after each of ${payments}: half by ${formatDate(half)}, nothing after ${formatDate(last)}.`
  }
  const late = overdue > 0 ? ` ${money(overdue)} of it is overdue.` : ''
  return `${money(paid)} of ${money(total)} is paid. ${leftWords(balance, region)}, until ${formatDate(last)}.${late}`
}

/** The captions above the drawing, left and right. */
export function captionOf(balance: Balance, region: Region): [now: string, later: string] {
  const { total, paid, overdue, steps, half, last } = balance
  if (paid === total) return [`${formatMoney(toDecimal(total), region)} paid`, '']
  const left = leftWords(balance, region)
  if (overdue > 0) return [left, `${formatMoney(toDecimal(overdue), region)} of it overdue`]
  if (paid > 0) return [left, `All paid by ${formatDate(last)}`]
  return [left, steps.length === 1 ? '' : `Half paid by ${formatDate(half)}`]
}

function leftWords({ total, paid }: Balance, region: Region): string {
  return `${formatMoney(toDecimal(cents(total - paid)), region)} left to pay`
}
