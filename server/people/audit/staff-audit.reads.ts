import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

/** Whether this member of staff has recently viewed the same data. */
export async function hasLookedSince(
  db: Db,
  look: { staffId: string; subjectIds: string[]; action: string; since: Date },
): Promise<boolean> {
  const row = await db.first(sql`
    select from audit_event
    where subject_id = any(${look.subjectIds}::uuid[]) and at > ${look.since} and action = ${look.action}
      and actor_id = ${look.staffId} limit 1`)
  return row !== undefined
}
