import type { Db } from './open.ts'
import { sql } from './sql.ts'

/** How this PostgreSQL names itself; the embedded one says so. */
export async function clusterName(db: Db): Promise<string> {
  const row = await db.first<{ name: string }>(sql`select current_setting('cluster_name') as name`)
  return row?.name ?? ''
}
