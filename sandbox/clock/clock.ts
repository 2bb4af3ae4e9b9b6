import { readFileSync } from 'node:fs'
import type { Changes } from '../changes.ts'
import { SandboxFailure } from '../failure.ts'
import { replaceFile } from '../file.ts'

export type Clock = {
  now(): Date
  realNow(): Date
  offsetMs(): number
  moveTo(moment: Date): void
  reset(): void
}

/**
 * Real time plus an offset. If there is a file, the offset is read each time, because other processes may have moved
 * the clock.
 */
export function createClock(path: string | undefined, changes: Changes, realTime = Date.now): Clock {
  let inMemory = 0
  const offsetMs = () => (path === undefined ? inMemory : readOffset(path))
  // A broken file ends the start, rather than the first call that asks for the time.
  offsetMs()
  const keep = (offset: number) => {
    if (path === undefined) inMemory = offset
    else replaceFile(path, `${JSON.stringify({ offsetMs: offset })}\n`)
    changes.notify('clock')
  }
  return {
    now: () => new Date(realTime() + offsetMs()),
    realNow: () => new Date(realTime()),
    offsetMs,
    moveTo: (moment) => keep(moment.getTime() - realTime()),
    reset: () => keep(0),
  }
}

function readOffset(path: string): number {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0
    throw error
  }
  const offsetMs = parseOffset(text)
  if (typeof offsetMs === 'number') return offsetMs
  throw new SandboxFailure(`${path} must hold {"offsetMs": number}; remove it to return to the real time.`)
}

function parseOffset(text: string): unknown {
  try {
    return (JSON.parse(text) as { offsetMs?: unknown }).offsetMs
  } catch {
    return undefined
  }
}
