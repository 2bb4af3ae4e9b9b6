import { randomUUID } from 'node:crypto'
import type { AuditAction } from '#domain/audit-words.ts'
import type { Db } from '../../platform/database/open.ts'
import { insertAuditEvent, type AuditRow } from './audit.store.ts'
import { notifyFamilyOfStaffAction } from './done-by-staff.ts'

/** The customer who acts, or the member of staff who acts as the customer. */
export type CustomerActor = { customerId: string; impersonatorEmail: string | null; requestId: string }

type Event = {
  /** The account that the event is about, or the customer where there is no account yet. */
  subjectId: string
  /** Absent where no person acts, for jobs and events from a provider. */
  by?: Partial<CustomerActor> | undefined
  /** The event was caused by a payer with a payment link, who has no account here. */
  isByGuest?: true
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
  const { by = {}, isByGuest, subjectId, action, at, details = {} } = event
  const { customerId: actorId = null, impersonatorEmail = null, requestId = event.requestId ?? null } = by
  const actorKind = isByGuest ? 'Guest' : actorId === null ? 'System' : 'Customer'
  await recordAuditEvent(tx, {
    subjectId,
    at,
    actorKind,
    actorId,
    impersonatorEmail,
    action,
    details,
    requestId,
  })
  // Logging out is the one call that staff make for themselves.
  if (impersonatorEmail && action !== 'LoggedOut')
    await notifyFamilyOfStaffAction(tx, { accountId: subjectId, staffEmail: impersonatorEmail, action, at })
}
