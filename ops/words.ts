import { formatDate } from '#domain/calendar/calendar.ts'
import { formatCurrency } from '#domain/money.ts'
import type { Region } from '#domain/region.ts'

/** "$1,234.50", or nothing where there is no amount. */
export function money(amount: number | null | undefined, region: Region): string {
  return amount === null || amount === undefined ? '' : formatCurrency(amount, region)
}

/** "15 November 2026" for a date on the calendar. */
export function day(date: string | null | undefined): string {
  return date ? formatDate(date) : ''
}

/** "15 Nov 2026, 19:03" where the reader is. */
export function moment(instant: string | null | undefined): string {
  if (!instant) return ''
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(instant),
  )
}

export function yesNo(value: boolean): string {
  return value ? 'yes' : 'no'
}

/** "1 customer", "3 customers". */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** "40 seconds", "12 minutes", "3 hours", "2 days". */
export function duration(seconds: number): string {
  const [unit, size] = (
    [
      ['day', 86_400],
      ['hour', 3_600],
      ['minute', 60],
    ] as const
  ).find(([, length]) => seconds >= 2 * length) ?? ['second', 1]
  return counted(Math.floor(seconds / size), unit)
}
