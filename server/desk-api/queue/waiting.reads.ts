import type { QueueKind } from '#domain/staff-queue.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql, type Statement } from '../../platform/database/sql.ts'
import { waitingCompany } from './waiting-company.store.ts'
import { waitingMoney } from './waiting-money.store.ts'
import { waitingPlans } from './waiting-plans.store.ts'
import { waitingReviews } from './waiting-reviews.store.ts'
import type { ShownRow, WaitingAt, WaitingRow } from './waiting-row.ts'

/** All items of the queue, in the columns that `waitingReviews` names. */
const waiting = (at: WaitingAt) => sql`(
  ${waitingReviews(at)}
  union all ${waitingMoney(at)}
  union all ${waitingPlans(at)}
  union all ${waitingCompany()}) item`

/** An assignment counts only if the item was already waiting when it was taken. */
const assigned = sql`left join queue_assignment assignment on assignment.kind = item.kind and assignment.item = item.id
  and assignment.taken_at >= item.since`

const placed = sql`item.kind, item.id, item.account_id as "accountId",
  coalesce(item.institution_id, account.institution_id) as "institutionId",
  case when item.kind = 'Deposit' then 'AU' else account.region end as region, item.since, item.due_on as "dueOn",
  item.due_at as "dueAt", item.asked_by as "askedBy", item.needed_role as "neededRole",
  assignment.staff_id as "takenById", assignment.taken_at as "takenAt"`

/** Lists all items with the facts for their position. The rest is read only for those that are shown. */
export async function listWaiting(db: Db, at: WaitingAt) {
  return db.many<WaitingRow>(sql`
    select ${placed} from ${waiting(at)} left join account on account.id = item.account_id ${assigned}`)
}

export type ItemKey = { kind: QueueKind; id: string }

/** Lists some items with everything that is shown, unordered. */
export async function listShown(db: Db, at: WaitingAt, keys: readonly ItemKey[]) {
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

/** The name of the person that the item is about, or else of the account's first member. */
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

export async function listSchoolNames(db: Db, ids: readonly string[]) {
  return db.many<{ id: string; name: string }>(
    sql`select id, name from institution where id = any(${ids}::uuid[]) order by name, id`,
  )
}

/** The accounts that this person has listed since then: an automatically refreshed list counts as one view. */
export async function listSeenAccounts(
  db: Db,
  query: { staffId: string; accountIds: readonly string[]; action: string; since: Date },
) {
  return db.values<string>(sql`
    select wanted.id as "accountId" from unnest(${query.accountIds}::uuid[]) as wanted (id)
    where exists (
      select from audit_event look where look.subject_id = wanted.id and look.at > ${query.since}
        and look.actor_id = ${query.staffId} and look.action = ${query.action})`)
}
