import { randomUUID } from 'node:crypto'
import type { AuditAction } from '#domain/audit-words.ts'
import type { Db } from '../../platform/database/open.ts'
import { insertAuditEvent, type AuditRow } from './audit.store.ts'
import { notifyFamilyOfStaffAction } from './done-by-staff.ts'

type Event = {
  /** The account that the event is about, or the customer where there is no account yet. */
  subjectId: string
  /** Absent where no person acts, for jobs and events from a provider. */
  actorId?: string
  /** The event was caused by a payer with a payment link, who has no account here. */
  isByGuest?: true
  /** The member of staff who acts as the customer. */
  impersonatorEmail?: string | null
  action: AuditAction
  at: Date
  /** The changed values. Never contains a card or bank account number. */
  details?: Record<string, string>
  requestId?: string
}

/** Records an event without notifying the family, for events that need no notice or have one of their own. */
export async function recordAuditEvent(tx: Db, event: Omit<AuditRow, 'id'>): Promise<void> {
  await insertAuditEvent(tx, { ...event, id: randomUUID() })
}

/** Runs in the transaction of the change that it records, so that neither exists without the other. */
export async function recordAudit(tx: Db, event: Event): Promise<void> {
  await recordAuditEvent(tx, {
    subjectId: event.subjectId,
    at: event.at,
    actorKind: event.isByGuest ? 'Guest' : event.actorId === undefined ? 'System' : 'Customer',
    actorId: event.actorId ?? null,
    impersonatorEmail: event.impersonatorEmail ?? null,
    action: event.action,
    details: event.details ?? {},
    requestId: event.requestId ?? null,
  })
  const { impersonatorEmail: staffEmail, subjectId: accountId, action, at } = event
  // Logging out is the one call that staff make for themselves.
  if (staffEmail && action !== 'LoggedOut')
    await notifyFamilyOfStaffAction(tx, { accountId, staffEmail, action, at })
}
