import type { CalendarDate } from '#domain/calendar/calendar.ts'
import { usualDiscountLimitBasisPoints } from '#domain/plan/declared-discounts.ts'
import { mostTyped } from '#domain/plan/typed-amounts.ts'
import type { Cents } from '#domain/money.ts'
import type { OtherShare, PlanMaterial, PlanOnFile } from '#domain/plan/plan-material.ts'
import type { Frequency, PlanSaver } from '#domain/plan/payment-schedule.ts'
import type { FamilyFee, StudentFees } from '#domain/plan/school-charges.ts'
import type { AccountFacts } from '../../people/accounts/account-facts.ts'
import { activeFrom, instalmentsOfPlan, ratesOfAccount } from '../../people/accounts/plans.reads.ts'
import { isOnHold } from '../../people/holds/holds.reads.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import type { NextPaymentFacts } from '#domain/plan/next-payment.ts'
import type { Instalment } from '#domain/plan/plan-payments.ts'
import { bankCalendarOf } from '../../platform/bank-calendars.ts'

/** A plan as it was last saved, with its progress. */
export type StoredPlan = PlanOnFile & {
  tuitionYear: number
  tailoredType: string | null
  tailoredUntil: CalendarDate | null
  savedBy: PlanSaver
  savedById: string | null
  savedAt: string
  frequency: Frequency
  endDate: CalendarDate
  periodicAmountMinor: Cents
  totalMinor: Cents
  annualTotalMinor: Cents
  partYearAdjustmentMinor: Cents
  basedOnFeeScheduleYear: number
  familyFees: FamilyFee[]
  studentFees: StudentFees[]
  /** In the order of the due dates. */
  payments: Instalment[]
  /** The family waits for our answer, and nothing is collected. */
  isHeld: boolean
  /** The family may not change it: our people must step in first, or its product has no such page. */
  isBlocked: boolean
  /** What decides when they are collected, unless they are held, and what that costs. */
  collection: Omit<NextPaymentFacts, 'plans' | 'region'>
}

/** Everything in the database about an account's plan for one tuition year. */
export type PlanFacts = Omit<
  PlanMaterial,
  'region' | 'calendar' | 'otherShares' | 'plan' | 'freeCreditMinor'
> & {
  account: AccountFacts
  plan: StoredPlan | null
}

type StoredFacts = Omit<PlanFacts, 'plan'> & {
  plan: (Omit<StoredPlan, 'collection'> & { collection: Omit<StoredPlan['collection'], 'calendar'> }) | null
}

