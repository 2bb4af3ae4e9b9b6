import type { Deps } from '../deps.ts'
import { listLastSuccesses } from './job-runs.store.ts'
import { schedules, type JobName } from './jobs.ts'
import { isOverdue } from './overdue.ts'

/** The time since a scheduled job last succeeded, and whether that is too long for its schedule. */
export type JobStanding = {
  name: JobName
  lastDoneAt: Date | null
  secondsSinceSuccess: number
  isOverdue: boolean
}

/** A job that never ran is not late until this process has run long enough to see it run. */
export async function lastSuccesses({
  db,
  clock,
  startedAt,
}: Pick<Deps, 'db' | 'clock' | 'startedAt'>): Promise<JobStanding[]> {
  const scheduled = Object.entries(schedules) as [JobName, string][]
  const now = clock().getTime()
  const successes = await listLastSuccesses(
    db,
    scheduled.map(([name]) => name),
  )
  return scheduled.map(([name, schedule]) => {
    const { lastDoneAt = null, firstRunAt = null } = successes.find((each) => each.name === name) ?? {}
    const ageMs = now - (lastDoneAt ?? firstRunAt ?? startedAt).getTime()
    return { name, lastDoneAt, secondsSinceSuccess: ageMs / 1000, isOverdue: isOverdue(schedule, ageMs) }
  })
}
