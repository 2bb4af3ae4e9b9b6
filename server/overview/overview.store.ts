import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cents } from '#domain/money.ts'
import type { SourceStatus } from '#domain/payment-methods/payment-methods.ts'
import type { Frequency } from '#domain/plan/payment-schedule.ts'
import type { CardFunding, SurchargeRate } from '#domain/payment-methods/surcharges.ts'
import type { AccountBasics, AccountFacts, AccountPolicy } from '../accounts/account-facts.ts'
import { sql, type Statement } from '../database/sql.ts'
import type { KeptLink } from '../pay-now/request-links.ts'

/** What is listed is written as bare values: their names would be half of what is sent, and read. */
export type PlanRow = [
  tuitionYear: number,
  status: PlanFacts['status'],
  startDate: PlanFacts['startDate'],
  savedBy: PlanFacts['savedBy'],
  /** Of the plan that is shown, and of no other. */
  details: PlanDetails | null,
  /** As `readPayments` reads them; of the plan that is shown, and of those that are or will be collected. */
  payments: string | null,
]
type PlanFacts = AccountFacts['plans'][number]

export type PlanDetails = [
  tailoredType: string | null,
  tailoredUntil: CalendarDate | null,
  endDate: CalendarDate,
  frequency: Frequency,
  periodicAmountMinor: Cents,
  totalMinor: Cents,
  schoolFeesMinor: Cents,
  balanceAtStartMinor: Cents,
  partYearAdjustmentMinor: Cents,
  outstandingFeesMinor: Cents,
]

export type SourceRow = [
  displayName: string,
  cardBrand: string | null,
  cardFunding: CardFunding | null,
  status: SourceStatus,
  isPreferred: boolean,
  isDefault: boolean,
]

export type StudentRow = [
  firstName: string,
  lastName: string,
  startYear: number,
  startYearLevel: string,
  institution: string,
]

export type RequestRow = [
  link: KeptLink,
  institutionName: string,
  leftMinor: Cents,
  dueDate: CalendarDate,
  periodName: string | null,
]

export type OverviewFacts = Pick<AccountBasics, 'bpay' | 'productChange' | 'last'> & {
  firstName: string
  balanceMinor: Cents
  sources: SourceRow[] | null
  plans: PlanRow[] | null
  students: StudentRow[] | null
  requests: RequestRow[] | null
}

/** What may be done with an account and what its cards cost: the same for many families. */
export type OverviewPolicy = AccountPolicy & { surchargeRates: SurchargeRate[] | null }

/** What the reply is made of; and beside it, in one column, what is passed on as it is or was mostly read before. */
export type OverviewRow = { facts: OverviewFacts; texts: string }

/** The character between them is one that JSON never holds as it is. The fees are those of the plan that is shown. */
export function textsOf({ texts }: OverviewRow) {
  const [policy = '', familyFees = '', studentFees = ''] = texts.split('\u001e')
  return { policy, familyFees, studentFees }
}

/**
 * The whole Overview in one row, its JSON built by PostgreSQL. Each table is gone to once, and nothing is sorted or
 * named that need not be: of a statement of this size half the cost is its length.
 */
export function overviewRead(asked: { yearAu: number; yearUk: number; now: Date }): Statement {
  return sql`
    select row_to_json(facts) as facts,
      concat_ws(chr(30), row_to_json(policy), coalesce(planned."familyFees", '[]'),
        coalesce(planned."studentFees", '[]')) as texts
    from account_basics
      cross join lateral (
        select
          json_agg(json_build_array(plan.tuition_year, plan.status, version.start_date, version.saved_by,
            case when plan.place = 1 then json_build_array(plan.tailored_type, plan.tailored_until,
              version.end_date, version.frequency, version.periodic_amount_minor, version.total_minor,
              version.school_fees_minor, version.balance_at_start_minor, version.part_year_adjustment_minor,
              version.outstanding_fees_minor) end,
            case when plan.place = 1 or plan.status in ('Current', 'Saved') then (
              select string_agg(collect_on || ' ' || amount_minor || ' ' || covered_minor || ' ' || instalment.status
                || coalesce(' ' || retry_on, ''), ';' order by seq)
              from instalment
              where instalment.account_id = plan.account_id and instalment.plan_id = plan.id
                and instalment.status <> 'Cancelled') end)) as plans,
          min(version.family_fees_shown) filter (where plan.place = 1) as "familyFees",
          min(version.student_fees_shown) filter (where plan.place = 1) as "studentFees"
        from (
          select *, row_number() over (order by status = 'Current' desc, tuition_year =
            case account_basics.region when 'AU' then ${asked.yearAu}::int else ${asked.yearUk}::int end desc,
            tuition_year desc) as place
          from plan where plan.account_id = member.account_id
        ) plan join plan_version version
          on version.account_id = plan.account_id and version.plan_id = plan.id and version.version = plan.version
      ) planned
      cross join lateral (
        select account_basics.bpay, account_basics."productChange", account_basics.last, planned.plans,
          customer.first_name as "firstName",
          (select coalesce(sum(posting.amount_minor), 0) from ledger_posting posting
            where posting.account_id = member.account_id and posting.book = 'Family') as "balanceMinor",
          (select json_agg(json_build_array(display_name, card_brand, card_funding, status, is_preferred, is_default))
            from repayment_source source
            where source.account_id = member.account_id and source.status <> 'Removed') as sources,
          (select json_agg(json_build_array(student.first_name, student.last_name, enrolment.start_year,
              enrolment.start_year_level, (select name from institution where institution.id = enrolment.institution_id)))
            from enrolment
              join student on student.account_id = enrolment.account_id and student.id = enrolment.student_id
            where enrolment.account_id = member.account_id) as students,
          (select json_agg(json_build_array(
              json_build_object('accountId', request.account_id, 'id', request.id, 'clear', request.link_clear,
                'keyId', request.link_key_id, 'sealed', encode(request.link_sealed, 'base64')),
              (select name from institution where institution.id = request.institution_id),
              request.amount_due_minor - request.amount_paid_minor - request.amount_pending_minor,
              request.due_on, request.period_name) order by request.due_on, request.id)
            from payment_request request
            where request.account_id = member.account_id and request.status in ('Open', 'PartPaid')
              and request.expires_at > ${asked.now} and (request.amount_due_minor = 0
                or request.amount_due_minor > request.amount_paid_minor + request.amount_pending_minor)) as requests
      ) facts
      cross join lateral (
        select account_basics.region, account_basics."isSetupIncomplete", account_basics."checksSetupStatus",
          account_basics."renewalStatus", account_basics."canEditOrAddPlan", account_basics."allowsScheduleUpdates",
          account_basics."allowsSourceUpdates", account_basics."allowedRegionalMethods",
          account_basics."allowedPortalMethods", account_basics."showsDirectDebitAuthorisation",
          account_basics."requiresManualReview", account_basics."allowsFeeVarianceUpdates",
          account_basics."allowsOutstandingFeeUpdates", account_basics."onlyLongestPlans",
          account_basics."absorbCardSurcharge",
          (select json_agg(json_build_object('region', rate.region, 'cardGroup', rate.card_group,
              'basisPoints', rate.basis_points, 'validFrom', rate.valid_from, 'validTo', rate.valid_to))
            from surcharge_rate rate where rate.region = account_basics.region) as "surchargeRates"
      ) policy
    where account_basics."accountId" = member.account_id`
}
