import type { Db } from '../platform/database/open.ts'
import { sql } from '../platform/database/sql.ts'

/** Whether the books were compared with the payment provider since the database was last restored or failed over. */
export async function isHistoryCompared(db: Db): Promise<boolean> {
  return db.value<boolean>(sql`select exists (select from compared_history where id = database_history())`)
}

export async function recordComparison(db: Db, now: Date): Promise<void> {
  await db.run(sql`
    insert into compared_history (id, compared_at) values (database_history(), ${now})
    on conflict (id) do update set compared_at = excluded.compared_at`)
}
