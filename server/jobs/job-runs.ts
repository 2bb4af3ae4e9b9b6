import { randomUUID } from 'node:crypto'
import type { Db } from '../database/open.ts'
import type { Deps } from '../deps.ts'
import { schedules, type JobData, type JobName } from './jobs.ts'
import { deleteRunsBefore, endRun, insertRun } from './job-runs.store.ts'

type Handlers = { [Name in JobName]: (data: JobData[Name]) => Promise<void> }

/**
 * Records when each scheduled job started and ended and how, so that operators can see that it ran. Jobs for single
 * things are too many, and the queue itself knows how they ended.
 */
export function withRuns(deps: Pick<Deps, 'db' | 'clock'>, handlers: Handlers): Handlers {
  const recorded = Object.entries(handlers).map(([name, handle]) => {
    const isOnSchedule = schedules[name as JobName] !== undefined
    const run = handle as (data: unknown) => Promise<void>
    return [name, isOnSchedule ? (data: unknown) => runAndRecord(deps, name, () => run(data)) : run]
  })
  return Object.fromEntries(recorded) as Handlers
}

async function runAndRecord(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  name: string,
  run: () => Promise<void>,
) {
  const id = randomUUID()
  await insertRun(db, { name, id, startedAt: clock() })
  const end = (outcome: 'Done' | 'Failed', error: string | null) =>
    endRun(db, { name, id, endedAt: clock(), outcome, error })
  try {
    await run()
  } catch (error) {
    // If even this cannot be written, the run stays without an end, which says as much.
    await end('Failed', (error instanceof Error ? error.message : String(error)).slice(0, 500)).catch(
      () => {},
    )
    throw error
  }
  await end('Done', null)
}

const keptMs = 30 * 24 * 60 * 60_000

export async function purgeRuns(db: Db, now: Date): Promise<number> {
  return deleteRunsBefore(db, new Date(now.getTime() - keptMs))
}
