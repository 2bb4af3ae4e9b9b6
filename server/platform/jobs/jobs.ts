import { PgBoss, type JobResult, type JobWithMetadata } from 'pg-boss'
import type { Region } from '#domain/region.ts'
import type { Config } from '../config.ts'
import { queryTimeouts, type Transaction } from '../database/open.ts'
import { connectionTo } from '../database/servers.ts'
import type { Log } from '../log.ts'

/** Every job with its data. The names are the queue names. */
export type JobData = {
  'detach-source': { region: Region; methodId: string }
  'deliver-message': { messageId: string }
  'deliver-text': { messageId: string }
  /**
   * `email` is null for an unknown e-mail: then the job does nothing, and the caller sees no difference. Jobs of an
   * older release have no `askedFrom`.
   */
  'mail-link': { email: string | null; target: string; askedFrom?: string; askedAt: string }
  /** `email` is null here too for an unknown e-mail. */
  'send-log-in-code': { email: string | null; askedFrom: string; askedAt: string }
  /** `email` is null here too when the caller is not a member of staff. */
  'send-staff-code': { email: string | null; askedFrom?: string; askedAt: string }
  'purge-expired': Record<string, never>
  'deliver-waiting': Record<string, never>
  'look-at-payments': Record<string, never>
  'handle-provider-event': { eventId: string }
  'collect-provider-events': Record<string, never>
  'seal-ledger': Record<string, never>
  'seal-audit': Record<string, never>
  'apply-source-changes': Record<string, never>
  'import-deposits': Record<string, never>
  'run-repayments': Record<string, never>
  'chase-overdue': Record<string, never>
  'count-extras': Record<string, never>
  'renew-plans': Record<string, never>
  'end-temporary-plans': Record<string, never>
  'carry-out-fee-changes': Record<string, never>
  'warn-of-expiring-cards': Record<string, never>
  'finish-setups': Record<string, never>
  'expire-requests': Record<string, never>
  'remit-to-schools': Record<string, never>
  'make-statements': Record<string, never>
  'cancel-unconfirmed-withdrawals': Record<string, never>
  'clear-switches': Record<string, never>
  'purge-identity-documents': Record<string, never>
  'renew-encryption': Record<string, never>
  'retry-given-up': Record<string, never>
  'check-holidays': Record<string, never>
}
export type JobName = keyof JobData

const queues = {
  // About two days: a method that a family has removed must not stay with the provider because of an outage.
  'detach-source': { retryLimit: 60, retryDelay: 2, retryBackoff: true, retryDelayMax: 3600, notify: true },
  // A message is tried for about an hour; its own row says when it is too late to send it.
  'deliver-message': { retryLimit: 12, retryDelay: 1, retryBackoff: true, retryDelayMax: 600, notify: true },
  'deliver-text': { retryLimit: 12, retryDelay: 1, retryBackoff: true, retryDelayMax: 600, notify: true },
  // About as long as the link is valid. After that it is useless.
  'mail-link': { retryLimit: 9, retryDelay: 1, retryBackoff: true, retryDelayMax: 300, notify: true },
  'send-log-in-code': { retryLimit: 6, retryDelay: 1, retryBackoff: true, retryDelayMax: 60, notify: true },
  'send-staff-code': { retryLimit: 6, retryDelay: 1, retryBackoff: true, retryDelayMax: 60, notify: true },
  'purge-expired': { retryLimit: 2 },
  'deliver-waiting': { retryLimit: 0 },
  'look-at-payments': { retryLimit: 0 },
  // About an hour in all: an event may refer to a row that is still being written.
  'handle-provider-event': {
    retryLimit: 12,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 600,
    notify: true,
  },
  'collect-provider-events': { retryLimit: 0 },
  'seal-ledger': { retryLimit: 2 },
  'seal-audit': { retryLimit: 0 },
  'apply-source-changes': { retryLimit: 2 },
  'import-deposits': { retryLimit: 0 },
  // Another job comes each minute and handles whatever the previous one left.
  'run-repayments': { retryLimit: 0 },
  'chase-overdue': { retryLimit: 0, notify: true },
  'count-extras': { retryLimit: 0, notify: true },
  'renew-plans': { retryLimit: 2 },
  'end-temporary-plans': { retryLimit: 2 },
  // The process that applies a change carries it out; this job continues if that process was killed.
  'carry-out-fee-changes': { retryLimit: 0 },
  'warn-of-expiring-cards': { retryLimit: 2 },
  'finish-setups': { retryLimit: 2 },
  'expire-requests': { retryLimit: 2 },
  'remit-to-schools': { retryLimit: 2 },
  // On the first of a month there is a statement for every family.
  'make-statements': { retryLimit: 0, expireInSeconds: 3600 },
  'cancel-unconfirmed-withdrawals': { retryLimit: 0 },
  'clear-switches': { retryLimit: 2 },
  'purge-identity-documents': { retryLimit: 2 },
  // After a change of keys there is work for every file of every family.
  'renew-encryption': { retryLimit: 2, expireInSeconds: 3600 },
  'retry-given-up': { retryLimit: 0 },
  'check-holidays': { retryLimit: 2 },
} as const satisfies Record<JobName, object>

