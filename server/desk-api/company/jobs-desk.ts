import type { Health, StaffJob, StaffJobRun } from '#contract/staff-company.ts'
import { orNotFound, Refusal } from '#domain/refusal.ts'
import type { Deps } from '../../platform/deps.ts'
import { onTheWire } from '../../platform/http/on-the-wire.ts'
import { problemsIn, readReadings } from '../../platform/health/readings.ts'
import { listGivenUpJobs } from '../../platform/jobs/given-up.reads.ts'
import { lastSuccesses } from '../../platform/jobs/job-standing.ts'
import { jobDescriptions } from '../../platform/jobs/job-descriptions.ts'
import { isSingleItemJob, jobNames, schedules, type JobName } from '../../platform/jobs/jobs.ts'
import { countQueued, listQueueRuns, listQueueRunsOf, listRuns, listRunsOf } from './jobs-desk.store.ts'
import { companyId, recordAction, type StaffActor } from '../../people/audit/staff-audit.ts'

const dayMs = 24 * 60 * 60_000

type ReadingDeps = Pick<Deps, 'db' | 'clock' | 'startedAt'>

export async function readJobs(deps: ReadingDeps): Promise<StaffJob[]> {
  const { db, clock } = deps
  const since = new Date(clock().getTime() - dayMs)
  const [ofSweeps, ofSingleThings, queued, standings] = await Promise.all([
    listRuns(db, jobNames, since),
    listQueueRuns(db, jobNames.filter(isSingleItemJob), since),
    countQueued(db),
    lastSuccesses(deps),
  ])
  const runs = [...ofSweeps, ...ofSingleThings]
  return jobNames.map((name) => {
    const run = runs.find((each) => each.name === name)
    const queue = queued.find((each) => each.name === name)
    const standing = standings.find((each) => each.name === name)
    return {
      name,
      about: jobDescriptions[name],
      schedule: schedules[name] ?? null,
      canRun: !isSingleItemJob(name),
      lastRun: run ? onTheWire(run) : null,
      lastDoneAt: standing?.lastDoneAt?.toISOString() ?? null,
      isOverdue: standing?.isOverdue ?? false,
      done: run?.done ?? 0,
      failed: run?.failed ?? 0,
      waiting: queue?.waiting ?? 0,
      active: queue?.active ?? 0,
      givenUp: queue?.givenUp ?? 0,
    }
  })
}

export async function readJobRuns(
  { db }: Pick<Deps, 'db'>,
  typed: string,
  limit: number,
): Promise<StaffJobRun[]> {
  const name = orNotFound(jobNames.find((each) => each === typed))
  const runs = await (isSingleItemJob(name) ? listQueueRunsOf(db, name, limit) : listRunsOf(db, name, limit))
  return runs.map((run) => onTheWire(run))
}

export async function readHealth(deps: ReadingDeps): Promise<Health> {
  const [readings, givenUp] = await Promise.all([readReadings(deps), listGivenUpJobs(deps.db)])
  const late = readings.jobs.filter(
    ({ name, isOverdue }) => isOverdue && givenUp.every((each) => each.name !== name),
  )
  return {
    ...readings,
    problems: problemsIn(readings),
    jobs: {
      count: readings.jobs.length,
      late: [
        ...givenUp.map(({ name, since }) => ({ name, since: since.toISOString() })),
        ...late.map(({ name, lastDoneAt }) => ({ name, since: lastDoneAt?.toISOString() ?? null })),
      ],
    },
  }
}

export async function runJob(
  { db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>,
  actor: StaffActor,
  typed: string,
): Promise<void> {
  const name = orNotFound(jobNames.find((each) => each === typed))
  // Without its item, such a job has nothing to do.
  if (isSingleItemJob(name)) throw new Refusal('not_possible')
  await db.transaction(async (tx) => {
    await jobs.enqueue<JobName>(tx, name, {})
    await recordAction(tx, actor, {
      subjectId: companyId,
      action: 'JobStarted',
      at: clock(),
      details: { name },
    })
  })
}
