import { hash } from 'node:crypto'
import type { Kept } from './snapshot.ts'

export type Ids = Kept & {
  /** An id in the provider's format: its prefix and the usual number of hexadecimal digits. */
  next(prefix: string, digits?: number): string
  seed(): string
  restart(seed: string): void
}

/** Ids are a hash of the seed and a counter, so the same calls with the same seed give the same ids. */
export function createIds(seed: string): Ids {
  let current = { seed, count: 0 }
  return {
    next(prefix, digits = 32) {
      current.count += 1
      return prefix + hash('sha256', `${current.seed}:${current.count}`, 'hex').slice(0, digits)
    },
    seed: () => current.seed,
    restart(newSeed) {
      current = { seed: newSeed, count: 0 }
    },
    save: () => current,
    load(saved) {
      current = saved as typeof current
    },
  }
}
