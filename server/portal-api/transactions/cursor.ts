import { isCalendarDate, type CalendarDate } from '#domain/calendar/calendar.ts'
import { cents, type Cents } from '#domain/money.ts'
import { fieldRefusal } from '#domain/refusal.ts'

/**
 * A position in the list: the row after which a page begins. Rows are in the order of their day, their time, their
 * number in the ledger (zero for an attempt that failed) and their id.
 */
export type Position = { date: CalendarDate; at: string; seq: number; id: string }

/** The start of a page and the balance there. Without the balance, every page would have to sum all newer rows. */
export type PageStart = Position & {
  /** Null before the first row, where the current balance applies. */
  balance: Cents | null
}

/** The start before the first row. */
export const top: PageStart = {
  date: '9999-12-31' as CalendarDate,
  at: '9999-12-31T00:00:00.000000Z',
  seq: Number.MAX_SAFE_INTEGER,
  id: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
  balance: null,
}

export function isUuid(text: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
}

/** The cursor is opaque: callers only send it back. */
export function toCursor({ date, at, seq, id, balance }: PageStart): string {
  return Buffer.from(`${date} ${at} ${seq} ${id} ${balance ?? ''}`).toString('base64url')
}

const isTime = (text: string) =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(text) && !Number.isNaN(Date.parse(text))
const isWhole = (text: string) => /^-?\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text))

export function fromCursor(cursor: string): PageStart {
  const [date = '', at = '', seq = '', id = '', balance = ''] = Buffer.from(cursor, 'base64url')
    .toString()
    .split(' ')
  if (isCalendarDate(date) && isTime(at) && isWhole(seq) && isUuid(id) && isWhole(balance)) {
    const start = { date, at, seq: Number(seq), id, balance: cents(Number(balance)) }
    // The decoder skips characters that it cannot read, so the cursor must be equal when encoded again.
    if (toCursor(start) === cursor) return start
  }
  throw fieldRefusal({ cursor: 'This is not where a page ends' })
}
