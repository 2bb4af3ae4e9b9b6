import { randomUUID } from 'node:crypto'
import type { Region } from '#domain/region.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import { isFree, type Turn } from '../../platform/jobs/parked-items.reads.ts'
import type { NewFeeSchedule } from '../schools/schools.reads.ts'
import type { PlanKey, PlanOnFees, PlanEffect } from './fee-changes.reads.ts'

export type FeesOfYear = { schoolId: string; year: number }

/**
 * Lists plans of the year, and of the next year while it has no fees of its own. Estimates are left out: they promise
 * nothing.
 */
export async function listPlansOnFees(db: Db, { schoolId, year }: FeesOfYear) {
  return db.many<PlanOnFees>(sql`
    select plan.account_id as "accountId", plan.id as "planId", plan.tuition_year as "tuitionYear",
      account.short_id as "shortId", account.product_type as "productType",
      (select customer.first_name || ' ' || customer.last_name
        from account_member join customer on customer.id = account_member.customer_id
        where account_member.account_id = account.id order by customer.created_at, customer.id limit 1) as "familyName"
    from plan join account on account.id = plan.account_id and account.status = 'Active'
    where plan.tuition_year in (${year}::int, ${year}::int + 1)
      and plan.status in ('Saved', 'Current', 'ManualReview', 'Completed')
      and plan.account_id in (select account_id from enrolment where institution_id = ${schoolId})
    order by account.short_id, plan.tuition_year`)
}

export type StoredFeeChange = FeesOfYear & {
  id: string
  status: 'Previewed' | 'Replaced' | 'Applying' | 'Applied'
  schoolName: string
  region: Region
  feesBefore: NewFeeSchedule | null
  feesAfter: NewFeeSchedule
  preview: PlanEffect[]
  digest: string
  previewedAt: Date
  replacedBy: string | null
  appliedBy: string | null
  reason: string | null
  requestId: string | null
}

export async function findFeeChange(db: Db, id: string) {
  return db.first<StoredFeeChange>(sql`
    select fee_change.id, fee_change.status, institution_id as "schoolId", institution.name as "schoolName",
      institution.region, tuition_year as year, fees_before as "feesBefore", fees_after as "feesAfter", preview, digest,
      previewed_at as "previewedAt", replaced_by as "replacedBy", applied_by as "appliedBy", reason,
      request_id as "requestId"
    from fee_change join institution on institution.id = institution_id where fee_change.id = ${id}`)
}

/** Locks the change: the second of two who apply it at once waits here and then sees the first one's result. */
export async function lockFeeChange(tx: Transaction, id: string): Promise<StoredFeeChange | undefined> {
  await tx.run(sql`select 1 from fee_change where id = ${id} for no key update`)
  return findFeeChange(tx, id)
}

export async function insertFeeChange(
  tx: Db,
  change: FeesOfYear & {
    feesBefore: NewFeeSchedule | null
    feesAfter: NewFeeSchedule
    preview: readonly PlanEffect[]
    digest: string
    staffId: string
    at: Date
  },
): Promise<string> {
  const id = randomUUID()
  await tx.run(sql`
    insert into fee_change (id, institution_id, tuition_year, status, fees_before, fees_after, preview, digest,
      previewed_by, previewed_at)
    values (${id}, ${change.schoolId}, ${change.year}, 'Previewed',
      ${change.feesBefore === null ? null : JSON.stringify(change.feesBefore)}::jsonb,
      ${JSON.stringify(change.feesAfter)}::jsonb, ${JSON.stringify(change.preview)}::jsonb, ${change.digest},
      ${change.staffId}, ${change.at})`)
  return id
}

export async function replaceFeeChange(tx: Db, id: string, replacedBy: string): Promise<void> {
  await tx.run(sql`
    update fee_change set status = 'Replaced', replaced_by = ${replacedBy} where id = ${id}`)
}

