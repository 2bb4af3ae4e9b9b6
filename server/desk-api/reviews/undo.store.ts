import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { PlanStatus } from '#domain/plan/payment-schedule.ts'
import type { WithdrawalStatus } from '#domain/withdrawals.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import type { RowKey } from '../../platform/database/row-key.ts'

type Subject = { accountId: string; subjectId: string }

export type DecidedPlan = {
  status: PlanStatus
  tuitionYear: number
  startDate: CalendarDate
  savedAt: Date
  /** Whether a payment of the plan is announced, under way or made. */
  isTouched: boolean
}

export async function findDecidedPlan(db: Db, { accountId, subjectId }: Subject) {
  return db.first<DecidedPlan>(sql`
    select plan.status, plan.tuition_year as "tuitionYear", version.start_date as "startDate",
      version.saved_at as "savedAt",
      exists (select from instalment where instalment.account_id = plan.account_id and instalment.plan_id = plan.id
        and (noticed_on is not null or status <> 'Scheduled' or open_minor < amount_minor)) as "isTouched"
    from plan join plan_version version on version.account_id = plan.account_id and version.plan_id = plan.id
      and version.version = plan.version
    where plan.account_id = ${accountId} and plan.id = ${subjectId}`)
}

export type DecidedDiscount = { status: string; planStatus: PlanStatus; tuitionYear: number }

export async function findDecidedDiscount(db: Db, { accountId, subjectId }: Subject) {
  return db.first<DecidedDiscount>(sql`
    select discount.status, plan.status as "planStatus", plan.tuition_year as "tuitionYear"
    from declared_discount discount join plan on plan.account_id = discount.account_id and plan.id = discount.plan_id
    where discount.account_id = ${accountId} and discount.id = ${subjectId}`)
}

export type DecidedCheck = { outcome: string | null; hasCopy: boolean; hasLater: boolean }

export async function findDecidedCheck(db: Db, { accountId, subjectId }: Subject) {
  return db.first<DecidedCheck>(sql`
    select made.outcome, made.file_id is not null as "hasCopy",
      exists (select from identity_check later where later.account_id = made.account_id
        and later.created_at > made.created_at) as "hasLater"
    from identity_check made where made.account_id = ${accountId} and made.id = ${subjectId}`)
}

export async function findDecidedInvoice(db: Db, { accountId, subjectId }: Subject) {
  return db.first<{ status: string; name: string }>(
    sql`select status, name from invoice where account_id = ${accountId} and id = ${subjectId}`,
  )
}

export async function findDecidedWithdrawal(db: Db, { accountId, subjectId }: Subject) {
  return db.first<{ status: WithdrawalStatus; payoutNumber: number | null }>(sql`
    select status, payout_number as "payoutNumber" from withdrawal_request
    where account_id = ${accountId} and id = ${subjectId}`)
}

/** The discounts that were settled with a plan, at the same moment, wait for a decision again. */
export async function reopenDiscount(
  tx: Transaction,
  {
    accountId,
    planId,
    discountId,
    at,
  }: { accountId: string; planId?: string; discountId?: string; at: Date },
): Promise<void> {
  await tx.run(sql`
    update declared_discount set status = 'Declared', decided_at = null
    where account_id = ${accountId} and decided_at = ${at} and status in ('Confirmed', 'Withdrawn')
      and (plan_id = ${planId ?? null}::uuid or id = ${discountId ?? null}::uuid)`)
}

export async function reopenSubject(
  tx: Transaction,
  table: 'identity_check' | 'invoice' | 'withdrawal_request',
  { accountId, subjectId }: Subject,
): Promise<void> {
  const rows = sql`where account_id = ${accountId} and id = ${subjectId}`
  if (table === 'identity_check')
    await tx.run(sql`update identity_check set outcome = null, decided_at = null ${rows}`)
  else if (table === 'invoice') await tx.run(sql`update invoice set status = 'Waiting' ${rows}`)
  else await tx.run(sql`update withdrawal_request set status = 'Pending', decided_at = null ${rows}`)
}

/** Opens the review again. Its waiting time counts from the family's request. */
export async function reopenReview(tx: Transaction, { accountId, id }: RowKey): Promise<void> {
  await tx.run(sql`
    update review set status = 'Open', reason = null, words = null, decided_at = null, decided_by = null
    where account_id = ${accountId} and id = ${id}`)
}

/** Marks the review as undone, with nothing left to decide. */
export async function markReviewUndone(tx: Transaction, { accountId, id }: RowKey, at: Date): Promise<void> {
  await tx.run(sql`update review set undone_at = ${at} where account_id = ${accountId} and id = ${id}`)
}

export async function hasOpenReview(
  db: Db,
  { accountId, subjectId, kind }: Subject & { kind: string },
): Promise<boolean> {
  const row = await db.first(sql`
    select 1 from review where account_id = ${accountId} and status = 'Open' and kind = ${kind}
      and (subject_id = ${subjectId} or kind = 'Identity')`)
  return row !== undefined
}
