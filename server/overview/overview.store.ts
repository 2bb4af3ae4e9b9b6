import type { Cents } from '#domain/money.ts'
import type { Frequency } from '#domain/payment-schedule.ts'
import type { InstalmentStatus } from '#domain/repayments.ts'
import type { CardFunding, SurchargeRate } from '#domain/surcharges.ts'
import type { AccountFacts } from '../accounts/account-facts.ts'
import type { Db } from '../database/open.ts'
import { sql } from '../database/sql.ts'
import type { StoredStudentFees } from '../payment-schedule/stored-fees.ts'

export type OverviewPlan = {
  id: string
  tuitionYear: number
  status: AccountFacts['plans'][number]['status']
  tailoredType: string | null
  startDate: string
  endDate: string
  frequency: Frequency
  periodicAmountMinor: Cents
  totalMinor: Cents
  schoolFeesMinor: Cents
  repaidMinor: Cents
  balanceAtStartMinor: Cents
  partYearAdjustmentMinor: Cents
  outstandingFeesMinor: Cents
  familyFees: { name: string; amountMinor: Cents }[]
  studentFees: StoredStudentFees[]
  payments: { seq: number; date: string; amountMinor: Cents; status: InstalmentStatus }[]
}

export type OverviewFacts = {
  account: AccountFacts
  firstName: string
  balanceMinor: Cents
  source: {
    displayName: string
    cardBrand: string | null
    cardFunding: CardFunding | null
  } | null
  surchargeRates: SurchargeRate[]
  plan: OverviewPlan | null
  students: { name: string; yearLevel: string; institution: string }[]
  requests: {
    id: string
    institutionName: string
    amountMinor: Cents
    dueDate: string
    periodName: string | null
  }[]
}

/** The whole Overview in one statement, its JSON built by PostgreSQL: one round trip, no rows to map. */
export async function findOverview(
  db: Db,
  asked: { accountId: string; customerId: string; yearAu: number; yearUk: number; now: Date },
): Promise<OverviewFacts | undefined> {
  const row = await db.first<{ overview: OverviewFacts }>(sql`
    select json_build_object(
      'account', account_facts.facts,
      'firstName', customer.first_name,
      'balanceMinor', coalesce((
        select balance_minor from family_balance where family_balance.account_id = account.id), 0),
      'source', (
        select json_build_object('displayName', display_name, 'cardBrand', card_brand, 'cardFunding', card_funding)
        from repayment_source where repayment_source.account_id = account.id and status = 'Usable'
        order by is_preferred desc, is_default desc, created_at limit 1),
      'surchargeRates', (
        select coalesce(json_agg(json_build_object('region', region, 'cardGroup', card_group,
          'basisPoints', basis_points, 'validFrom', valid_from, 'validTo', valid_to)), '[]')
        from surcharge_rate where surcharge_rate.region = account.region),
      'plan', (
        select json_build_object(
          'id', plan.id, 'tuitionYear', plan.tuition_year, 'status', plan.status,
          'tailoredType', plan.tailored_type, 'startDate', version.start_date, 'endDate', version.end_date,
          'frequency', version.frequency, 'periodicAmountMinor', version.periodic_amount_minor,
          'totalMinor', version.total_minor, 'schoolFeesMinor', version.school_fees_minor,
          'repaidMinor', (
            select coalesce(sum(amount_minor), 0) from instalment
            where instalment.account_id = plan.account_id and instalment.plan_id = plan.id
              and instalment.status = 'Paid'),
          'balanceAtStartMinor', version.balance_at_start_minor,
          'partYearAdjustmentMinor', version.part_year_adjustment_minor,
          'outstandingFeesMinor', version.outstanding_fees_minor,
          'familyFees', version.family_fees, 'studentFees', version.student_fees,
          'payments', (
            select coalesce(json_agg(json_build_object('seq', seq, 'date', collect_on, 'amountMinor', amount_minor,
              'status', status) order by seq), '[]')
            from instalment where instalment.account_id = plan.account_id and instalment.plan_id = plan.id
              and instalment.status <> 'Cancelled'))
        from plan join plan_version version
          on version.account_id = plan.account_id and version.plan_id = plan.id and version.version = plan.version
        where plan.account_id = account.id
        order by plan.status = 'Current' desc,
          plan.tuition_year = case account.region when 'AU' then ${asked.yearAu}::int else ${asked.yearUk}::int end desc,
          plan.tuition_year desc
        limit 1),
      'students', (
        select coalesce(json_agg(json_build_object(
          'name', student.first_name || ' ' || student.last_name, 'yearLevel', enrolment.start_year_level,
          'institution', institution.name) order by enrolment.start_year_level desc, student.first_name), '[]')
        from enrolment join student on student.account_id = enrolment.account_id and student.id = enrolment.student_id
          join institution on institution.id = enrolment.institution_id
        where enrolment.account_id = account.id),
      'requests', (
        select coalesce(json_agg(json_build_object(
          'id', payment_request.id, 'institutionName', institution.name,
          'amountMinor', payment_request.amount_due_minor - payment_request.amount_paid_minor,
          'dueDate', payment_request.due_on, 'periodName', payment_request.period_name)
          order by payment_request.due_on), '[]')
        from payment_request join institution on institution.id = payment_request.institution_id
        where payment_request.account_id = account.id and payment_request.status in ('Open', 'PartPaid')
          and payment_request.expires_at > ${asked.now})
    ) as overview
    from account
      join account_facts on account_facts.account_id = account.id
      join customer on customer.id = ${asked.customerId}
    where account.id = ${asked.accountId}`)
  return row?.overview
}
