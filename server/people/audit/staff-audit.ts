import { randomUUID } from 'node:crypto'
import type { AuditAction } from '#domain/audit-words.ts'
import { recordAuditEvent } from './audit.ts'
import { notifyFamilyOfDeskAction } from './done-by-staff.ts'
import type { Db } from '../../platform/database/open.ts'
import { insertViews } from './staff-audit.store.ts'
import type { Clock } from '../../platform/clock.ts'
import type { StaffCaller } from '../../platform/http/callers.ts'

/** The subject of audit events about the company as a whole. */
export const companyId = '00000000-0000-0000-0000-000000000000'

/** The member of staff who makes a change, and the reason. */
export type StaffActor = {
  staff: StaffCaller
  reason: string
  requestId: string
  /** The text for the family, where staff wrote one apart from the reason. */
  words?: string
  /** Where two people are needed: who requested the action, and why the caller has approved it. */
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

/** The part of a decision that goes into a letter: the text for the family, or the reason of a refusal. */
export function reasonForLetter(
  { reason, words }: Pick<StaffActor, 'reason' | 'words'>,
  decision: 'Approved' | 'Declined',
): { reason: string | null; words?: string } {
  if (words !== undefined) return { reason: null, words }
  return { reason: decision === 'Declined' ? reason : null }
}

/** The same as one text, for a page that the family sees. */
export function reasonForPage({ reason, words }: Pick<StaffActor, 'reason' | 'words'>): string {
  return words ?? reason
}

/** Records a change by staff with its author and reason, and notifies the family, in the transaction of the change. */
export async function recordAction(
  tx: Db,
  { staff, reason, requestId, approval }: StaffActor,
  event: { subjectId: string; action: AuditAction; at: Date; details?: Record<string, string> },
): Promise<void> {
  await recordAuditEvent(tx, {
    subjectId: event.subjectId,
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
  await notifyFamilyOfDeskAction(tx, { ...event, staffEmail: staff.email })
}

/** Describes each changed field as "from → to". */
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

/**
 * Records a view, because customers can ask who viewed their data. A list shows several subjects at once, each with
 * its own event.
 */
export async function recordView(
  { db, clock }: { db: Db; clock: Clock },
  { staff, requestId }: Viewer,
  view: { subjectIds: readonly string[]; action: AuditAction; details?: Record<string, string> },
): Promise<void> {
  const subjectIds = [...new Set(view.subjectIds)]
  if (subjectIds.length === 0) return
  await insertViews(db, {
    staffId: staff.staffId,
    subjectIds,
    ids: subjectIds.map(() => randomUUID()),
    action: view.action,
    details: view.details ?? {},
    at: clock(),
    requestId,
  })
}

/** Records a view of the accounts that these rows are about. */
export async function recordRows(
  deps: { db: Db; clock: Clock },
  viewer: Viewer,
  action: AuditAction,
  rows: readonly { accountId: string }[],
): Promise<void> {
  await recordView(deps, viewer, { subjectIds: rows.map(({ accountId }) => accountId), action })
}
