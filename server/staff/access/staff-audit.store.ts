import type { AuditEvent } from '#contract/staff-access.ts'
import type { AuditAction } from '#domain/audit-words.ts'
import type { Db } from '../../database/open.ts'
import { sql } from '../../database/sql.ts'

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

export type AuditRow = Omit<AuditEvent, 'at'> & { at: Date }

/** What happened to the subject, and what it did itself where it is a member of staff. */
export async function listAuditEvents(db: Db, subject: string, limit: number): Promise<AuditRow[]> {
  return db.many<AuditRow>(sql`
    select event.id, event.at, event.subject_id as "subjectId", event.actor_kind as "actorKind",
      coalesce(staff.email, customer.email) as actor, event.impersonator_email as "impersonatorEmail",
      event.action, event.details, event.request_id as "requestId"
    from (
      (select * from audit_event where subject_id = ${subject}::uuid order by at desc limit ${limit})
      union
      (select * from audit_event where actor_id = ${subject}::uuid and actor_kind = 'Staff'
        order by at desc limit ${limit})
    ) as event
      left join staff on event.actor_kind = 'Staff' and staff.id = event.actor_id
      left join customer on event.actor_kind = 'Customer' and customer.id = event.actor_id
    order by event.at desc, event.id limit ${limit}`)
}
