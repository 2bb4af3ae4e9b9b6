import { readFileSync } from 'node:fs'

/** The only source of business time. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()

/**
 * Real time plus an offset in a small file, which the sandbox changes. Server and sandbox read the same file, so both
 * move to the next payment date together. It is read on each call, so that no process misses a move; production has
 * no such file.
 */
export function movableClock(file: string): Clock {
  return () => new Date(Date.now() + offsetMs(file))
}

const pollMs = 250

/**
 * Calls `onMove` when the movable clock was moved, until the returned function is called. It reads the file again and
 * again: a watch on it would miss what happens before it has begun, and the file is replaced and does not exist at first.
 */
export function watchClock(file: string, onMove: () => void): () => void {
  let last = offsetMs(file)
  const poll = () => {
    const now = offsetMs(file)
    if (now === last) return
    last = now
    onMove()
  }
  const timer = setInterval(poll, pollMs).unref()
  return () => clearInterval(timer)
}

function offsetMs(file: string): number {
  try {
    const { offsetMs: offset } = JSON.parse(readFileSync(file, 'utf8')) as { offsetMs?: unknown }
    return typeof offset === 'number' ? offset : 0
  } catch {
    // The clock has not been moved yet.
    return 0
  }
}
