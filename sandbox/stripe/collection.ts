type Entry<T> = { seq: number; value: T }
export type Index = { name: string; key: string }

export type Collection<T extends { id: string }> = {
  add(value: T): T
  find(id: string): T | undefined
  /** Newest first; only those of an index if one is named. */
  newest(index?: Index, after?: string): Iterable<T>
  /** Must be called after a value's index key has changed. */
  reindex(value: T): void
  size(): number
  /** Drops the oldest ones. */
  keepNewest(count: number): void
  all(): T[]
  replaceAll(values: T[]): void
}

/** Objects by id, in order of creation, and by further index keys. */
export function createCollection<T extends { id: string }>(
  indexes: Record<string, (value: T) => unknown> = {},
): Collection<T> {
  let order: Entry<T>[] = []
  let entries = new Map<string, Entry<T>>()
  let indexed = new Map<string, Entry<T>[]>()
  let lastSeq = 0
  const names = Object.entries(indexes)

  const putInIndexes = (entry: Entry<T>) => {
    for (const [name, keyOf] of names) {
      const key = keyOf(entry.value)
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
  const look = (index: Index | undefined) => {
    if (!index) return { list: order, isMeant: () => true }
    const keyOf = indexes[index.name]
    const list = indexed.get(`${index.name}:${index.key}`) ?? []
    return { list, isMeant: (value: T) => keyOf?.(value) === index.key }
  }
  return {
    add,
    find: (id) => entries.get(id)?.value,
    *newest(index, after) {
      const { list, isMeant } = look(index)
      const end = after === undefined ? undefined : entries.get(after)?.seq
      for (let at = (end === undefined ? list.length : positionOf(list, end)) - 1; at >= 0; at -= 1) {
        const entry = list[at]
        if (entry && isMeant(entry.value)) yield entry.value
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
