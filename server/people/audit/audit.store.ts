import type { AuditAction } from '#domain/audit-words.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

type AuditRow = {
  subjectId: string
  id: string
  at: Date
  actorKind: 'Customer' | 'Guest' | 'Staff' | 'System'
  actorId: string | null
  impersonatorEmail: string | null
  action: AuditAction
  details: Record<string, string>
  requestId: string | null
}

export async function insertAuditEvent(db: Db, event: AuditRow): Promise<void> {
  await db.run(sql`
    insert into audit_event
      (subject_id, id, at, actor_kind, actor_id, impersonator_email, action, details, request_id)
    values (${event.subjectId}, ${event.id}, ${event.at}, ${event.actorKind}, ${event.actorId},
      ${event.impersonatorEmail}, ${event.action}, ${JSON.stringify(event.details)}, ${event.requestId})`)
}
