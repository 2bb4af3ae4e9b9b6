import type { Db } from '../database/open.ts'
import { sql } from '../database/sql.ts'
import { jobNames } from './jobs.ts'

/** A single failure is often repaired by the next run, so a job is given up after several in a row. */
const failuresToGiveUp = 3

/** For use as a table: jobs that have failed repeatedly and not succeeded since. */
export const givenUpJobs = sql`(
  select job.name, failed.tries, failed.since, failed.error
  from unnest(${jobNames}::text[]) as job (name)
    cross join lateral (
      select count(*)::int as tries, min(run.started_at) as since,
        (array_agg(coalesce(run.error, '') order by run.started_at desc))[1] as error
      from job_run run where run.name = job.name and run.outcome = 'Failed' and run.started_at > coalesce((
        select done.started_at from job_run done where done.name = job.name and done.outcome = 'Done'
        order by done.started_at desc limit 1), '-infinity')) failed
  where failed.tries >= ${failuresToGiveUp})`

export async function listGivenUpJobs(db: Db) {
  return db.many<{ name: string; tries: number; since: Date }>(
    sql`select name, tries, since from ${givenUpJobs} given_up order by since, name`,
  )
}
