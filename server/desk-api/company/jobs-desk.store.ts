import type { StaffJob } from '#contract/staff-company.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

export type Run = {
  startedAt: Date
  endedAt: Date | null
  outcome: 'Done' | 'Failed' | null
  error: string | null
}

export type RunRow = Run & { name: string; done: number; failed: number }

/** The runs of one job, newest first. */
export async function listRunsOf(db: Db, name: string, limit: number) {
  return db.many<Run>(sql`
    select started_at as "startedAt", ended_at as "endedAt", outcome, error from job_run
    where name = ${name} order by started_at desc limit ${limit}`)
}

/** The runs of a job that works on single items, as long as the queue keeps them. */
export async function listQueueRunsOf(db: Db, name: string, limit: number) {
  return db.many<Run>(sql`
    select started_on as "startedAt", completed_on as "endedAt",
      case state when 'completed' then 'Done' when 'active' then null else 'Failed' end as outcome,
      case when state in ('failed', 'retry') then left(output ->> 'message', 500) end as error
    from pgboss.job where name = ${name} and started_on is not null order by started_on desc limit ${limit}`)
}

/** The newest run of each job, with the counts since `since`. */
export async function listRuns(db: Db, names: readonly string[], since: Date) {
  return db.many<RunRow>(sql`
    select wanted.name, last.started_at as "startedAt", last.ended_at as "endedAt", last.outcome, last.error,
      (select count(*) from job_run where job_run.name = wanted.name and started_at >= ${since} and outcome = 'Done')
        as done,
      (select count(*) from job_run where job_run.name = wanted.name and started_at >= ${since} and outcome = 'Failed')
        as failed
    from unnest(${names}::text[]) as wanted (name), lateral (
      select started_at, ended_at, outcome, error from job_run
      where job_run.name = wanted.name order by started_at desc limit 1) as last`)
}

/**
 * The newest run of each job that works on single items. These runs are too many to be recorded; the queue keeps them
 * for a while.
 */
export async function listQueueRuns(db: Db, names: readonly string[], since: Date) {
  return db.many<RunRow>(sql`
    select wanted.name, last.started_on as "startedAt", last.completed_on as "endedAt",
      case last.state when 'completed' then 'Done' when 'active' then null else 'Failed' end as outcome,
      case when last.state in ('failed', 'retry') then left(last.output ->> 'message', 500) end as error,
      (select count(*) from pgboss.job
        where job.name = wanted.name and state = 'completed' and completed_on >= ${since}) as done,
      (select count(*) from pgboss.job
        where job.name = wanted.name and state = 'failed' and completed_on >= ${since}) as failed
    from unnest(${names}::text[]) as wanted (name), lateral (
      select started_on, completed_on, state, output from pgboss.job
      where job.name = wanted.name and started_on is not null order by started_on desc limit 1) as last`)
}

/** The number of jobs in the queue, which keeps failed ones for a while. */
export async function countQueued(db: Db) {
  return db.many<{ name: string } & Pick<StaffJob, 'waiting' | 'active' | 'givenUp'>>(sql`
    select name, count(*) filter (where state in ('created', 'retry')) as waiting,
      count(*) filter (where state = 'active') as active, count(*) filter (where state = 'failed') as "givenUp"
    from pgboss.job where state in ('created', 'retry', 'active', 'failed') group by name`)
}
