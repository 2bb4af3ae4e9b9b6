import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

/** Whether this member of staff has recently viewed the same data. */
export async function hasViewedSince(
  db: Db,
  view: { staffId: string; subjectIds: string[]; action: string; since: Date },
): Promise<boolean> {
  const row = await db.first(sql`
    select from audit_event
    where subject_id = any(${view.subjectIds}::uuid[]) and at > ${view.since} and action = ${view.action}
      and actor_id = ${view.staffId} limit 1`)
  return row !== undefined
}
