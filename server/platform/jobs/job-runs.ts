import { randomUUID } from 'node:crypto'
import type { BasicDeps } from '../deps.ts'
import { jobFailures } from './job-failures.ts'
import { isSingleItemJob, type JobHandlers, type JobName, type JobTry } from './jobs.ts'
import { endRun, insertRun } from './job-runs.store.ts'

type Handle = (data: unknown, tryOf?: JobTry) => Promise<void>

/**
 * Records the start, end and outcome of each job, so that operators can see that it ran. Jobs for single items are
 * not recorded: there are too many, and the queue itself knows their outcome.
 */
export function withRuns(deps: BasicDeps, handlers: JobHandlers): JobHandlers {
  const recorded = Object.entries(handlers).map(([name, handle]) => {
    const run = countFailures(name, handle as Handle)
    const recordedRun: Handle = (...args) => runAndRecord(deps, name, () => run(...args))
    return [name, isSingleItemJob(name as JobName) ? run : recordedRun]
  })
  return Object.fromEntries(recorded) as JobHandlers
}

/** Counts failures. The queue logs them, because it knows whether the job is tried again. */
function countFailures(job: string, run: Handle): Handle {
  return async (...args) => {
    try {
      await run(...args)
    } catch (error) {
      jobFailures.inc({ job })
      throw error
    }
  }
}

async function runAndRecord({ db, clock }: BasicDeps, name: string, run: () => Promise<void>) {
  const id = randomUUID()
  await insertRun(db, { name, id, startedAt: clock() })
  const end = (outcome: 'Done' | 'Failed', error: string | null) =>
    endRun(db, { name, id, endedAt: clock(), outcome, error })
  try {
    await run()
  } catch (error) {
    // If even this cannot be written, the run stays without an end, which shows the failure as well.
    await end('Failed', (error instanceof Error ? error.message : String(error)).slice(0, 500)).catch(
      () => {},
    )
    throw error
  }
  await end('Done', null)
}
