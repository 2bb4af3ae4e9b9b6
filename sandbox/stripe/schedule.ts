import type { Region } from './merchant.ts'
import type { Due } from './turn.ts'

export type Entry = Due & { at: number; account: Region }

export type Schedule = {
  add(entry: Entry): void
  /** Removes and returns the earliest due task. */
  next(now: number): Entry | undefined
  clear(): void
  save(): unknown
  load(saved: unknown): void
}

/** Scheduled tasks, by time; at the same time, in order of creation. */
export function createSchedule(): Schedule {
  let entries: Entry[] = []
  return {
    add(entry) {
      let low = 0
      let high = entries.length
      while (low < high) {
        const middle = (low + high) >> 1
        if ((entries[middle]?.at ?? 0) <= entry.at) low = middle + 1
        else high = middle
      }
      entries.splice(low, 0, entry)
    },
    next(now) {
      const [first] = entries
      return first && first.at <= now ? entries.shift() : undefined
    },
    clear() {
      entries = []
    },
    save: () => entries,
    load(saved) {
      entries = saved as Entry[]
    },
  }
}
