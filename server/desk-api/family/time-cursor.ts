import { Refusal } from '#domain/refusal.ts'
import type { PlaceInTime } from './messages.store.ts'

/** Which part of a list of a family. */
export type FamilyPage<Filter> = {
  accountId: string
  filter: Filter
  cursor?: string | undefined
  limit: number
}

/** Where a page ends in a list that is ordered by time. Opaque: callers send it back and do not read it. */
export function toTimeCursor({ at, id }: PlaceInTime): string {
  return Buffer.from(`${at.toISOString()} ${id}`).toString('base64url')
}

const isUuid = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text)

export function fromTimeCursor(cursor: string | undefined): PlaceInTime | null {
  if (cursor === undefined) return null
  const [time = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split(' ')
  const at = new Date(time)
  if (!Number.isNaN(at.getTime()) && isUuid(id)) {
    const place = { at, id }
    // Encoded again it must be the same: the decoder skips characters that it cannot read.
    if (toTimeCursor(place) === cursor) return place
  }
  throw new Refusal('invalid_request', { fields: { cursor: 'This is not where a page ends' } })
}

/** One row more than wanted shows that there is another page. */
export function cutPage<Row>(
  rows: readonly Row[],
  limit: number,
  placeOf: (row: Row) => PlaceInTime,
): { rows: readonly Row[]; nextCursor: string | null } {
  if (rows.length <= limit) return { rows, nextCursor: null }
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { rows: shown, nextCursor: last === undefined ? null : toTimeCursor(placeOf(last)) }
}
