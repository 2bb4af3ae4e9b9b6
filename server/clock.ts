import { readFileSync } from 'node:fs'

/** The one clock. Business time is asked of it and of nothing else. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()

/**
 * Real time plus an offset kept in a small file, which the sandbox moves. Server and sandbox read the same file,
 * so a person can travel to the next payment date with both. Read anew each time: moving the clock is an event
 * no process should miss, and the file is only there outside production.
 */
export function movableClock(file: string): Clock {
  return () => new Date(Date.now() + offsetMs(file))
}

function offsetMs(file: string): number {
  try {
    const { offsetMs: offset } = JSON.parse(readFileSync(file, 'utf8')) as { offsetMs?: unknown }
    return typeof offset === 'number' ? offset : 0
  } catch {
    // Nobody has moved the clock yet.
    return 0
  }
}
