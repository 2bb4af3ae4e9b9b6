import { isCalendarDate, type CalendarDate } from '#domain/calendar/calendar.ts'
import { Refusal } from '#domain/refusal.ts'

/** A position in the list: the row after which a page begins. */
export type Position = { date: CalendarDate; id: string }

/** Before the first row: nothing is newer. */
export const top: Position = {
  date: '9999-12-31' as CalendarDate,
  id: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
}

export function isUuid(text: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
}

/** Opaque: callers send it back and do not read it. */
export function toCursor({ date, id }: Position): string {
  return Buffer.from(`${date} ${id}`).toString('base64url')
}

export function fromCursor(cursor: string): Position {
  const [date = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split(' ')
  // Encoded again it must be the same: the decoder skips characters that it cannot read.
  if (isCalendarDate(date) && isUuid(id) && toCursor({ date, id }) === cursor) return { date, id }
  throw new Refusal('invalid_request', { fields: { cursor: 'This is not where a page ends' } })
}
