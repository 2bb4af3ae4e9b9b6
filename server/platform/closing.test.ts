import { describe, expect, it } from 'vitest'
import { closeInOrder } from './closing.ts'
import { createLog } from './log.ts'

/** Closes with steps that are good, bad or without an end; what was closed, how it went and what the log says. */
async function closing(steps: Record<string, 'good' | 'bad' | 'endless'>, withinMs = 60_000) {
  const lines: { level: string; msg: string; err?: { message: string } }[] = []
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) })
  const closed: string[] = []
  const isClean = await closeInOrder(
    Object.entries(steps).map(([what, manner]) => ({
      what,
      async close() {
        closed.push(what)
        if (manner === 'bad') throw new Error(`${what} is stuck`)
        if (manner === 'endless') await new Promise(() => {})
      },
    })),
    { log, withinMs },
  )
  return { isClean, closed, said: lines.map(({ level, msg, err }) => [level, msg, err?.message]) }
}

describe('A process that leaves', () => {
  it('closes everything in order, and has nothing to say', async () => {
    expect(await closing({ jobs: 'good', mail: 'good' })).toEqual({
      isClean: true,
      closed: ['jobs', 'mail'],
      said: [],
    })
  })

  it('says what could not be closed and why, and closes the rest', async () => {
    expect(await closing({ jobs: 'bad', mail: 'good' })).toEqual({
      isClean: false,
      closed: ['jobs', 'mail'],
      said: [['error', 'jobs could not be closed', 'jobs is stuck']],
    })
  })

  it('says what it was still closing when the time was up', async () => {
    expect(await closing({ mail: 'good', jobs: 'endless', database: 'good' }, 50)).toEqual({
      isClean: false,
      closed: ['mail', 'jobs'],
      said: [['error', 'jobs was not closed within 0.05 s', undefined]],
    })
  })
})