export async function findPlanFacts(
  db: Db,
  accountId: string,
  tuitionYear: number,
): Promise<PlanFacts | undefined> {
  const row = await db.first<{ facts: StoredFacts }>(sql`
    select json_build_object(
      'account', account_facts.facts,
      'institutionId', account.institution_id,
      'enrolments', (
        select coalesce(json_agg(json_build_object(
          'id', enrolment.id, 'studentId', student.id,
          'studentName', student.first_name || ' ' || student.last_name,
          'institutionId', enrolment.institution_id, 'larkwellId', school.larkwell_id,
          'institutionName', school.name, 'startYear', enrolment.start_year,
          'startYearLevel', enrolment.start_year_level, 'joinedOn', enrolment.joined_on, 'portionBasisPoints', enrolment.portion_basis_points,
          'holdsRemainder', enrolment.holds_remainder, 'discountLimitBasisPoints',
            coalesce(school.discount_limit_basis_points, ${usualDiscountLimitBasisPoints}::int)) order by student.first_name, enrolment.id), '[]')
        from enrolment
          join student on student.account_id = enrolment.account_id and student.id = enrolment.student_id
          join institution school on school.id = enrolment.institution_id
        where enrolment.account_id = account.id),
      'schedules', (
        select coalesce(json_agg(json_build_object(
          'id', schedule.id, 'institutionId', schedule.institution_id, 'institutionName', school.name,
          'year', schedule.tuition_year,
          'terms', (
            select coalesce(json_agg(json_build_object('startsOn', starts_on, 'endsOn', ends_on)
              order by term_no), '[]')
            from fee_schedule_term where fee_schedule_id = schedule.id),
          'items', (
            select coalesce(json_agg(json_build_object(
              'kind', kind, 'yearLevel', year_level, 'name', item.name, 'amountMinor', amount_minor,
              'percentBasisPoints', percent_basis_points, 'isDiscountable', is_discountable,
              'options', options) order by position, item.id), '[]')
            from fee_item item where item.fee_schedule_id = schedule.id))), '[]')
        from fee_schedule schedule join institution school on school.id = schedule.institution_id
        where schedule.tuition_year in (${tuitionYear}::int, ${tuitionYear}::int - 1)
          and schedule.institution_id in (
            select enrolment.institution_id from enrolment where enrolment.account_id = account.id)),
      'plan', (
        select json_build_object(
          'id', plan.id, 'tuitionYear', plan.tuition_year, 'status', plan.status, 'version', plan.version,
          'tailoredType', plan.tailored_type, 'tailoredUntil', plan.tailored_until,
          'isHeld', ${isOnHold(sql`plan.account_id`)},
          'isBlocked', not (account.can_edit_or_add_plan and account.allows_schedule_updates),
          'coverFrom', plan.cover_from, 'savedBy', version.saved_by, 'savedById', version.saved_by_id,
          'savedAt', version.saved_at, 'frequency', version.frequency,
          'startDate', version.start_date, 'endDate', version.end_date,
          'repaymentCount', version.repayment_count, 'periodicAmountMinor', version.periodic_amount_minor,
          'totalMinor', version.total_minor, 'annualTotalMinor', version.annual_total_minor,
          'partYearAdjustmentMinor', version.part_year_adjustment_minor,
          'balanceAtStartMinor', version.balance_at_start_minor,
          'outstandingFeesMinor', version.outstanding_fees_minor,
          'outstandingFeesCovered', version.outstanding_fees_covered,
          'basedOnFeeScheduleYear', version.based_on_fee_schedule_year, 'familyFees', version.family_fees,
          'studentFees', version.student_fees, 'variances', version.variances,
          'discounts', (
            select coalesce(json_agg(json_build_object('enrolmentId', enrolment_id, 'type', type,
              'amount', amount_minor / 100.0, 'percent', percent_basis_points / 100.0,
              'status', discount.status) order by declared_at, discount.id), '[]')
            from declared_discount discount
            where discount.account_id = plan.account_id and discount.plan_id = plan.id
              and discount.status <> 'Withdrawn'),
          'paidCount', payments.paid, 'payments', ${instalmentsOfPlan},
          'collection', json_build_object('sources', (
            select coalesce(json_agg(json_build_object('id', id, 'type', type, 'isPreferred', is_preferred,
              'isDefault', is_default, 'activeFrom', ${activeFrom}, 'cardBrand', card_brand,
              'cardFunding', card_funding)), '[]')
            from repayment_source where repayment_source.account_id = account.id and status <> 'Removed'),
            'absorbCardSurcharge', main_school.absorb_card_surcharge, 'surchargeRates', ${ratesOfAccount}),
          'settledCount', payments.settled, 'settledMinor', payments.settled_minor)
        from plan
          join plan_version version on version.account_id = plan.account_id and version.plan_id = plan.id
            and version.version = plan.version
          cross join lateral (
            select count(*) filter (where status = 'Paid' and not is_extra) as paid,
              count(*) filter (where is_settled and status <> 'Cancelled' and not is_extra) as settled,
              coalesce(sum(amount_minor) filter (where is_settled), 0) as settled_minor
            from (
              select status, amount_minor, is_extra,
                status <> 'Scheduled' or settled_minor > 0 as is_settled
              from instalment
              where instalment.account_id = plan.account_id and instalment.plan_id = plan.id) each) payments
        where plan.account_id = account.id and plan.tuition_year = ${tuitionYear}::int),
      'outstandingFeesLimitMinor', coalesce(main_school.outstanding_fees_limit_minor,
        case account.region when 'UK' then ${mostTyped.UK.outstandingFees}::bigint
          else ${mostTyped.AU.outstandingFees}::bigint end),
      'balanceMinor', coalesce((
        select balance_minor from family_balance where family_balance.account_id = account.id), 0)
    ) as facts
    from account join account_facts on account_facts.account_id = account.id
      join institution main_school on main_school.id = account.institution_id
    where account.id = ${accountId}`)
  if (!row) return undefined
  const { plan, ...facts } = row.facts
  const calendar = bankCalendarOf(facts.account.region)
  return { ...facts, plan: plan && { ...plan, collection: { ...plan.collection, calendar } } }
}

export async function findAccountFacts(db: Db, accountId: string) {
  return db.value<AccountFacts | undefined>(sql`
    select facts from account_facts where account_id = ${accountId}`)
}

/** The shares of the students' other payers, who have accounts of their own. */
export async function listOtherShares(db: Db, accountId: string, studentIds: readonly string[]) {
  return db.many<OtherShare>(sql`
    select student_id as "studentId", institution_id as "institutionId", portion_basis_points as "basisPoints"
    from enrolment
    where student_id = any(${studentIds}::uuid[]) and account_id <> ${accountId} and not holds_remainder
    order by account_id, id`)
}
