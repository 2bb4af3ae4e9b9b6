import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cents } from '#domain/money.ts'
import type { StoredVariances } from '#domain/plan/fee-variances.ts'
import type { Frequency, PlanSaver } from '#domain/plan/payment-schedule.ts'
import type { FamilyFee, StudentFees } from '#domain/plan/school-charges.ts'
import type { Currency, Region } from '#domain/region.ts'
import type { ReviewKind, ReviewStatus } from '#domain/reviews.ts'
import { familyNameOf } from '../../../platform/database/family-name.ts'
import type { Db } from '../../../platform/database/open.ts'
import { sql } from '../../../platform/database/sql.ts'

export type ReviewFacts = {
  id: string
  kind: ReviewKind
  status: ReviewStatus
  subjectId: string
  note: string | null
  openedAt: Date
  reason: string | null
  words: string | null
  decidedAt: Date | null
  decidedById: string | null
  decidedBy: string | null
  undoneAt: Date | null
  accountId: string
  shortId: string
  region: Region
  currency: Currency
  schoolName: string
  familyName: string
  studentCount: number
  readers: string[]
  approvalId: string | null
}

export async function findReviewFacts(db: Db, id: string) {
  return db.first<ReviewFacts>(sql`
    select review.id, review.kind, review.status, review.subject_id as "subjectId", review.note,
      review.opened_at as "openedAt", review.reason, review.words, review.decided_at as "decidedAt",
      review.decided_by as "decidedById", decider.name as "decidedBy", review.undone_at as "undoneAt",
      account.id as "accountId", account.short_id as "shortId", account.region, account.currency,
      school.name as "schoolName",
      coalesce(${familyNameOf(sql`account.id`)}, '') as "familyName",
      (select count(*)::int from student where student.account_id = account.id) as "studentCount",
      array(select customer.first_name
        from account_member join customer on customer.id = account_member.customer_id
        where account_member.account_id = account.id and customer.status = 'Active'
        order by customer.created_at, customer.id) as readers,
      (select approval.id from approval where approval.kind = 'Withdrawal' and approval.key = review.id::text
        and approval.status = 'Open') as "approvalId"
    from review
      join account on account.id = review.account_id
      join institution school on school.id = account.institution_id
      left join staff decider on decider.id = review.decided_by
    where review.id = ${id}`)
}

/** The open reviews of a kind, longest waiting first. */
export async function listOpenReviews(db: Db, kind: ReviewKind) {
  return db.many<{ id: string; openedAt: Date }>(sql`
    select id, opened_at as "openedAt" from review where kind = ${kind} and status = 'Open'
    order by opened_at, id limit 1000`)
}

export type ReviewedFile = { id: string; name: string; contentType: string; size: number }

/** The copy, the invoice, or the letters that prove discounts, the greatest discount first. */
export async function listReviewFiles(
  db: Db,
  { accountId, subjectId }: Pick<ReviewFacts, 'accountId' | 'subjectId'>,
) {
  return db.many<ReviewedFile>(sql`
    with named as (
      select file_id as id, 0 as rank from invoice where account_id = ${accountId} and id = ${subjectId}
      union all
      select file_id, 0 from identity_check where account_id = ${accountId} and id = ${subjectId}
      union all
      select letter_id, -taken_off_minor from declared_discount
      where account_id = ${accountId} and ${subjectId}::uuid in (id, plan_id) and status <> 'Withdrawn'
    ), first as (select id, min(rank) as rank from named where id is not null group by id)
    select file.id, file.name, file.content_type as "contentType", file.size_bytes as size
    from first join stored_file file on file.account_id = ${accountId} and file.id = first.id
    order by first.rank, file.id`)
}

export type PlanVersion = {
  version: number
  savedBy: PlanSaver
  savedByName: string | null
  savedAt: Date
  frequency: Frequency
  startDate: CalendarDate
  endDate: CalendarDate
  count: number
  each: Cents
  total: Cents
  partYearAdjustment: Cents
  balanceAtStart: Cents
  outstandingFees: Cents
  coversOutstandingFees: boolean
  basedOnFeeScheduleYear: number
  familyFees: FamilyFee[]
  studentFees: StudentFees[]
  variances: StoredVariances
}

/** Lists versions, newest first, without those that only move payments of a running plan. */
export async function listPlanVersions(db: Db, { accountId, planId }: { accountId: string; planId: string }) {
  return db.many<PlanVersion>(sql`
    select version, saved_by as "savedBy", coalesce(customer.first_name, staff.name) as "savedByName",
      saved_at as "savedAt", frequency, start_date as "startDate", end_date as "endDate", repayment_count as count,
      periodic_amount_minor as each, total_minor as total, part_year_adjustment_minor as "partYearAdjustment",
      balance_at_start_minor as "balanceAtStart", outstanding_fees_minor as "outstandingFees",
      outstanding_fees_covered as "coversOutstandingFees", based_on_fee_schedule_year as "basedOnFeeScheduleYear",
      family_fees as "familyFees", student_fees as "studentFees", variances
    from plan_version
      left join customer on plan_version.saved_by = 'Customer' and customer.id = plan_version.saved_by_id
      left join staff on plan_version.saved_by = 'Staff' and staff.id = plan_version.saved_by_id
    where plan_version.account_id = ${accountId} and plan_id = ${planId} and not is_rest_only
    order by version desc`)
}

export type MoneyOfFamily = {
  overdueCount: number
  overdue: Cents
  lastPaidOn: CalendarDate | null
  lastPaid: Cents | null
  methodName: string | null
  canPay: boolean
}

/** The family's debts, its last payment, and the method that a debit on this day would use. */
export async function findMoneyOfFamily(db: Db, { accountId, on }: { accountId: string; on: CalendarDate }) {
  const money = await db.first<MoneyOfFamily>(sql`
    select owed.count as "overdueCount", owed.amount as overdue, paid.paid_on as "lastPaidOn",
      paid.amount_minor as "lastPaid",
      (select display_name from repayment_source
        where account_id = ${accountId} and id = paying_source_id(${accountId}::uuid)) as "methodName",
      can_pay(${accountId}::uuid, ${on}::date) as "canPay"
    from (select count(*)::int as count, coalesce(sum(open_minor), 0)::bigint as amount
      from instalment where account_id = ${accountId} and status = 'Overdue') owed
      left join lateral (select paid_on, amount_minor from payment
        where account_id = ${accountId} and status = 'Succeeded' and paid_on is not null
        order by paid_on desc, created_at desc limit 1) paid on true`)
  if (!money) throw new Error('A family has no money facts')
  return money
}
