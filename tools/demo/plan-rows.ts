import { cents } from '#domain/money.ts'
import { addDays } from '#domain/calendar/calendar.ts'
import { addBusinessDays } from '#domain/calendar/holidays.ts'
import type { OpenAccount } from './open-account.ts'
import { variancesOf, type Enrolled } from './fees.ts'
import { happenedOn, type Moment } from './moment.ts'
import { noticeDay } from '#domain/repayments.ts'
import type { Plan, PlannedPlan } from './plan.ts'
import { addReview } from './reviews.ts'
import { schoolId } from './schools.ts'
import { unpaid } from './charges.ts'
import { bankCalendarOf } from '#server/platform/bank-calendars.ts'

export function addPlans(opened: OpenAccount, plans: PlannedPlan[], enrolled: Enrolled[]): void {
  const { rows, accountId, moment } = opened
  for (const plan of plans) {
    const { id } = plan
    rows.plan.push({
      account_id: accountId,
      id,
      tuition_year: plan.tuitionYear,
      status: plan.status,
      version: 1,
      tailored_type: plan.tailored?.type ?? null,
      tailored_until: plan.tailored ? tailoredUntil(plan, plan.tailored, moment) : null,
      cover_from: plan.coverFrom,
      created_at: happenedOn(plan.savedOn, moment),
    })
    rows.plan_version.push(versionRow(opened, plan, enrolled))
    if (isPromised(plan)) rows.instalment.push(...instalmentRows(opened, plan))
    if (plan.status === 'ManualReview') {
      addReview(opened, { kind: 'Plan', subjectId: id, openedOn: plan.savedOn })
    }
    if (plan.declined) {
      const { reason } = plan.declined
      const decision = { status: 'Declined' as const, on: addDays(plan.savedOn, 1), reason }
      addReview(opened, { kind: 'Plan', subjectId: id, openedOn: plan.savedOn, decision })
    }
  }
}

function tailoredUntil(
  { endsOn }: PlannedPlan,
  { untilDays }: NonNullable<Plan['tailored']>,
  { today }: Moment,
) {
  return untilDays === undefined ? endsOn : addDays(today, untilDays)
}

/** An estimate, or a plan in review, has no payments. */
function isPromised({ status }: PlannedPlan): boolean {
  return status === 'Saved' || status === 'Current' || status === 'Completed'
}

function versionRow(opened: OpenAccount, plan: PlannedPlan, enrolled: Enrolled[]) {
  const savedBy = plan.savedBy ?? (plan.status === 'Draft' ? 'Staff' : 'Customer')
  const outstanding = plan.outstanding?.amount ?? cents(0)
  return {
    account_id: opened.accountId,
    plan_id: plan.id,
    version: 1,
    saved_by: savedBy,
    saved_by_id: savedBy === 'Customer' ? opened.customerId : null,
    saved_at: happenedOn(plan.savedOn, opened.moment),
    frequency: plan.frequency,
    start_date: plan.startsOn,
    end_date: plan.endsOn,
    repayment_count: plan.count,
    periodic_amount_minor: plan.periodic,
    total_minor: plan.total,
    annual_total_minor: plan.fees.annualTotal,
    school_fees_minor: plan.fees.annualTotal,
    part_year_adjustment_minor: plan.partYear,
    balance_at_start_minor: plan.carriedOver ?? 0,
    outstanding_fees_minor: outstanding,
    outstanding_fees_covered: plan.outstanding?.isCovered ?? false,
    based_on_fee_schedule_year: plan.feeYear,
    family_fees: plan.fees.familyFees,
    student_fees: plan.fees.studentFees,
    variances: variancesOf(enrolled, plan.feeYear, outstanding),
  }
}

function instalmentRows({ accountId, school, moment, id }: OpenAccount, plan: PlannedPlan) {
  const { today } = moment
  const calendar = bankCalendarOf(moment.region)
  return plan.instalments.map((instalment) => ({
    account_id: accountId,
    plan_id: plan.id,
    seq: instalment.seq,
    charge_id: id('charge', plan.id, instalment.seq),
    payee_id: schoolId(school.name),
    due_on: instalment.dueOn,
    collect_on: instalment.collectOn,
    amount_minor: instalment.amount,
    status: instalment.status,
    // Upcoming debits were announced in time.
    noticed_on:
      noticeDay(instalment.collectOn, calendar) <= today ? noticeDay(instalment.collectOn, calendar) : null,
    tries: instalment.status === 'Scheduled' ? 0 : 1,
    ...unpaid,
    ...(instalment.status === 'Retrying'
      ? {
          first_failed_on: instalment.collectOn,
          failure_code: 'insufficient_funds',
          retry_on: addBusinessDays(today, 1, calendar),
        }
      : { first_failed_on: null, failure_code: null, retry_on: null }),
  }))
}
