import type { AuditEvent } from '#contract/staff-access.ts'
import { addDays, calendarDate, startOfDay } from '#domain/calendar/calendar.ts'
import type { AuditKind } from '#domain/staff.ts'
import type { BasicDeps } from '../../platform/deps.ts'
import {
  countAudit,
  listAuditActions,
  listAudit,
  findMatchingIds,
  type AuditFilter,
} from './audit-search.store.ts'
import { companyId, recordView, type Viewer } from '../audit/staff-audit.ts'

export type AuditQuery = { subject?: string; find?: string; action?: string; from?: string; to?: string }
type AuditPageQuery = AuditQuery & { kind?: AuditKind; beforeAt?: string; beforeId?: string; limit: number }
/** Reads the audit trail and records that, because the trail is customer data too. */
export async function readAudit(
  deps: BasicDeps,
  viewer: Viewer,
  query: AuditPageQuery,
): Promise<AuditEvent[]> {
  const { db, clock } = deps
  const { kind, beforeAt, beforeId, limit } = query
  const events = await listAudit(db, {
    ...(await filterOf(deps, query)),
    kind: kind ?? null,
    before: beforeAt && beforeId ? { at: new Date(beforeAt), id: beforeId } : null,
    limit,
  })
  const { subject, find, action, from, to } = query
  const criteria = Object.entries({ find, action, from, to, kind }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  await recordView({ db, clock }, viewer, {
    subjectIds: [subject ?? companyId],
    action: 'AuditRead',
    details: Object.fromEntries(criteria),
  })
  return events.map((event) => ({ ...event, at: event.at.toISOString() }))
}

export async function summariseAudit(
  deps: BasicDeps,
  query: AuditQuery,
): Promise<{ changes: number; views: number; asFamily: number; actions: string[] }> {
  const [counts, actions] = await Promise.all([
    filterOf(deps, query).then((filter) => countAudit(deps.db, filter)),
    listAuditActions(deps.db),
  ])
  return { ...counts, actions }
}

/** Days are those of Sydney, where the company has its office. */
async function filterOf({ db }: BasicDeps, query: AuditQuery): Promise<AuditFilter> {
  const { subject, find, action, from, to } = query
  const ids = subject ? [subject] : find ? await findMatchingIds(db, find) : null
  return {
    ids,
    action: action ?? null,
    from: from === undefined ? null : startOfDay(calendarDate(from), 'AU'),
    until: to === undefined ? null : startOfDay(addDays(calendarDate(to), 1), 'AU'),
  }
}
