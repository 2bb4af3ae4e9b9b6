import { randomUUID } from 'node:crypto'
import type { AuditAction } from '#domain/audit-words.ts'
import { insertAuditEvent } from './audit.store.ts'
import { tellFamilyOfDesk } from './done-by-staff.ts'
import type { Db } from '../../platform/database/open.ts'
import { insertViews } from './staff-audit.store.ts'
import type { StaffCaller } from '../staff-access/staff-caller.ts'

/** Audit events about the company as a whole have this subject. */
export const companyId = '00000000-0000-0000-0000-000000000000'

/** Who of our staff changes something, and why. */
export type StaffActor = {
  staff: StaffCaller
  reason: string
  requestId: string
  /** What the family reads about it, where somebody wrote that apart from the reason. */
  words?: string
  /** Where two people are needed: who asked for it, and why the caller has approved it. */
  approval?: { id: string; requestedBy: string; reason: string }
}

export function actorOf(call: {
  staff: StaffCaller
  body: { reason: string; words?: string | undefined }
  requestId: string
}): StaffActor {
  const { reason, words } = call.body
  return { staff: call.staff, reason, requestId: call.requestId, ...(words !== undefined && { words }) }
}

/** What a letter about a decision takes from the person who decided: their words, or the reason of a "no". */
export function saidToFamily(
  { reason, words }: Pick<StaffActor, 'reason' | 'words'>,
  decision: 'Approved' | 'Declined',
): { reason: string | null; words?: string } {
  if (words !== undefined) return { reason: null, words }
  return { reason: decision === 'Declined' ? reason : null }
}

/** The same as one text, where a page of the family shows it. */
export function shownToFamily({ reason, words }: Pick<StaffActor, 'reason' | 'words'>): string {
  return words ?? reason
}

/** Written in the transaction of what it records: no change by staff without who and why, or unknown to the family. */
export async function recordAction(
  tx: Db,
  { staff, reason, requestId, approval }: StaffActor,
  event: { subjectId: string; action: AuditAction; at: Date; details?: Record<string, string> },
): Promise<void> {
  await insertAuditEvent(tx, {
    subjectId: event.subjectId,
    id: randomUUID(),
    at: event.at,
    actorKind: 'Staff',
    actorId: staff.staffId,
    impersonatorEmail: null,
    action: event.action,
    details: {
      ...event.details,
      reason,
      ...(approval && {
        approvalId: approval.id,
        requestedBy: approval.requestedBy,
        approvedBy: staff.email,
        approvalReason: approval.reason,
      }),
    },
    requestId,
  })
  await tellFamilyOfDesk(tx, { ...event, staffEmail: staff.email })
}

/** "from → to" for each field that is not as it was. */
export function changedFields<Row extends object>(
  before: Row,
  after: Row,
  fields: readonly (keyof Row & string)[],
): Record<string, string> {
  const shown = (value: unknown) =>
    typeof value === 'string' ? value : value === null ? 'none' : JSON.stringify(value)
  const changed = fields.filter((field) => shown(before[field]) !== shown(after[field]))
  return Object.fromEntries(
    changed.map((field) => [field, `${shown(before[field])} → ${shown(after[field])}`]),
  )
}

export type Viewer = { staff: StaffCaller; requestId: string }

/** Customers can ask who viewed their data. One event per subject, because a list shows several at once. */
export async function recordView(
  db: Db,
  { staff, requestId }: Viewer,
  view: { subjectIds: readonly string[]; action: AuditAction; at: Date; details?: Record<string, string> },
): Promise<void> {
  const subjectIds = [...new Set(view.subjectIds)]
  await insertViews(db, {
    staffId: staff.staffId,
    subjectIds,
    ids: subjectIds.map(() => randomUUID()),
    action: view.action,
    details: view.details ?? {},
    at: view.at,
    requestId,
  })
}
