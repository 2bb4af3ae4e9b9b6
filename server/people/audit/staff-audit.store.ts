import type { AuditAction } from '#domain/audit-words.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

type Views = {
  staffId: string
  subjectIds: string[]
  ids: string[]
  action: AuditAction
  details: Record<string, string>
  at: Date
  requestId: string
}

export async function insertViews(db: Db, views: Views): Promise<void> {
  await db.run(sql`
    insert into audit_event (subject_id, id, at, actor_kind, actor_id, action, details, request_id)
    select subject_id, id, ${views.at}::timestamptz, 'Staff', ${views.staffId}::uuid, ${views.action},
      ${JSON.stringify(views.details)}::jsonb, ${views.requestId}
    from unnest(${views.subjectIds}::uuid[], ${views.ids}::uuid[]) as looked_at (subject_id, id)`)
}

/** Whether somebody has looked at the same, lately. */
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
