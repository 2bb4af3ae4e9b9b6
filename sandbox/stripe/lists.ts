import type { Collection, Index } from './collection.ts'
import { invalid, missing } from './failures.ts'
import { integer, text } from './parameters.ts'
import type { Range } from './parameters.ts'

/** The parameters of every list. */
export const listFields = { limit: integer, starting_after: text }

type Wish = { limit?: number; starting_after?: string; created?: Range }
type About<T> = {
  noun: string
  url: string
  index?: Index | undefined
  where?: (value: T) => boolean
}

/** One page of a list, newest first. */
export function page<T extends { id: string }>(
  collection: Collection<T>,
  wish: Wish,
  { noun, url, index, where = () => true }: About<T>,
) {
  const { limit = 10, starting_after: after, created } = wish
  if (limit < 1 || limit > 100) {
    throw invalid(`This value must be between 1 and 100 (inclusive).`, { param: 'limit' })
  }
  if (after !== undefined && !collection.find(after)) throw missing(noun, after, 'starting_after')
  const found: T[] = []
  for (const value of collection.newest(index, after)) {
    if (!where(value)) continue
    if (created && !isWithin(created, value)) continue
    found.push(value)
    if (found.length > limit) break
  }
  const has_more = found.length > limit
  return { object: 'list' as const, data: found.slice(0, limit), has_more, url }
}

function isWithin({ gt, gte, lt, lte }: Range, value: object): boolean {
  const created = (value as { created?: number }).created ?? 0
  const isTooOld = (gt !== undefined && created <= gt) || (gte !== undefined && created < gte)
  const isTooNew = (lt !== undefined && created >= lt) || (lte !== undefined && created > lte)
  return !isTooOld && !isTooNew
}