export const jobNames = Object.keys(queues) as JobName[]

type SingleItemJob = {
  [Name in JobName]: JobData[Name] extends Record<string, never> ? never : Name
}[JobName]

/** Whether a sweep retries such a job when its tries are used up. If not, the job is parked by its id. */
const singleItemJobs: Record<SingleItemJob, { hasSweep: boolean }> = {
  'detach-source': { hasSweep: false },
  'deliver-message': { hasSweep: true },
  'deliver-text': { hasSweep: true },
  'mail-link': { hasSweep: false },
  'send-log-in-code': { hasSweep: false },
  'send-staff-code': { hasSweep: false },
  'handle-provider-event': { hasSweep: true },
}

export const jobsWithoutSweep = (Object.keys(singleItemJobs) as SingleItemJob[]).filter(
  (name) => !singleItemJobs[name].hasSweep,
)

/** Whether a job needs the id of a single item, instead of handling everything that is due. */
export function isSingleItemJob(name: JobName): name is SingleItemJob {
  return name in singleItemJobs
}

const polling = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 2 }

/** Jobs for single items arrive in bursts: a morning's debits cause as many events. So several run side by side. */
const inBursts = {
  ...polling,
  batchSize: 8,
  localConcurrency: 2,
  burstWhenBatchFull: true,
  perJobResults: true,
  includeMetadata: true,
} as const
const oneAtATime = { ...polling, batchSize: 1, localConcurrency: 1, includeMetadata: true } as const

export const schedules: { [Name in JobName]?: string } = {
  'purge-expired': '17 * * * *',
  'deliver-waiting': '* * * * *',
  'look-at-payments': '* * * * *',
  'collect-provider-events': '*/10 * * * *',
  'apply-source-changes': '7 * * * *',
  // Once a day, at night in Australia.
  'seal-ledger': '43 14 * * *',
  'seal-audit': '*/10 * * * *',
  'import-deposits': '* * * * *',
  'run-repayments': '* * * * *',
  // A day begins at another hour in each region, so each hourly run finds whatever is due there by now.
  'renew-plans': '23 * * * *',
  'end-temporary-plans': '11 * * * *',
  'carry-out-fee-changes': '* * * * *',
  'warn-of-expiring-cards': '29 * * * *',
  'finish-setups': '37 * * * *',
  'expire-requests': '*/10 * * * *',
  'remit-to-schools': '51 * * * *',
  'make-statements': '9 * * * *',
  'cancel-unconfirmed-withdrawals': '* * * * *',
  // Once a day, at night in Australia.
  'clear-switches': '53 14 * * *',
  'purge-identity-documents': '3 15 * * *',
  'renew-encryption': '33 15 * * *',
  'check-holidays': '13 15 * * *',
  'retry-given-up': '* * * * *',
}

/** The current try of a job. */
export type JobTry = { jobId: string; isFirst: boolean; isLast: boolean }

export type JobHandlers = {
  [Name in JobName]: (data: JobData[Name], tryOf?: JobTry) => Promise<void>
}

export type Jobs = {
  /** Adds a job in the caller's transaction, so that the job exists exactly if the transaction commits. */
  enqueue<Name extends JobName>(tx: Transaction, name: Name, data: JobData[Name]): Promise<void>
  /**
   * Adds a job outside any transaction, a moment later and together with others, for work that a sweep would find
   * anyway. Nothing waits for it, and a crash may lose it.
   */
  start<Name extends JobName>(name: Name, data: JobData[Name]): void
  /** Starts working on jobs. Each job runs in one process at a time, however many processes there are. */
  work(
    handlers: JobHandlers,
    /** Whether jobs also run on schedule, or only when they are enqueued. */
    options?: { isOnSchedule?: boolean },
  ): Promise<void>
  /** Retries a job that has no tries left. */
  retry(name: JobName, jobId: string): Promise<void>
  /** Takes no further job, and does not wait for those in progress. */
  stopAccepting(): Promise<void>
  stop(): Promise<void>
}

