import type { QueueKind } from '#domain/staff-queue.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql, type Statement } from '../../platform/database/sql.ts'
import { waitingCompany } from './waiting-company.store.ts'
import { waitingMoney } from './waiting-money.store.ts'
import { waitingPlans } from './waiting-plans.store.ts'
import { waitingReviews } from './waiting-reviews.store.ts'
import type { ShownRow, WaitingAt, WaitingRow } from './waiting-row.ts'

/** Everything that waits for people, in the columns that `waitingReviews` names. */
const waiting = (at: WaitingAt) => sql`(
  ${waitingReviews(at)}
  union all ${waitingMoney(at)}
  union all ${waitingPlans(at)}
  union all ${waitingCompany()}) item`

/** Who has it counts for what waited already when it was taken. */
const assigned = sql`left join queue_assignment assignment on assignment.kind = item.kind and assignment.item = item.id
  and assignment.taken_at >= item.since`

const placed = sql`item.kind, item.id, item.account_id as "accountId",
  coalesce(item.institution_id, account.institution_id) as "institutionId",
  case when item.kind = 'Deposit' then 'AU' else account.region end as region, item.since, item.due_on as "dueOn",
  item.due_at as "dueAt", item.asked_by as "askedBy", item.needed_role as "neededRole",
  assignment.staff_id as "takenById", assignment.taken_at as "takenAt"`

/** All of it, as far as its place in the list needs it: what is shown of it is read for the few that are shown. */
export async function listWaiting(db: Db, at: WaitingAt): Promise<WaitingRow[]> {
  return db.many<WaitingRow>(sql`
    select ${placed} from ${waiting(at)} left join account on account.id = item.account_id ${assigned}`)
}

export type ItemKey = { kind: QueueKind; id: string }

/** Some of it with everything that is shown, in no order. */
export async function listShown(db: Db, at: WaitingAt, keys: readonly ItemKey[]): Promise<ShownRow[]> {
  return db.many<ShownRow>(sql`
    select ${placed}, item.opens_id as "opensId", item.amount, item.about, item.words, item.count,
      item.tuition_year as "tuitionYear", account.short_id as "shortId",
      ${nameOf(sql`member.first_name || ' ' || member.last_name`)} as "customerName",
      ${nameOf(sql`member.last_name`)} as "lastName", school.name as "schoolName", taker.name as "takenByName"
    from ${waiting(at)}
      left join account on account.id = item.account_id ${assigned}
      left join institution school on school.id = coalesce(item.institution_id, account.institution_id)
      left join staff taker on taker.id = assignment.staff_id
    where (item.kind, item.id) in (
      select * from unnest(${keys.map(({ kind }) => kind)}::text[], ${keys.map(({ id }) => id)}::text[]))`)
}

/** Of the person who wrote or whose details they are; else of the first member of the account. */
const nameOf = (name: Statement) => sql`case
  when item.kind = 'Chat' then (
    select ${name} from conversation join customer member on member.id = conversation.customer_id
    where conversation.id::text = item.id)
  when item.kind = 'ContactChange' then (
    select ${name} from contact_change change join customer member on member.id = change.customer_id
    where change.id::text = item.id)
  else (
    select ${name} from account_member join customer member on member.id = account_member.customer_id
    where account_member.account_id = account.id order by member.created_at, member.id limit 1) end`

export async function listSchoolNames(
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> {
  return db.many(sql`select id, name from institution where id = any(${ids}::uuid[]) order by name, id`)
}

/** Accounts that this person has listed since then. The list refreshes by itself: that is one look. */
export async function listSeenAccounts(
  db: Db,
  seen: { staffId: string; accountIds: readonly string[]; action: string; since: Date },
): Promise<string[]> {
  const rows = await db.many<{ accountId: string }>(sql`
    select wanted.id as "accountId" from unnest(${seen.accountIds}::uuid[]) as wanted (id)
    where exists (
      select from audit_event look where look.subject_id = wanted.id and look.at > ${seen.since}
        and look.actor_id = ${seen.staffId} and look.action = ${seen.action})`)
  return rows.map(({ accountId }) => accountId)
}
