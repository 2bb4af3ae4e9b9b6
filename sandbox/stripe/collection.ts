import { missing } from './failures.ts'

type Entry<T> = { seq: number; value: T }
/** What some fields of a value must be. */
export type Filter = Record<string, string>

export type Collection<T extends { id: string }> = {
  add(value: T): T
  find(id: string): T | undefined
  /** Refuses an id that is not there. `param` is the parameter that named it, if not the path. */
  get(id: string, param?: string): T
  /** Newest first. */
  newest(filter?: Filter, after?: string): Iterable<T>
  /** Must be called after a value's index key has changed. */
  reindex(value: T): void
  size(): number
  /** Drops the oldest ones. */
  keepNewest(count: number): void
  all(): T[]
  replaceAll(values: T[]): void
}

/** Objects by id, in order of creation, and by fields that are indexes; of several, a filter uses the first. */
export function createCollection<T extends { id: string }>(
  noun: string,
  indexes: readonly (keyof T & string)[] = [],
): Collection<T> {
  let order: Entry<T>[] = []
  let entries = new Map<string, Entry<T>>()
  let indexed = new Map<string, Entry<T>[]>()
  let lastSeq = 0

  const putInIndexes = (entry: Entry<T>) => {
    for (const name of indexes) {
      const key = entry.value[name]
      if (typeof key !== 'string') continue
      const indexKey = `${name}:${key}`
      const list = indexed.get(indexKey)
      if (!list) indexed.set(indexKey, [entry])
      else if ((list.at(-1)?.seq ?? 0) < entry.seq) list.push(entry)
      else if (!list.includes(entry)) list.splice(positionOf(list, entry.seq), 0, entry)
    }
  }
  const add = (value: T) => {
    lastSeq += 1
    const entry = { seq: lastSeq, value }
    order.push(entry)
    entries.set(value.id, entry)
    putInIndexes(entry)
    return value
  }
  /** A value that has left the index stays in its list; checking again is cheaper than searching for it. */
  const listFor = (filter: Filter) => {
    const index = indexes.find((name) => filter[name] !== undefined)
    return index === undefined ? order : (indexed.get(`${index}:${filter[index]}`) ?? [])
  }
  return {
    add,
    find: (id) => entries.get(id)?.value,
    get(id, param) {
      const entry = entries.get(id)
      if (!entry) throw missing(noun, id, param)
      return entry.value
    },
    *newest(filter = {}, after) {
      const list = listFor(filter)
      const conditions = Object.entries(filter) as [keyof T, string][]
      const end = after === undefined ? undefined : entries.get(after)?.seq
      for (let at = (end === undefined ? list.length : positionOf(list, end)) - 1; at >= 0; at -= 1) {
        const entry = list[at]
        if (entry && conditions.every(([name, key]) => entry.value[name] === key)) yield entry.value
      }
    },
    reindex(value) {
      const entry = entries.get(value.id)
      if (entry) putInIndexes(entry)
    },
    size: () => order.length,
    keepNewest(count) {
      // Cutting in larger pieces spreads the cost over many additions.
      if (order.length <= count * 1.1) return
      for (const { value } of order.splice(0, order.length - count)) entries.delete(value.id)
    },
    all: () => order.map(({ value }) => value),
    replaceAll(values) {
      order = []
      entries = new Map()
      indexed = new Map()
      lastSeq = 0
      for (const value of values) add(value)
    },
  }
}

/** The position of an entry's number in a sorted list, existing or not. */
function positionOf(list: Entry<unknown>[], seq: number): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((list[middle]?.seq ?? 0) < seq) low = middle + 1
    else high = middle
  }
  return low
}
