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

/** The newest first. */
export async function listChanges(
  db: Db,
  { accountId, planId }: { accountId: string; planId: string },
): Promise<PlanChangeRow[]> {
  return db.many<PlanChangeRow>(sql`
    select account_id as "accountId", id, plan_id as "planId", status, made_by as "madeBy", made_by_id as "madeById",
      made_at as "madeAt", version, undo_until as "undoUntil", reason, details, before, after,
      case when text_kind is not null then json_build_object('kind', text_kind, 'version', text_version) end as seen
    from plan_change where account_id = ${accountId} and plan_id = ${planId} order by made_at desc, id`)
}

export async function insertChange(db: Db, row: PlanChangeRow): Promise<void> {
  await db.run(sql`
    insert into plan_change (account_id, id, plan_id, kind, status, made_by, made_by_id, made_at, version, undo_until,
      details, before, after, text_kind, text_version)
    values (${row.accountId}, ${row.id}, ${row.planId}, ${row.details.kind}, ${row.status}, ${row.madeBy},
      ${row.madeById}, ${row.madeAt}, ${row.version}, ${row.undoUntil}, ${JSON.stringify(row.details)},
      ${JSON.stringify(row.before)}, ${JSON.stringify(row.after)}, ${row.seen?.kind ?? null}, ${row.seen?.version ?? null})`)
}

export async function endChange(
  db: Db,
  { accountId, id }: { accountId: string; id: string },
  {
    status,
    at,
    reason = null,
  }: { status: Exclude<ChangeStatus, 'Asked' | 'Made'>; at: Date; reason?: string | null },
): Promise<void> {
  await db.run(sql`
    update plan_change set status = ${status}, ended_at = ${at}, reason = ${reason}
    where account_id = ${accountId} and id = ${id}`)
}

/** What was asked for is made, as it comes out on the plan of that moment. */
export async function grantChange(
  db: Db,
  row: Pick<
    PlanChangeRow,
    'accountId' | 'id' | 'madeAt' | 'version' | 'undoUntil' | 'details' | 'before' | 'after'
  >,
): Promise<void> {
  await db.run(sql`
    update plan_change set status = 'Made', made_at = ${row.madeAt}, version = ${row.version},
      undo_until = ${row.undoUntil}, details = ${JSON.stringify(row.details)}, before = ${JSON.stringify(row.before)},
      after = ${JSON.stringify(row.after)}
    where account_id = ${row.accountId} and id = ${row.id} and status = 'Asked'`)
}

/** An extra payment does something else now. */
export async function updateChange(
  db: Db,
  { accountId, id }: { accountId: string; id: string },
  { before, after, details, version }: ChangedPayments & { details: ChangeDetails; version: number },
): Promise<void> {
  await db.run(sql`
    update plan_change set details = ${JSON.stringify(details)}, version = ${version},
      before = ${JSON.stringify(before)}, after = ${JSON.stringify(after)}
    where account_id = ${accountId} and id = ${id}`)
}

/** The plan that a change is about, and what was changed. */
export async function findChangedPlan(
  db: Db,
  { accountId, changeId }: { accountId: string; changeId: string },
): Promise<Pick<PlanChangeRow, 'planId' | 'status' | 'details'> | undefined> {
  return db.first(sql`
    select plan_id as "planId", status, details from plan_change
    where account_id = ${accountId} and id = ${changeId}`)
}

/** Where the school of an account differs from the usual. */
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
export async function findSchoolOfPlans(db: Db, accountId: string): Promise<string | undefined> {
  const row = await db.first<{ id: string }>(sql`
    select institution_id as id from account where id = ${accountId}`)
  return row?.id
}
