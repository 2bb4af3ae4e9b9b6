import type { FamilyFilter } from '#contract/staff-school-standing.ts'
import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cents } from '#domain/money.ts'
import type { Frequency } from '#domain/plan/payment-schedule.ts'
import type { Region } from '#domain/region.ts'
import type { SetUpFacts } from '#domain/school-standing.ts'
import { familyNameOf } from '../../platform/database/family-name.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql, type Statement } from '../../platform/database/sql.ts'

/** The year that each school's families set up. */
export type SchoolYear = { schoolId: string; year: number }

const listOf = (years: readonly SchoolYear[]) => sql`
  jsonb_to_recordset(${JSON.stringify(years)}::jsonb) as asked ("schoolId" uuid, year int)`

/** Open accounts of a school: its own, and those that pay for a student there. */
const accountsOfSchools = sql`
  select institution_id, id as account_id from account where status = 'Active'
  union select enrolment.institution_id, account.id
    from enrolment join account on account.id = enrolment.account_id where account.status = 'Active'`

/** The columns on which the set-up of a year depends, for a statement with rows `account` and `asked`. */
const setUpColumns = sql`
  account.product_type as "productType", account.setup_status as "setupStatus",
  (select plan.status from plan where plan.account_id = account.id and plan.tuition_year = asked.year) as "planStatus",
  exists (select from repayment_source
    where repayment_source.account_id = account.id and repayment_source.status = 'Usable') as "hasMethod"`

export type CountedFacts = SetUpFacts & { schoolId: string; count: number }

/** Counts families by school and facts: some dozens of rows for each school, however many families. */
export async function countFamilies(db: Db, years: readonly SchoolYear[]) {
  return db.many<CountedFacts>(sql`
    select "schoolId", "productType", "setupStatus", "planStatus", "hasMethod", count(*)::int as count from (
      select asked."schoolId", ${setUpColumns}
      from ${listOf(years)} join (${accountsOfSchools}) as at_school on at_school.institution_id = asked."schoolId"
        join account on account.id = at_school.account_id) as family
    group by "schoolId", "productType", "setupStatus", "planStatus", "hasMethod"`)
}

export type SchoolMoney = {
  schoolId: string
  hasFees: boolean
  collected: Cents
  overdue: Cents
  /** The day of the oldest payment that the school does not have yet. */
  waitsSince: CalendarDate | null
}

export async function listSchoolMoney(
  db: Db,
  years: readonly SchoolYear[],
  since: Record<Region, CalendarDate>,
) {
  return db.many<SchoolMoney>(sql`
    with late as (
      select account.institution_id, sum(open_minor)::bigint as overdue
      from instalment join account on account.id = instalment.account_id
      where instalment.status = 'Overdue' and account.status = 'Active' group by account.institution_id
    ), waiting as (
      select charge.payee_id as institution_id, min(payment.paid_on) as since
      from cover
        join charge on charge.account_id = cover.account_id and charge.id = cover.charge_id
        join payment on payment.account_id = cover.account_id and payment.id = cover.payment_id
      where cover.settled_minor > 0 and not cover.is_passed_on group by charge.payee_id
    ), paid as (
      select payment.institution_id, sum(amount_minor - refunded_minor - disputed_minor)::bigint as collected
      from payment join institution on institution.id = payment.institution_id
      where payment.status in ('Succeeded', 'Refunded', 'Disputed')
        and paid_on >= case institution.region when 'AU' then ${since.AU}::date else ${since.UK}::date end
      group by payment.institution_id
    )
    select asked."schoolId", exists (select from fee_schedule
        where fee_schedule.institution_id = asked."schoolId" and tuition_year = asked.year) as "hasFees",
      coalesce(paid.collected, 0) as collected, coalesce(late.overdue, 0) as overdue, waiting.since as "waitsSince"
    from ${listOf(years)} left join late on late.institution_id = asked."schoolId"
      left join waiting on waiting.institution_id = asked."schoolId"
      left join paid on paid.institution_id = asked."schoolId"`)
}

export async function countStudents(db: Db, schoolId: string) {
  return db.value<number>(sql`
    select count(distinct student_id)::int as count from enrolment join account on account.id = enrolment.account_id
    where enrolment.institution_id = ${schoolId} and account.status = 'Active'`)
}

const isOverdue = sql`exists (
  select from instalment where instalment.account_id = account.id and instalment.status = 'Overdue')`

const hasTwoPayers = sql`exists (
  select from enrolment mine join enrolment other on other.student_id = mine.student_id and other.account_id <> mine.account_id
  where mine.account_id = account.id)`

const needsPlanSql = sql`account.product_type not in ('Pay', 'Extend')`

