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

export async function deleteRunsBefore(db: Db, time: Date): Promise<number> {
  return db.run(sql`delete from job_run where started_at < ${time}`)
}
