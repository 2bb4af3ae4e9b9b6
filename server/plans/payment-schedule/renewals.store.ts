import type { AccountStatus } from '#domain/accounts.ts'
import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { PlanStatus, RenewalStatus } from '#domain/plan/payment-schedule.ts'
import type { Region } from '#domain/region.ts'
import type { RenewalFacts } from '#domain/plan/renewals.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import { isFree, type Turn } from '../../platform/jobs/parked-items.reads.ts'
import type { EnrolmentFacts } from '#domain/plan/plan-material.ts'

export type SchoolFacts = RenewalFacts['school'] & { id: string }

export async function listSchools(db: Db) {
  return db.many<SchoolFacts>(sql`
    select id, renewal_opens_days as "renewalOpensDays", renews_on_last_fees as "renewsOnLastFees",
      (select coalesce(json_agg(tuition_year), '[]') from fee_schedule where institution_id = institution.id)
        as "feeYears"
    from institution`)
}

/** The facts of an account that decide what becomes of its plan next year. */
export type RenewalAccount = {
  accountId: string
  institutionId: string
  region: Region
  renewalStatus: RenewalStatus
  accountStatus: AccountStatus
  isSetupIncomplete: boolean
  leavesAfter: number | null
  /** False while staff must step in before the plan may change. */
  canAddPlan: boolean
  plans: { tuitionYear: number; status: Exclude<PlanStatus, 'None'> }[]
  students: { startYear: number; startYearLevel: string }[]
}

/** The next accounts in the order of their ids, without those that are settled already. */
export async function listRenewalAccounts(db: Db, after: string, turn: Turn) {
  return db.many<RenewalAccount>(sql`
    select account.id as "accountId", account.institution_id as "institutionId", account.region,
      account.renewal_status as "renewalStatus", account.status as "accountStatus",
      account.is_setup_incomplete as "isSetupIncomplete", account.leaves_after as "leavesAfter",
      account.can_edit_or_add_plan as "canAddPlan",
      (select coalesce(json_agg(json_build_object('tuitionYear', tuition_year, 'status', status)), '[]')
        from plan where plan.account_id = account.id) as plans,
      (select coalesce(json_agg(json_build_object('startYear', start_year, 'startYearLevel', start_year_level)), '[]')
        from enrolment where enrolment.account_id = account.id) as students
    from account
    where account.id > ${after} and account.renewal_status <> 'Offboarding'
      and not (account.status = 'Inactive' and account.renewal_status = 'Closed' and not account.is_setup_incomplete)
      and ${isFree(turn, sql`account.id::text`)}
    order by account.id limit ${turn.limit}`)
}

export type StatusChange = { accountId: string; before: RenewalStatus; after: RenewalStatus; auditId: string }

/** Stores the renewal status of accounts with an audit entry for each, unless another process was faster. */
export async function changeStatuses(db: Db, changes: readonly StatusChange[], at: Date): Promise<number> {
  return db.run(sql`
    with wanted as (
      select * from unnest(${changes.map(({ accountId }) => accountId)}::uuid[],
        ${changes.map(({ before }) => before)}::text[], ${changes.map(({ after }) => after)}::text[],
        ${changes.map(({ auditId }) => auditId)}::uuid[]) as change (account_id, was, becomes, audit_id)),
    held as (
      select account.id from account join wanted on wanted.account_id = account.id
      where account.renewal_status = wanted.was
      order by account.id for no key update of account),
    changed as (
      update account set renewal_status = wanted.becomes from wanted join held on held.id = wanted.account_id
      where account.id = wanted.account_id and account.renewal_status = wanted.was
      returning wanted.account_id, wanted.was, wanted.becomes, wanted.audit_id)
    insert into audit_event (subject_id, id, at, actor_kind, action, details)
    select account_id, audit_id, ${at}, 'System', 'RenewalStatusChanged',
      jsonb_build_object('from', was, 'to', becomes)
    from changed`)
}

export type FeeDigest = { institutionId: string; tuitionYear: number; digest: string }

/** A digest of each published fee schedule: the same for the same fees, however often they are sent. */
export async function listFeeDigests(db: Db): Promise<FeeDigest[]> {
  return db.many<FeeDigest>(sql`
    select schedule.institution_id as "institutionId", schedule.tuition_year as "tuitionYear", md5(concat_ws(' ',
      (select string_agg((to_jsonb(item) - 'id' - 'fee_schedule_id')::text, ' '
          order by item.position, item.name, item.year_level)
        from fee_item item where item.fee_schedule_id = schedule.id),
      (select string_agg((to_jsonb(term) - 'fee_schedule_id')::text, ' ' order by term.term_no)
        from fee_schedule_term term where term.fee_schedule_id = schedule.id))) as digest
    from fee_schedule schedule`)
}

