import type { Db } from '../database/open.ts'
import { sql } from '../database/sql.ts'

export async function insertRun(db: Db, run: { name: string; id: string; startedAt: Date }): Promise<void> {
  await db.run(sql`
    insert into job_run (name, id, started_at) values (${run.name}, ${run.id}, ${run.startedAt})`)
}

export async function endRun(
  db: Db,
  run: { name: string; id: string; endedAt: Date; outcome: 'Done' | 'Failed'; error: string | null },
): Promise<void> {
  await db.run(sql`
    update job_run set ended_at = ${run.endedAt}, outcome = ${run.outcome}, error = ${run.error}
    where name = ${run.name} and id = ${run.id}`)
}

/**
 * The last success of each job. For a job that never succeeded, also returns its first run on record, because nothing
 * else says for how long it has failed.
 */
export async function listLastSuccesses(
  db: Db,
  names: readonly string[],
): Promise<{ name: string; lastDoneAt: Date | null; firstRunAt: Date | null }[]> {
  return db.many(sql`
    select job.name, done.ended_at as "lastDoneAt", case when done.ended_at is null then (
        select started_at from job_run where job_run.name = job.name order by started_at limit 1) end as "firstRunAt"
    from unnest(${names}::text[]) as job (name) left join lateral (
      select ended_at from job_run where job_run.name = job.name and outcome = 'Done'
      order by ended_at desc limit 1) as done on true`)
}
