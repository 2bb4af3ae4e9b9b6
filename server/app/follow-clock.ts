import { watchClock } from '../platform/clock.ts'
import type { Deps } from '../platform/deps.ts'
import { schedules, type JobName } from '../platform/jobs/jobs.ts'

/**
 * Where the clock can be moved, everything that comes by the clock is started once after each move: schedules follow real
 * time, and who has moved to the next payment would wait for the minute, or for the hour. Each job handles whatever is
 * due by then, as after an outage. Returns how to stop.
 */
export function followClock({ config, jobs, log }: Pick<Deps, 'config' | 'jobs' | 'log'>): () => void {
  if (!config.clockFile) return () => {}
  return watchClock(config.clockFile, () => {
    log.info('the clock was moved: every scheduled job is started')
    for (const name of Object.keys(schedules) as JobName[]) jobs.start(name, {})
  })
}