export async function isBeingApplied(db: Db, { schoolId, year }: FeesOfYear): Promise<boolean> {
  const row = await db.first(sql`
    select 1 from fee_change where institution_id = ${schoolId} and tuition_year = ${year} and status = 'Applying'`)
  return row !== undefined
}

export async function beginFeeChange(
  tx: Db,
  id: string,
  by: { staffId: string; reason: string; requestId: string; at: Date },
): Promise<void> {
  await tx.run(sql`
    update fee_change set status = 'Applying', applied_by = ${by.staffId}, reason = ${by.reason},
      request_id = ${by.requestId}, applied_at = ${by.at}
    where id = ${id}`)
}

/** Adds the plans that are missing and returns their number. */
export async function insertPlansOfChange(
  tx: Db,
  feeChangeId: string,
  plans: readonly PlanKey[],
): Promise<number> {
  if (plans.length === 0) return 0
  return tx.run(sql`
    insert into fee_change_plan (account_id, fee_change_id, plan_id)
    select account_id, ${feeChangeId}::uuid, plan_id
    from unnest(${plans.map(({ accountId }) => accountId)}::uuid[], ${plans.map(({ planId }) => planId)}::uuid[])
      as plan (account_id, plan_id)
    on conflict do nothing`)
}

/** Claims pending plans, except those that another process has claimed. */
export async function claimPlans(tx: Transaction, feeChangeId: string, turn: Turn): Promise<PlanKey[]> {
  return tx.many<PlanKey>(sql`
    select account_id as "accountId", plan_id as "planId" from fee_change_plan
    where fee_change_id = ${feeChangeId} and status = 'Pending' and ${isFree(turn, sql`plan_id::text`)}
    order by account_id, plan_id limit ${turn.limit} for update skip locked`)
}

export async function finishPlan(
  tx: Db,
  feeChangeId: string,
  { accountId, planId, outcome }: PlanKey & Pick<PlanEffect, 'outcome'>,
  effect: PlanEffect | null,
  at: Date,
): Promise<void> {
  await tx.run(sql`
    update fee_change_plan set status = ${outcome}, done_at = ${at},
      effect = ${effect === null ? null : JSON.stringify(effect)}::jsonb
    where account_id = ${accountId} and fee_change_id = ${feeChangeId} and plan_id = ${planId}`)
}

export async function listDonePlans(
  db: Db,
  feeChangeId: string,
): Promise<{ planId: string; effect: PlanEffect | null }[]> {
  return db.many(sql`
    select plan_id as "planId", effect from fee_change_plan where fee_change_id = ${feeChangeId}`)
}

/** Returns false while a plan is pending, here or in another process. */
export async function finishFeeChange(db: Db, id: string, at: Date): Promise<boolean> {
  const count = await db.run(sql`
    update fee_change set status = 'Applied', finished_at = ${at}
    where id = ${id} and status = 'Applying' and not exists (
      select from fee_change_plan where fee_change_id = ${id} and fee_change_plan.status = 'Pending')`)
  return count > 0
}

export async function listFeeChangesUnderWay(db: Db) {
  return db.values<string>(sql`
    select id from fee_change where status = 'Applying' order by applied_at, id`)
}

/** Opens a review unless the plan has an open one. */
export async function openPlanReview(
  tx: Db,
  review: PlanKey & { kind: 'Plan' | 'FeeChange'; note: string; at: Date },
): Promise<void> {
  const { accountId, planId, kind, note, at } = review
  const noted = await tx.run(sql`
    update review set note = ${note}
    where account_id = ${accountId} and kind = ${kind} and subject_id = ${planId} and status = 'Open'`)
  if (noted > 0) return
  await tx.run(sql`
    insert into review (account_id, id, kind, subject_id, status, opened_at, note)
    values (${accountId}, ${randomUUID()}, ${kind}, ${planId}, 'Open', ${at}, ${note})`)
}