/** A process that only enqueues jobs neither listens for them nor schedules them. */
export async function openJobs(
  databaseUrl: string,
  log: Log,
  { doesJobs }: Pick<Config, 'doesJobs'>,
  finishWithinMs = 10_000,
): Promise<Jobs> {
  const boss = new PgBoss({
    ...connectionTo(databaseUrl),
    ...queryTimeouts,
    application_name: 'larkwell-jobs',
    max: 4,
    migrate: false,
    createSchema: false,
    useListenNotify: doesJobs,
    supervise: doesJobs,
    schedule: doesJobs,
  })
  // The library repairs its own connection; an unhandled error event would end the process.
  boss.on('error', (error) => log.warn({ err: error }, 'job queue'))
  await boss.start()
  const batch = jobBatch(boss, log)
  const running = runningJobs()
  return {
    async enqueue(tx, name, data) {
      await boss.send(name, data, { db: { executeSql: (text, values) => tx.client.query(text, values) } })
    },
    start: (name, data) => batch.add(name, data),
    async work(handlers, { isOnSchedule = true } = {}) {
      for (const name of Object.keys(queues) as JobName[]) {
        const handle = running.counted(name, logged(name, handlers[name] as Handle, log))
        if (isSingleItemJob(name))
          await boss.work(name, inBursts, (jobs) => Promise.all(jobs.map(outcomeOf(handle))))
        else
          await boss.work(name, oneAtATime, async (jobs) => {
            for (const job of jobs) await handle(job.data, tryOf(job))
          })
        const schedule = schedules[name]
        if (schedule && isOnSchedule) await boss.schedule(name, schedule, {}, { tz: 'UTC' })
      }
    },
    retry: async (name, jobId) => void (await boss.retry(name, jobId)),
    async stopAccepting() {
      await Promise.all(jobNames.map((name) => boss.offWork(name, { wait: false })))
    },
    async stop() {
      await batch.flush()
      await boss.stop({ graceful: true, timeout: finishWithinMs })
      for (const [job, count] of running.now())
        log.error({ job, count }, 'a job was not finished in time and is left to the next process')
    },
  }
}

type Handle = (data: unknown, tryOf: JobTry) => Promise<void>

const tryOf = ({ id, retryCount, retryLimit }: JobWithMetadata<unknown>): JobTry => ({
  jobId: id,
  isFirst: retryCount === 0,
  isLast: retryCount >= retryLimit,
})

/** The queue does not log errors itself. */
function logged(job: JobName, handle: Handle, log: Log): Handle {
  return async (data, jobTry) => {
    try {
      await handle(data, jobTry)
    } catch (error) {
      if (jobTry.isLast) log.error({ err: error, job }, 'a job failed')
      else log.warn({ err: error, job }, 'a job failed and is tried again')
      throw error
    }
  }
}

/** The number of running jobs by name. */
function runningJobs() {
  const counts = new Map<JobName, number>()
  const add = (name: JobName, change: number) => counts.set(name, (counts.get(name) ?? 0) + change)
  return {
    now: () => [...counts].filter(([, count]) => count > 0),
    counted(name: JobName, handle: Handle): Handle {
      return async (data, jobTry) => {
        add(name, 1)
        try {
          await handle(data, jobTry)
        } finally {
          add(name, -1)
        }
      }
    },
  }
}

/** A failed job is retried alone, and the others of its batch are completed. */
function outcomeOf(handle: Handle) {
  return async (job: JobWithMetadata<unknown>): Promise<JobResult> => {
    const { id } = job
    try {
      await handle(job.data, tryOf(job))
      return { id, status: 'completed' }
    } catch (error) {
      return { id, status: 'failed', output: { message: (error as Error).message } }
    }
  }
}

const gatherMs = 20

/** A statement for each job costs as much as a third of a payment, so the jobs of a moment share one. */
function jobBatch(boss: PgBoss, log: Log) {
  let gathered = new Map<JobName, { data: object }[]>()
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    const jobs = gathered
    gathered = new Map()
    writing = writing.then(async () => {
      for (const [name, list] of jobs) await boss.insert(name, list)
    })
    writing = writing.catch((error: unknown) => log.warn({ err: error }, 'jobs are left to the sweep'))
    return writing
  }
  return {
    flush,
    add(name: JobName, data: object) {
      gathered.set(name, [...(gathered.get(name) ?? []), { data }])
      timer ??= setTimeout(() => void flush(), gatherMs)
    },
  }
}

/** Creates the queue's own tables and the queues. Part of the migration, so that the server needs no such rights. */
export async function installJobs(databaseUrl: string): Promise<void> {
  const boss = new PgBoss({ ...connectionTo(databaseUrl), max: 1, supervise: false, schedule: false })
  let failure: unknown
  boss.on('error', (error) => (failure ??= error))
  await boss.start()
  for (const [name, options] of Object.entries(queues)) {
    if (await boss.getQueue(name)) await boss.updateQueue(name, options)
    else await boss.createQueue(name, options)
  }
  await boss.stop({ graceful: false })
  if (failure) throw new Error('The job queue could not be installed', { cause: failure })
}
