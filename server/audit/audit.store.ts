import type { Db } from '../database/open.ts'
import { sql } from '../database/sql.ts'

export async function insertAuditEvent(
  db: Db,
  event: { subjectId: string; id: string; at: Date; actorKind: string; actorId: string; action: string },
): Promise<void> {
  await db.run(sql`
    insert into audit_event (subject_id, id, at, actor_kind, actor_id, action)
    values (${event.subjectId}, ${event.id}, ${event.at}, ${event.actorKind}, ${event.actorId}, ${event.action})`)
}
