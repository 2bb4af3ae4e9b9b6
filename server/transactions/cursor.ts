import { isCalendarDate, type CalendarDate } from '#domain/calendar/calendar.ts'
import { Refusal } from '#domain/refusal.ts'

/** Where a page ends: the row that it ends with, in the order of the list. */
export type Place = { date: CalendarDate; id: string }

/** Before the first row: nothing is newer. */
export const top: Place = {
  date: '9999-12-31' as CalendarDate,
  id: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
}

export function isUuid(text: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
}

/** Callers are to give it back, not to read it. */
export function toCursor({ date, id }: Place): string {
  return Buffer.from(`${date} ${id}`).toString('base64url')
}

export function fromCursor(cursor: string): Place {
  const [date = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split(' ')
  // Written again it must be the same: the reader of this encoding passes over what it cannot read.
  if (isCalendarDate(date) && isUuid(id) && toCursor({ date, id }) === cursor) return { date, id }
  throw new Refusal('invalid_request', { fields: { cursor: 'This is not where a page ends' } })
}
