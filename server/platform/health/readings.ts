import type { Deps } from '../deps.ts'
import { lastSuccesses, type JobStanding } from '../jobs/job-standing.ts'
import { countParkedItems } from '../jobs/parked-items.reads.ts'
import type { Channel } from '../providers/channels.ts'
import { listStuckChannels, readHealthFigures, type HealthFigures } from './health.store.ts'

type ReadingDeps = Pick<Deps, 'db' | 'clock' | 'startedAt'>

/** The values that operators watch. All come from the database, so they are the same in every process. */
export type Readings = Omit<HealthFigures, 'idleSeconds'> & {
  idleSeconds: number
  stuckChannels: Channel[]
  parked: { work: string; count: number }[]
  jobs: JobStanding[]
}

export async function readReadings(deps: ReadingDeps): Promise<Readings> {
  const now = deps.clock()
  const [figures, stuck, parked, jobs] = await Promise.all([
    readHealthFigures(deps.db, now),
    stuckChannels(deps),
    countParkedItems(deps.db),
    lastSuccesses(deps),
  ])
  // If no job ever ran, idle time counts from the start of this process.
  const upSeconds = (now.getTime() - deps.startedAt.getTime()) / 1000
  return { ...figures, idleSeconds: figures.idleSeconds ?? upSeconds, stuckChannels: stuck, parked, jobs }
}

const stuckAfterMs = 5 * 60_000

/**
 * The channels that send nothing although messages wait. A process that has just started reports none at first,
 * because the messages may have waited only for a process to start.
 */
export async function stuckChannels({ db, clock, startedAt }: ReadingDeps): Promise<Channel[]> {
  const now = clock()
  const before = new Date(now.getTime() - stuckAfterMs)
  return startedAt > before ? [] : listStuckChannels(db, { now, before })
}

export type HealthProblem = { code: string; text: string; count: number }

const idleLimitSeconds = 5 * 60
const unknownLimitSeconds = 60 * 60

/** Problems that a person should look at, the worst first. `docs/running.md` says what to do about each. */
export function problemsIn(readings: Readings): HealthProblem[] {
  const { ledgerCheck, idleSeconds, stuckChannels: stuck, unknownPayments, unknownRefunds } = readings
  const overdue = readings.jobs.filter((job) => job.isOverdue)
  const parked = readings.parked.reduce((sum, { count }) => sum + count, 0)
  const unknown = [unknownPayments, unknownRefunds].filter(
    ({ oldestSeconds }) => oldestSeconds > unknownLimitSeconds,
  )
  const problems: HealthProblem[] = [
    { code: 'ledger_unsound', text: 'the ledger is not sound', count: ledgerCheck?.violations ?? 0 },
    { code: 'jobs_idle', text: 'no process runs jobs', count: Number(idleSeconds > idleLimitSeconds) },
    { code: 'outbox_stuck', text: `nothing leaves the outbox: ${stuck.join(', ')}`, count: stuck.length },
    {
      code: 'outcome_unknown',
      text: 'payments or refunds have had no known outcome for over an hour',
      count: unknown.reduce((sum, { count }) => sum + count, 0),
    },
    {
      code: 'job_overdue',
      text: `jobs have not succeeded for too long: ${overdue.map(({ name }) => name).join(', ')}`,
      count: overdue.length,
    },
    { code: 'rows_parked', text: 'rows are parked and wait for staff', count: parked },
    {
      code: 'archiving_failing',
      text: 'the database cannot archive its write-ahead log',
      count: Number(readings.isArchivingFailing),
    },
  ]
  return problems.filter(({ count }) => count > 0)
}
