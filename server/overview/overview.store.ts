import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cents } from '#domain/money.ts'
import type { SourceStatus } from '#domain/payment-methods/payment-methods.ts'
import type { PlanSource } from '#domain/plan/next-payment.ts'
import type { FeeVarianceType, Frequency } from '#domain/plan/payment-schedule.ts'
import type { SurchargeRate } from '#domain/payment-methods/surcharges.ts'
import type { PlanWithInstalments } from '#domain/plan/plan-payments.ts'
import type { StudentFees } from '#domain/plan/school-charges.ts'
import type { Enrolment } from '#domain/students.ts'
import type { AccountBasics, AccountFacts } from '../accounts/account-facts.ts'
import { activeFrom, displayedPlan, instalmentsOfPlan, isPlanCollected } from '../accounts/plans.ts'
import { sql, type Statement } from '../database/sql.ts'
import type { KeptLink } from '../pay-now/request-links.ts'
import type { CallerColumns } from '../session/session.store.ts'

export type PlanRow = Pick<AccountFacts['plans'][number], 'tuitionYear' | 'startDate' | 'savedBy'> &
  PlanWithInstalments & {
    /** Of the displayed plan; null for all others. */
    details: PlanDetails | null
  }

export type PlanDetails = {
  tailoredType: string | null
  tailoredUntil: CalendarDate | null
  endDate: CalendarDate
  frequency: Frequency
  periodicAmount: Cents
  total: Cents
  schoolFees: Cents
  balanceAtStart: Cents
  partYearAdjustment: Cents
  outstandingFees: Cents
  familyFees: { name: string; amountMinor: Cents }[]
  studentFees: StudentFees[]
  declared: { enrolmentId: string | null; type: FeeVarianceType }[]
}

export type SourceRow = PlanSource & { displayName: string; status: SourceStatus }

export type RequestRow = {
  link: KeptLink
  institutionName: string
  amountLeft: Cents
  dueDate: CalendarDate
  periodName: string | null
}

export type OverviewFacts = AccountBasics & {
  firstName: string
  balance: Cents
  sources: SourceRow[]
  surchargeRates: SurchargeRate[]
  /** In the order of their years. Only those displayed or collected come with their instalments. */
  plans: PlanRow[]
  enrolments: Enrolment[]
  requests: RequestRow[]
}

const account = { id: sql`account_basics."accountId"`, region: sql`account_basics.region` }

/** Everything that the Overview is made of, in one row. */
export function overviewRead({ accountId, firstName }: CallerColumns, now: Date): Statement {
  return sql`
    select row_to_json(facts) as overview
    from (
      select account_basics.*, ${firstName} as "firstName",
        coalesce((select sum(posting.amount_minor) from ledger_posting posting
          where posting.account_id = account_basics."accountId" and posting.book = 'Family'), 0) as balance,
        coalesce((select json_agg(source) from (
          select display_name as "displayName", type, card_brand as "cardBrand", card_funding as "cardFunding", status,
            is_preferred as "isPreferred", is_default as "isDefault", ${activeFrom} as "activeFrom"
          from repayment_source
          where repayment_source.account_id = account_basics."accountId" and status <> 'Removed') source), '[]') as sources,
        coalesce((select json_agg(rate) from (
          select region, card_group as "cardGroup", basis_points as "basisPoints", valid_from as "validFrom",
            valid_to as "validTo"
          from surcharge_rate where surcharge_rate.region = account_basics.region) rate), '[]') as "surchargeRates",
        coalesce((
          select json_agg(json_build_object('tuitionYear', plan.tuition_year, 'status', plan.status,
            'startDate', version.start_date, 'savedBy', version.saved_by,
            'details', case when plan.id = displayed.id then json_build_object(
              'tailoredType', plan.tailored_type, 'tailoredUntil', plan.tailored_until,
              'endDate', version.end_date, 'frequency', version.frequency,
              'periodicAmount', version.periodic_amount_minor, 'total', version.total_minor,
              'schoolFees', version.school_fees_minor, 'balanceAtStart', version.balance_at_start_minor,
              'partYearAdjustment', version.part_year_adjustment_minor,
              'outstandingFees', version.outstanding_fees_minor,
              'familyFees', version.family_fees, 'studentFees', version.student_fees,
              'declared', (
                select coalesce(json_agg(json_build_object('enrolmentId', enrolment_id, 'type', type)), '[]')
                from declared_discount discount
                where discount.account_id = plan.account_id and discount.plan_id = plan.id
                  and discount.status = 'Declared')) end,
            'instalments', case when plan.id = displayed.id or ${isPlanCollected}
              then ${instalmentsOfPlan} else '[]' end) order by plan.tuition_year)
          from plan join plan_version version
            on version.account_id = plan.account_id and version.plan_id = plan.id and version.version = plan.version
          where plan.account_id = account_basics."accountId"), '[]') as plans,
        coalesce((select json_agg(enrolled) from (
          select student.first_name as "firstName", student.last_name as "lastName",
            enrolment.start_year as "startYear", enrolment.start_year_level as "startYearLevel",
            institution.name as institution
          from enrolment
            join student on student.account_id = enrolment.account_id and student.id = enrolment.student_id
            join institution on institution.id = enrolment.institution_id
          where enrolment.account_id = account_basics."accountId") enrolled), '[]') as enrolments,
        coalesce((
          select json_agg(json_build_object(
            'link', json_build_object('accountId', request.account_id, 'id', request.id, 'clear', request.link_clear,
              'keyId', request.link_key_id, 'sealed', encode(request.link_sealed, 'base64')),
            'institutionName', institution.name,
            'amountLeft', request.amount_due_minor - request.amount_paid_minor - request.amount_pending_minor,
            'dueDate', request.due_on, 'periodName', request.period_name) order by request.due_on, request.id)
          from payment_request request join institution on institution.id = request.institution_id
          where request.account_id = account_basics."accountId" and request.status in ('Open', 'PartPaid')
            and request.expires_at > ${now} and (request.amount_due_minor = 0
              or request.amount_due_minor > request.amount_paid_minor + request.amount_pending_minor)),
          '[]') as requests
      from account_basics
        left join lateral (
          ${displayedPlan(account, now)}
        ) displayed on true
      where account_basics."accountId" = ${accountId}
    ) facts`
}