/** The same rule as `familySetUp` in the domain, as a condition. A test compares the two. */
const isInReview = sql`(facts."planStatus" = 'ManualReview'
  or (account.setup_status = 'ManualReview' and (not ${needsPlanSql} or coalesce(facts."planStatus", 'Draft') <> 'Draft')))`

const isReady = sql`((not ${needsPlanSql} or coalesce(facts."planStatus", 'Draft') <> 'Draft') and not ${isInReview}
  and facts."hasMethod" and account.setup_status <> 'VerifyYourIdentity')`

const conditions: Record<FamilyFilter, Statement> = {
  All: sql`true`,
  NotReady: sql`not coalesce(${isReady}, false)`,
  InReview: sql`coalesce(${isInReview}, false)`,
  Overdue: isOverdue,
  TwoPayers: hasTwoPayers,
}

const familiesOf = ({ schoolId, year }: SchoolYear) => sql`
  (select account_id from (${accountsOfSchools}) as at_school where institution_id = ${schoolId}) as at_school
    join account on account.id = at_school.account_id
    cross join lateral (select ${year}::int as year) as asked
    cross join lateral (select ${setUpColumns}) as facts`

export async function countFilters(
  db: Db,
  school: SchoolYear,
): Promise<Record<FamilyFilter, number> | undefined> {
  return db.first(sql`
    select count(*)::int as "All", count(*) filter (where ${conditions.NotReady})::int as "NotReady",
      count(*) filter (where ${conditions.InReview})::int as "InReview",
      count(*) filter (where ${conditions.Overdue})::int as "Overdue",
      count(*) filter (where ${conditions.TwoPayers})::int as "TwoPayers"
    from ${familiesOf(school)}`)
}

export type SchoolFamilyRow = SetUpFacts & {
  accountId: string
  shortId: string
  region: Region
  lastName: string | null
  students: { firstName: string; startYear: number; startYearLevel: string; hasOtherPayers: boolean }[]
  plan: { frequency: Frequency; paid: number; payments: number; each: Cents } | null
  methodName: string | null
  overdue: Cents
}

export type SchoolFamilyPage = {
  filter: FamilyFilter
  text: string | null
  after: string | null
  limit: number
}

/** Lists families in the order of short ids, so that the last one of a page begins the next. */
export async function listSchoolFamilies(
  db: Db,
  school: SchoolYear,
  { filter, text, after, limit }: SchoolFamilyPage,
): Promise<SchoolFamilyRow[]> {
  const typed = text?.toLowerCase() ?? null
  return db.many<SchoolFamilyRow>(sql`
    select account.id as "accountId", account.short_id as "shortId", account.region,
      ${familyNameOf(sql`account.id`)} as "lastName", facts.*,
      (select coalesce(json_agg(json_build_object('firstName', student.first_name, 'startYear', start_year,
          'startYearLevel', start_year_level, 'hasOtherPayers', exists (
            select from enrolment other where other.student_id = student.id and other.account_id <> account.id))
          order by start_year, student.first_name), '[]')
        from enrolment join student on student.account_id = enrolment.account_id and student.id = enrolment.student_id
        where enrolment.account_id = account.id and enrolment.institution_id = ${school.schoolId}) as students,
      (select json_build_object('frequency', frequency, 'each', periodic_amount_minor,
          'paid', (select count(*) from instalment where instalment.account_id = plan.account_id
            and instalment.plan_id = plan.id and instalment.status = 'Paid'),
          'payments', (select count(*) from instalment where instalment.account_id = plan.account_id
            and instalment.plan_id = plan.id and instalment.status <> 'Cancelled'))
        from plan join plan_version on plan_version.account_id = plan.account_id and plan_version.plan_id = plan.id
          and plan_version.version = plan.version
        where plan.account_id = account.id and plan.status = 'Current'
        order by plan.tuition_year limit 1) as plan,
      (select display_name from repayment_source where repayment_source.account_id = account.id and status = 'Usable'
        order by is_default desc, created_at limit 1) as "methodName",
      (select coalesce(sum(open_minor), 0)::bigint from instalment
        where instalment.account_id = account.id and instalment.status = 'Overdue') as overdue
    from ${familiesOf(school)}
    where ${conditions[filter]} and (${after}::text is null or account.short_id > ${after})
      and (${typed}::text is null or starts_with(lower(account.short_id), ${typed}) or exists (
        select from account_member join customer on customer.id = account_member.customer_id
        where account_member.account_id = account.id and starts_with(lower(customer.last_name), ${typed}))
        or exists (select from student
          where student.account_id = account.id and starts_with(lower(student.last_name), ${typed})))
    order by account.short_id limit ${limit}`)
}
