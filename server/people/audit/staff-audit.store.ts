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
