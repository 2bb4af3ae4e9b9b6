import { dateIn, yearOf, type CalendarDate } from '#domain/calendar/calendar.ts'
import { descriptionOf } from '../../books/payments/settle.ts'
import type { PendingPayment, PendingRow } from './transactions.store.ts'

export type { PendingPayment }

export type Narrowed = { school?: string; year?: number }

/** The payments under way in a filtered list, newest first. */
export function pendingRows(
  payments: readonly PendingPayment[],
  { school, year }: Narrowed = {},
): PendingRow[] {
  return payments
    .map((payment) => ({
      ...payment,
      date: dayOf(payment),
      description: descriptionOf(payment),
      withdrawalStatus: null,
      schoolPayment: null,
    }))
    .filter(
      ({ schoolId, date }) =>
        (school === undefined || schoolId === school) && (year === undefined || yearOf(date) === year),
    )
    .toSorted((a, b) => (orderOf(a) < orderOf(b) ? 1 : -1))
}

const orderOf = ({ date, createdAt, id }: PendingRow & PendingPayment) =>
  `${date} ${new Date(createdAt).toISOString()} ${id}`

/** The day on which the money is taken. A debit is recorded before it, and a repeated one after it. */
export function dayOf({
  region,
  createdAt,
  collectOn,
}: Pick<PendingPayment, 'region' | 'createdAt' | 'collectOn'>): CalendarDate {
  const createdOn = dateIn(region, new Date(createdAt))
  return collectOn !== null && collectOn > createdOn ? collectOn : createdOn
}
