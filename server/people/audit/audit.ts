import { randomUUID } from 'node:crypto'
import type { AuditAction } from '#domain/audit-words.ts'
import type { Db } from '../../platform/database/open.ts'
import { insertAuditEvent } from './audit.store.ts'
import { tellFamilyOfStaff } from './done-by-staff.ts'

type Event = {
  /** The account it is about, or the customer where there is no account yet. */
  subjectId: string
  /** Absent where no person acts: a job, or an event from a provider. */
  actorId?: string
  /** Somebody with a payment link, who has no account here. */
  isByGuest?: true
  /** The member of staff who acts as the customer. */
  impersonatorEmail?: string | null
  action: AuditAction
  at: Date
  /** What was changed. Never a card or bank account number. */
  details?: Record<string, string>
  requestId?: string
}

/** Runs in the transaction of what it records, so that neither exists without the other. */
export async function recordAudit(tx: Db, event: Event): Promise<void> {
  await insertAuditEvent(tx, {
    subjectId: event.subjectId,
    id: randomUUID(),
    at: event.at,
    actorKind: event.isByGuest ? 'Guest' : event.actorId === undefined ? 'System' : 'Customer',
    actorId: event.actorId ?? null,
    impersonatorEmail: event.impersonatorEmail ?? null,
    action: event.action,
    details: event.details ?? {},
    requestId: event.requestId ?? null,
  })
  const { impersonatorEmail: staffEmail, subjectId: accountId, action, at } = event
  // Ending the session is the one thing that staff do for themselves.
  if (staffEmail && action !== 'LoggedOut') await tellFamilyOfStaff(tx, { accountId, staffEmail, action, at })
}
