import type { Db } from './open.ts'
import { sql } from './sql.ts'

/** The name of this PostgreSQL cluster, by which the embedded one is recognised. */
export async function clusterName(db: Db): Promise<string> {
  const row = await db.first<{ name: string }>(sql`select current_setting('cluster_name') as name`)
  return row?.name ?? ''
}
