import type { ChangeDetails, ChangedPayments, ChangeStatus } from '#domain/plan/changes/plan-change.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import type { PlanChangeRow } from './plan-changes.reads.ts'
import type { RowKey } from '../../platform/database/row-key.ts'

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
  { accountId, id }: RowKey,
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

/** Marks a requested change as made, with its result on the current plan. */
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

/** Updates an extra payment whose effect was switched. */
export async function updateChange(
  db: Db,
  { accountId, id }: RowKey,
  { before, after, details, version }: ChangedPayments & { details: ChangeDetails; version: number },
): Promise<void> {
  await db.run(sql`
    update plan_change set details = ${JSON.stringify(details)}, version = ${version},
      before = ${JSON.stringify(before)}, after = ${JSON.stringify(after)}
    where account_id = ${accountId} and id = ${id}`)
}
