import type { AuditEvent } from '#contract/staff-access.ts'
import type { AuditKind } from '#domain/staff.ts'
import { familyNameOf } from '../../platform/database/family-name.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql, type Statement } from '../../platform/database/sql.ts'
import { companyId } from '../audit/staff-audit.ts'

export type AuditSearchRow = Omit<AuditEvent, 'at'> & { at: Date }

export type AuditFilter = {
  /** Ids of subjects or of the staff who acted; null for all events. */
  ids: readonly string[] | null
  action: string | null
  from: Date | null
  until: Date | null
}

export type AuditPage = AuditFilter & {
  kind: AuditKind | null
  before: { at: Date; id: string } | null
  limit: number
}

/** Staff give a reason for every change and for nothing else, so the reason tells changes from views. */
const kinds: Record<AuditKind, Statement> = {
  Changes: sql`event.actor_kind = 'Staff' and event.details ? 'reason'`,
  Views: sql`event.actor_kind = 'Staff' and not event.details ? 'reason'`,
  AsFamily: sql`event.impersonator_email is not null`,
}

const matching = ({ action, from, until }: AuditFilter) => sql`
  (${action}::text is null or event.action = ${action})
  and (${from}::timestamptz is null or event.at >= ${from})
  and (${until}::timestamptz is null or event.at < ${until})`

/**
 * The ids may be those of the subject (an account, customer, school or member of staff) or of the staff member who
 * acted.
 */
const bySubject = (ids: readonly string[]) => sql`event.subject_id = any(${ids}::uuid[])`
const byActor = (ids: readonly string[]) =>
  sql`event.actor_kind = 'Staff' and event.actor_id = any(${ids}::uuid[])`

export async function listAudit(db: Db, filter: AuditPage): Promise<AuditSearchRow[]> {
  const { kind, before, limit, ids } = filter
  const page = (condition: Statement) => sql`(
    select event.* from audit_event event
    where ${condition} and ${matching(filter)} and ${kind === null ? sql`true` : kinds[kind]}
      and (${before?.at ?? null}::timestamptz is null
        or (event.at, event.id) < (${before?.at ?? null}::timestamptz, ${before?.id ?? null}::uuid))
    order by event.at desc, event.id desc limit ${limit})`
  const events = ids === null ? page(sql`true`) : sql`(${page(bySubject(ids))} union ${page(byActor(ids))})`
  return db.many<AuditSearchRow>(sql`
    select event.id, event.at, event.subject_id as "subjectId", event.actor_kind as "actorKind",
      coalesce(staff.email, customer.email) as actor,
      coalesce(staff.name, customer.first_name || ' ' || customer.last_name) as "actorName",
      event.impersonator_email as "impersonatorEmail",
      event.action, event.details, event.request_id as "requestId", ${aboutOf()} as about
    from ${events} as event
      left join staff on event.actor_kind = 'Staff' and staff.id = event.actor_id
      left join customer on event.actor_kind = 'Customer' and customer.id = event.actor_id
    order by event.at desc, event.id desc limit ${limit}`)
}

const aboutOf = () => sql`coalesce(
  (select json_build_object('kind', 'Account', 'name', coalesce(${familyNameOf(sql`account.id`)} || ' family',
      account.short_id), 'shortId', account.short_id)
    from account where account.id = event.subject_id),
  (select json_build_object('kind', 'Customer', 'name', first_name || ' ' || last_name, 'shortId', null)
    from customer where customer.id = event.subject_id),
  (select json_build_object('kind', 'Staff', 'name', name, 'shortId', null)
    from staff where staff.id = event.subject_id),
  (select json_build_object('kind', 'School', 'name', name, 'shortId', null)
    from institution where institution.id = event.subject_id),
  case when event.subject_id = ${companyId}::uuid then
    json_build_object('kind', 'Company', 'name', 'Larkwell', 'shortId', null) end)`

export async function countAudit(db: Db, filter: AuditFilter) {
  const { ids } = filter
  const matchesIds = ids === null ? sql`true` : sql`(${bySubject(ids)} or ${byActor(ids)})`
  const row = await db.first<{ changes: number; views: number; asFamily: number }>(sql`
    select (count(*) filter (where ${kinds.Changes}))::int as changes,
      (count(*) filter (where ${kinds.Views}))::int as views,
      (count(*) filter (where ${kinds.AsFamily}))::int as "asFamily"
    from audit_event event where ${matchesIds} and ${matching(filter)}`)
  return row ?? { changes: 0, views: 0, asFamily: 0 }
}

/** Jumps from one name to the next along the index, because there are millions of events and some hundred actions. */
export async function listAuditActions(db: Db) {
  return db.values<string>(sql`
    with recursive next as (
      (select action from audit_event order by action limit 1)
      union all
      select (select action from audit_event where action > next.action order by action limit 1)
      from next where next.action is not null
    )
    select action from next where action is not null order by action`)
}

const maxMatches = 50

/** Ids of staff, accounts and customers that match a search text. */
export async function findMatchingIds(db: Db, text: string): Promise<string[]> {
  const typed = text.trim().toLowerCase()
  const rows = await db.many<{ id: string }>(sql`
    select id from staff where lower(email) = ${typed} or position(${typed} in lower(name)) > 0
    union
    select id from account where lower(short_id) = ${typed}
    union
    (select id from customer where lower(email) = ${typed}
        or lower(last_name) = ${typed} or lower(first_name || ' ' || last_name) = ${typed} limit ${maxMatches})
    union
    (select account_member.account_id from account_member join customer on customer.id = account_member.customer_id
      where lower(customer.last_name) = ${typed} or lower(customer.first_name || ' ' || customer.last_name) = ${typed}
      limit ${maxMatches})`)
  return rows.map(({ id }) => id)
}