export type RenewedPlan = {
  accountId: string
  tuitionYear: number
  region: Region
  startDate: CalendarDate
  /** What its figures came from. */
  basis: string
  enrolments: RenewalEnrolment[]
}

export type RenewalEnrolment = Pick<
  EnrolmentFacts,
  'id' | 'institutionId' | 'startYear' | 'startYearLevel' | 'portionBasisPoints' | 'holdsRemainder'
>

/** Plans made by renewal that nobody has changed since, in the order of their accounts. */
export async function listUntouchedRenewals(db: Db, after: string, turn: Turn) {
  return db.many<RenewedPlan>(sql`
    select plan.account_id as "accountId", plan.tuition_year as "tuitionYear", account.region,
      version.start_date as "startDate", renewal.basis,
      (select coalesce(json_agg(json_build_object('id', id, 'institutionId', institution_id, 'startYear', start_year,
          'startYearLevel', start_year_level, 'portionBasisPoints', portion_basis_points,
          'holdsRemainder', holds_remainder)), '[]')
        from enrolment where enrolment.account_id = plan.account_id) as enrolments
    from renewal
      join plan on plan.account_id = renewal.account_id and plan.id = renewal.plan_id
        and plan.status in ('Saved', 'ManualReview')
      join plan_version version on version.account_id = plan.account_id and version.plan_id = plan.id
        and version.version = plan.version and version.saved_by = 'Renewal'
      join account on account.id = plan.account_id and account.renewal_status = 'Renewing'
    where renewal.account_id > ${after} and ${isFree(turn, sql`renewal.account_id::text`)}
      -- A change of fees that is being applied does it, and tells the family.
      and not exists (select from fee_change_plan where fee_change_plan.account_id = plan.account_id
        and fee_change_plan.plan_id = plan.id and fee_change_plan.status = 'Pending')
    order by renewal.account_id limit ${turn.limit}`)
}

type PlanKey = { accountId: string; planId: string }

/**
 * Plans that were renewed for families that do not continue. A plan that the family has saved itself is left to staff.
 */
export async function claimRenewalsToWithdraw(tx: Db, turn: Turn) {
  return tx.many<PlanKey>(sql`
    select plan.account_id as "accountId", plan.id as "planId"
    from renewal
      join plan on plan.account_id = renewal.account_id and plan.id = renewal.plan_id and plan.status = 'Saved'
      join plan_version version on version.account_id = plan.account_id and version.plan_id = plan.id
        and version.version = plan.version and version.saved_by = 'Renewal'
      join account on account.id = plan.account_id and account.renewal_status in ('Offboarding', 'Graduating', 'Closed')
    where ${isFree(turn, sql`plan.id::text`)}
    limit ${turn.limit} for no key update of plan skip locked`)
}

/** Withdraws plans before they are collected: each becomes an estimate again and promises nothing. */
export async function withdrawRenewals(tx: Db, plans: readonly PlanKey[], at: Date): Promise<void> {
  await tx.run(sql`
    with withdrawn as (
      update plan set status = 'Draft'
      from unnest(${plans.map(({ accountId }) => accountId)}::uuid[], ${plans.map(({ planId }) => planId)}::uuid[])
        as key (account_id, id)
      where plan.account_id = key.account_id and plan.id = key.id
      returning plan.account_id, plan.id
    ), taken as (
      delete from instalment using withdrawn
      where instalment.account_id = withdrawn.account_id and instalment.plan_id = withdrawn.id
        and instalment.status = 'Scheduled'
    )
    insert into audit_event (subject_id, id, at, actor_kind, action, details)
    select account_id, gen_random_uuid(), ${at}, 'System', 'RenewalWithdrawn', jsonb_build_object('planId', id)
    from withdrawn`)
}

export async function noteBasis(
  db: Db,
  { accountId, planId, basis }: { accountId: string; planId: string; basis: string },
): Promise<void> {
  await db.run(sql`
    insert into renewal (account_id, plan_id, basis) values (${accountId}, ${planId}, ${basis})
    on conflict (account_id, plan_id) do update set basis = excluded.basis`)
}
