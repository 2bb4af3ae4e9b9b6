import { formatDate, formatDateWithDay } from '#domain/calendar/calendar.ts'
import type { PlanPaymentStatus } from '#domain/plan/payment-schedule.ts'
import type { Region } from '#domain/region.ts'
import { formatMoney } from '../money/money.tsx'
import type { Dot } from './months.ts'

export type DotWithAmount = Dot & { amount: number }

export const wordOf: Record<PlanPaymentStatus, string> = {
  Paid: 'paid',
  Pending: 'in progress',
  Failed: 'failed',
  Held: 'on hold',
  Next: 'next',
  ToCome: 'to come',
}

const order = [
  'Paid',
  'Pending',
  'Failed',
  'Held',
  'Next',
  'ToCome',
] as const satisfies readonly PlanPaymentStatus[]

/** The statuses that occur, in the order a payment goes through them. */
export function statusesIn(dots: readonly Dot[]): { status: PlanPaymentStatus; count: number }[] {
  return order
    .map((status) => ({ status, count: dots.filter((dot) => dot.status === status).length }))
    .filter(({ count }) => count > 0)
}

/** "Fri 27 November 2026, $436.25, to come" */
export function detailOf({ date, amount, status }: DotWithAmount, region: Region): string {
  return `${formatDateWithDay(date)}, ${formatMoney(amount, region)}, ${wordOf[status]}`
}

/** A text version of the dots, for screen readers. */
export function sentenceOf(dots: readonly Dot[]): string {
  const count = (status: PlanPaymentStatus) => dots.filter((dot) => dot.status === status).length
  const next = dots.find(({ status }) => status === 'Next')
  const parts = [
    `${dots.length} ${dots.length === 1 ? 'payment' : 'payments'} across the year`,
    `${count('Paid')} paid`,
    ...(['Pending', 'Failed', 'Held'] as const)
      .filter((status) => count(status) > 0)
      .map((status) => `${count(status)} ${wordOf[status]}`),
    ...(next ? [`the next on ${formatDate(next.date)}`] : []),
    ...(count('ToCome') > 0 ? [`${count('ToCome')} to come${next ? ' after it' : ''}`] : []),
  ]
  return parts.join(', ')
}
