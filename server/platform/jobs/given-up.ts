import type { Deps } from '../deps.ts'
import { jobsWithoutSweep, type JobHandlers, type JobTry } from './jobs.ts'
import { forgetFailedItems } from './parked-items.store.ts'
import { listItemsToRetry } from './parked-items.reads.ts'
import { recordFailure } from './work-through.ts'

type GivenUpDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'jobs'>

/** Records jobs that have no tries left and no sweep as failed items, like the rows of other jobs. */
export function withGivenUp(deps: GivenUpDeps, handlers: JobHandlers): JobHandlers {
  const guarded = jobsWithoutSweep.map((name) => {
    const handle = handlers[name] as (data: unknown, tryOf?: JobTry) => Promise<void>
    return [
      name,
      async (data: unknown, tryOf?: JobTry) => {
        try {
          await handle(data, tryOf)
        } catch (error) {
          if (tryOf?.isLast) await recordFailure(deps, name, { item: tryOf.jobId, accountId: null }, error)
          throw error
        }
        if (tryOf && !tryOf.isFirst) await forgetFailedItems(deps.db, name, [tryOf.jobId])
      },
    ]
  })
  return { ...handlers, ...(Object.fromEntries(guarded) as Partial<JobHandlers>) }
}

/** Retries each of them when its pause is over or staff request it. Returns how many. */
export async function retryGivenUp({ db, clock, jobs }: GivenUpDeps): Promise<number> {
  let count = 0
  for (const work of jobsWithoutSweep) {
    const items = await listItemsToRetry(db, { work, now: clock() })
    for (const jobId of items) await jobs.retry(work, jobId)
    count += items.length
  }
  return count
}
