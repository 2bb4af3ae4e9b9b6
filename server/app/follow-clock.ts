import { watchClock } from '../platform/clock.ts'
import type { Deps } from '../platform/deps.ts'
import { schedules, type JobName } from '../platform/jobs/jobs.ts'

/**
 * Starts every scheduled job after each move of a movable clock. Schedules follow real time, so without this,
 * somebody who moved to the next payment would wait for the next minute or hour. Each job handles whatever is due, as
 * after an outage. Returns a function that stops it.
 */
export function followClock({ config, jobs, log }: Pick<Deps, 'config' | 'jobs' | 'log'>): () => void {
  if (!config.clockFile) return () => {}
  return watchClock(config.clockFile, () => {
    log.info('the clock was moved: every scheduled job is started')
    for (const name of Object.keys(schedules) as JobName[]) jobs.start(name, {})
  })
}
