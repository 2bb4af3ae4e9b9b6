import { describe, expect, it } from 'vitest'
import { closeInOrder } from './closing.ts'
import { createLog } from './log.ts'

/** Closes steps that succeed, fail or never end. Returns what was closed, the outcome and the log lines. */
async function closing(steps: Record<string, 'good' | 'bad' | 'endless'>, withinMs = 60_000) {
  const lines: { level: string; msg: string; err?: { message: string } }[] = []
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) })
  const closed: string[] = []
  const isClean = await closeInOrder(
    Object.entries(steps).map(([name, manner]) => ({
      name,
      async close() {
        closed.push(name)
        if (manner === 'bad') throw new Error(`${name} is stuck`)
        if (manner === 'endless') await new Promise(() => {})
      },
    })),
    { log, withinMs },
  )
  return { isClean, closed, logged: lines.map(({ level, msg, err }) => [level, msg, err?.message]) }
}

describe('A process that exits', () => {
  it('closes everything in order and logs nothing', async () => {
    expect(await closing({ jobs: 'good', mail: 'good' })).toEqual({
      isClean: true,
      closed: ['jobs', 'mail'],
      logged: [],
    })
  })

  it('logs what could not be closed and why, and closes everything else', async () => {
    expect(await closing({ jobs: 'bad', mail: 'good' })).toEqual({
      isClean: false,
      closed: ['jobs', 'mail'],
      logged: [['error', 'jobs could not be closed', 'jobs is stuck']],
    })
  })

  it('logs what was still closing at the time limit', async () => {
    expect(await closing({ mail: 'good', jobs: 'endless', database: 'good' }, 50)).toEqual({
      isClean: false,
      closed: ['mail', 'jobs'],
      logged: [['error', 'jobs was not closed within 0.05 s', undefined]],
    })
  })
})
