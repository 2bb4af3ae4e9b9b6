import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Flexibility } from '#domain/plan/changes/flexibility.ts'
import type { ChangeDetails, ChangedPayments, ChangeStatus } from '#domain/plan/changes/plan-change.ts'
import type { Region } from '#domain/region.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import type { SeenText } from '../../people/texts/texts.ts'

export type PlanChangeRow = ChangedPayments & {
  accountId: string
  id: string
  planId: string
  status: ChangeStatus
  madeBy: 'Customer' | 'Staff'
  madeById: string | null
  madeAt: Date
  version: number | null
  undoUntil: CalendarDate | null
  /** Why staff have declined it. */
  reason: string | null
  details: ChangeDetails
  /** What was on the screen of who made it; null where nobody was shown a text. */
  seen: SeenText | null
}

/** The changes of a plan, the newest first. */
export async function listChanges(db: Db, { accountId, planId }: { accountId: string; planId: string }) {
  return db.many<PlanChangeRow>(sql`
    select account_id as "accountId", id, plan_id as "planId", status, made_by as "madeBy", made_by_id as "madeById",
      made_at as "madeAt", version, undo_until as "undoUntil", reason, details, before, after,
      case when text_kind is not null then json_build_object('kind', text_kind, 'version', text_version) end as seen
    from plan_change where account_id = ${accountId} and plan_id = ${planId} order by made_at desc, id`)
}

/** The plan of a change, with its status and details. */
export async function findChangedPlan(
  db: Db,
  { accountId, changeId }: { accountId: string; changeId: string },
) {
  return db.first<Pick<PlanChangeRow, 'planId' | 'status' | 'details'>>(sql`
    select plan_id as "planId", status, details from plan_change
    where account_id = ${accountId} and id = ${changeId}`)
}

/** The rules in which the school of an account differs from the usual ones. */
export async function findFlexibility(db: Db, accountId: string): Promise<Partial<Flexibility>> {
  const row = await db.first<{ flexibility: Partial<Flexibility> }>(sql`
    select institution.flexibility from account join institution on institution.id = account.institution_id
    where account.id = ${accountId}`)
  return row?.flexibility ?? {}
}

export async function findRegion(db: Db, accountId: string): Promise<Region | undefined> {
  return (await db.first<{ region: Region }>(sql`select region from account where id = ${accountId}`))?.region
}

/** The school that the plans of an account pay. */
export async function findSchoolOfPlans(db: Db, accountId: string) {
  return db.value<string | undefined>(sql`
    select institution_id as id from account where id = ${accountId}`)
}
