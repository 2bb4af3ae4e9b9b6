import type { Db } from '../database/open.ts'
import { sql } from '../database/sql.ts'

export async function appliedMigrations(db: Db): Promise<Set<string>> {
  const rows = await db.many<{ name: string }>(sql`select name from migration`)
  return new Set(rows.map((row) => row.name))
}

/** How this PostgreSQL names itself; the embedded one says so. */
export async function clusterName(db: Db): Promise<string> {
  const row = await db.first<{ name: string }>(sql`select current_setting('cluster_name') as name`)
  return row?.name ?? ''
}
