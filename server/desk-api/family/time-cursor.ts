import { fieldRefusal } from '#domain/refusal.ts'
import type { TimePosition } from './messages.store.ts'

/** The filter and position of a page of a family's list. */
export type FamilyPageQuery<Filter> = {
  accountId: string
  filter: Filter
  cursor?: string | undefined
  limit: number
}

/** The end of a page in a list ordered by time. The cursor is opaque: callers only send it back. */
export function toTimeCursor({ at, id }: TimePosition): string {
  return Buffer.from(`${at.toISOString()} ${id}`).toString('base64url')
}

const isUuid = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text)

export function fromTimeCursor(cursor: string | undefined): TimePosition | null {
  if (cursor === undefined) return null
  const [time = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split(' ')
  const at = new Date(time)
  if (!Number.isNaN(at.getTime()) && isUuid(id)) {
    const position = { at, id }
    // The decoder skips characters that it cannot read, so the cursor must be equal when encoded again.
    if (toTimeCursor(position) === cursor) return position
  }
  throw fieldRefusal({ cursor: 'This is not where a page ends' })
}

/** One row beyond the limit shows that there is another page. */
export function cutPage<Row>(
  rows: readonly Row[],
  limit: number,
  positionOf: (row: Row) => TimePosition,
): { rows: readonly Row[]; nextCursor: string | null } {
  if (rows.length <= limit) return { rows, nextCursor: null }
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { rows: page, nextCursor: last === undefined ? null : toTimeCursor(positionOf(last)) }
}
