import type { Collection, Filter } from './collection.ts'
import { endpoint } from './endpoint.ts'
import type { Endpoints } from './endpoint.ts'
import { invalid, missing } from './failures.ts'
import type { Merchant } from './merchant.ts'
import { integer, range, text } from './parameters.ts'
import type { Range } from './parameters.ts'

/** The parameters of every list. */
export const listFields = { limit: integer, starting_after: text }

type PageParams = { limit?: number; starting_after?: string; created?: Range }

/** `GET /v1/charges` of `charge`: its table, which may be filtered by some fields and by time. */
export function listEndpoint<T extends { id: string }>(
  noun: string,
  tableOf: (merchant: Merchant) => Collection<T>,
  filters: readonly string[],
): Endpoints {
  const filterFields = Object.fromEntries(filters.map((name) => [name, text]))
  return {
    [`GET /v1/${noun}s`]: endpoint(
      { ...listFields, created: range, ...filterFields },
      ({ merchant }, { limit, starting_after, created, ...filter }) =>
        page(noun, tableOf(merchant), { limit, starting_after, created }, filter),
    ),
  }
}

/** One page of a list, newest first. */
export function page<T extends { id: string }>(
  noun: string,
  collection: Collection<T>,
  { limit = 10, starting_after: after, created }: PageParams,
  filter: Filter = {},
  isMeant: (value: T) => boolean = () => true,
) {
  if (limit < 1 || limit > 100) {
    throw invalid(`This value must be between 1 and 100 (inclusive).`, { param: 'limit' })
  }
  if (after !== undefined && !collection.find(after)) throw missing(noun, after, 'starting_after')
  const found: T[] = []
  for (const value of collection.newest(filter, after)) {
    if (!isMeant(value)) continue
    if (created && !isWithin(created, value)) continue
    found.push(value)
    if (found.length > limit) break
  }
  const has_more = found.length > limit
  return { object: 'list' as const, data: found.slice(0, limit), has_more, url: `/v1/${noun}s` }
}

function isWithin({ gt, gte, lt, lte }: Range, value: object): boolean {
  const created = (value as { created?: number }).created ?? 0
  const isTooOld = (gt !== undefined && created <= gt) || (gte !== undefined && created < gte)
  const isTooNew = (lt !== undefined && created >= lt) || (lte !== undefined && created > lte)
  return !isTooOld && !isTooNew
}
