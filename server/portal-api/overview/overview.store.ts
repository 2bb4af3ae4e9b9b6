import { productsWithoutBalance } from '#domain/accounts.ts'
import type { CalendarDate } from '#domain/calendar/calendar.ts'
import { cents, type Cents } from '#domain/money.ts'
import type { DisputedPayment } from '#domain/problems.ts'
import type { SourceStatus } from '#domain/payment-methods/payment-methods.ts'
import type { Flexibility } from '#domain/plan/changes/flexibility.ts'
import type { Quote } from '#domain/plan/debits.ts'
import type { PlanSource } from '#domain/plan/next-payment.ts'
import type { FeeVarianceType, Frequency } from '#domain/plan/payment-schedule.ts'
import type { SurchargeRate } from '#domain/payment-methods/surcharges.ts'
import type { Instalment, PlanWithInstalments } from '#domain/plan/plan-payments.ts'
import type { FamilyFee, StudentFees } from '#domain/plan/school-charges.ts'
import type { UnfinishedPlan } from '#domain/plan/unfinished-plans.ts'
import type { Enrolment } from '#domain/students.ts'
import type { AccountBasics, AccountFacts } from '../../people/accounts/account-facts.ts'
import {
  cancelledOfPlan,
  isPlanCollected,
  instalmentsOfPlan,
  displayedPlan,
  activeFrom,
  quoteOfInstalment,
} from '../../people/accounts/plans.reads.ts'
import { isOnHold } from '../../people/holds/holds.reads.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql, type Statement } from '../../platform/database/sql.ts'
import { unfinishedPlans } from '../../plans/payment-schedule/unfinished-plans.reads.ts'
import type { StoredLink } from '../../books/payment-requests/request-links.ts'
import {
  type FailedPayment,
  movesOfPlan,
  mayBeTried,
  isArranged,
} from '../../plans/plan-changes/failed-payments.reads.ts'
import { openDisputesOf } from '../../books/payments/disputes.reads.ts'
import { type TextVersion, textsAsJson } from '../../people/texts/texts.reads.ts'

export type PlanRow = Pick<AccountFacts['plans'][number], 'tuitionYear' | 'startDate' | 'savedBy'> &
  PlanWithInstalments<Instalment & { seq: number }> & {
    /** What payments outside the plan have paid of its instalments. */
    paidOtherwise: { seq: number; amount: Cents }[]
    /** The time of saving, for a plan under review; null for all others. */
    savedAt: string | null
    /** The details of the displayed plan; null for all others. */
    details: PlanDetails | null
    repaymentCount: number
    frequency: Frequency
    periodicAmount: Cents
    /** The day on which the plan was to start and nothing could be collected. */
    heldOn: CalendarDate | null
  }

export type PlanDetails = {
  tailoredType: string | null
  tailoredUntil: CalendarDate | null
  endDate: CalendarDate
  frequency: Frequency
  periodicAmount: Cents
  total: Cents
  /** What is waived of its cancelled payments. */
  cancelled: Cents
  schoolFees: Cents
  balanceAtStart: Cents
  partYearAdjustment: Cents
  outstandingFees: Cents
  coversOutstanding: boolean
  familyFees: FamilyFee[]
  studentFees: StudentFees[]
  declared: { enrolmentId: string | null; type: FeeVarianceType; declaredAt: string }[]
}

export type OverviewSourceRow = PlanSource & {
  id: string
  displayName: string
  status: SourceStatus
  cardExpiry: string | null
  mandateStatus: string | null
}

/** A payment of a plan that was not collected. */
export type FailedPaymentRow = FailedPayment & {
  planId: string
  open: Cents
  quote: Quote | null
  onItsWay: Cents
  isArranged: boolean
  /** The fee for a debit that the family's bank returns. */
  dishonourFee: Cents
  firstFailedOn: CalendarDate | null
  method: string | null
  /** The open request that includes the payment. */
  request: { id: string } | null
}

export type OpenRequestRow = {
  link: StoredLink
  institutionName: string
  amountLeft: Cents
  dueDate: CalendarDate
  periodName: string | null
}

/** The facts of every family's Overview. */
export type UsualFacts = AccountBasics & {
  /** The school's deviations from the default rules of flexibility. */
  flexibility: Partial<Flexibility>
  balance: Cents
  sources: OverviewSourceRow[]
  surchargeRates: SurchargeRate[]
  /** The plans in the order of their years. Only those displayed, collected or owed have their instalments. */
  plans: PlanRow[]
  /** The obstacles to paying for this school year or the next. */
  unfinished: UnfinishedPlan[]
  enrolments: Enrolment[]
  requests: OpenRequestRow[]
}

/** The facts of only some families: failed or disputed payments, and payments besides the plan. */
export type SpecialFacts = {
  failed: FailedPaymentRow[]
  /** Every version of the texts about them. */
  failedTexts: TextVersion[]
  /** Payments that banks have taken back and not decided about. */
  disputes: DisputedPayment[]
  /** The fees for returned debits that an open request includes. */
  fees: { open: Cents; onItsWay: Cents }
  /** The payments besides the plan within a year, for a product without a balance. */
  early: { amount: Cents; date: CalendarDate } | null
}

export const nothingSpecial: SpecialFacts = {
  failed: [],
  failedTexts: [],
  disputes: [],
  fees: { open: cents(0), onItsWay: cents(0) },
  early: null,
}

export type OverviewFacts = UsualFacts & SpecialFacts

/** The facts of every family, and whether it also has special ones. */
export type FirstFacts = UsualFacts & { hasSpecial: boolean }

const earlyWithinDays = 365

const account = { id: sql`account_basics."accountId"`, region: sql`account_basics.region` }

/** What of a charge is on its way. Disputed money is reserved for it too, but is not on its way. */
const onItsWay = (chargeId: Statement) => sql`coalesce((
  select sum(cover.reserved_minor) from cover
    join payment coming on coming.account_id = cover.account_id and coming.id = cover.payment_id
  where cover.account_id = account_basics."accountId" and cover.charge_id = ${chargeId} and coming.is_under_way), 0)`

/** Whether a request can be paid, for a statement with a row `request`. */
const isPayable = (now: Date) => sql`(request.is_open and request.expires_at > ${now})`

/** Whether it was paid early within a year, for a product without a balance; for a statement with a row `payment`. */
const isEarly = (now: Date) => sql`(account_basics."productType" = any(${productsWithoutBalance}::text[])
  and payment.status = 'Succeeded' and payment.kind = 'Early' and payment.plan_id is null
  and payment.paid_on > ${now}::timestamptz::date - ${earlyWithinDays}::int)`

/**
 * The facts of an Overview. Few families have special facts. If the first read finds any, everything is read again in
 * one statement, so that the page is as of one moment.
 */
export async function findOverviewFacts(
  db: Db,
  accountId: string,
  now: Date,
): Promise<OverviewFacts | undefined> {
  const first = await findFirstFacts(db, accountId, now)
  if (first?.hasSpecial) return findAllFacts(db, accountId, now)
  return first && { ...first, ...nothingSpecial }
}

export function findFirstFacts(db: Db, accountId: string, now: Date): Promise<FirstFacts | undefined> {
  return findRow<FirstFacts>(
    db,
    accountId,
    now,
    sql`${usualColumns(now)}, ${hasSpecial(now)} as "hasSpecial"`,
  )
}

export function findAllFacts(db: Db, accountId: string, now: Date): Promise<OverviewFacts | undefined> {
  return findRow<OverviewFacts>(db, accountId, now, sql`${usualColumns(now)}, ${specialColumns(now)}`)
}

async function findRow<Row>(db: Db, accountId: string, now: Date, columns: Statement) {
  return db.value<Row | undefined>(sql`
    select row_to_json(facts) as overview
    from (
      select ${columns}
      from account_basics
        left join lateral (
          ${displayedPlan(account, now)}
        ) displayed on true
      where account_basics."accountId" = ${accountId}
    ) facts`)
}

function usualColumns(now: Date): Statement {
  return sql`
    account_basics.*,
    coalesce((select balance_minor from family_balance
      where family_balance.account_id = account_basics."accountId"), 0) as balance,
    coalesce((select json_agg(source) from (
      select id, display_name as "displayName", type, card_brand as "cardBrand", card_funding as "cardFunding", status,
        card_expiry as "cardExpiry", mandate_status as "mandateStatus", is_preferred as "isPreferred",
        is_default as "isDefault", ${activeFrom} as "activeFrom"
      from repayment_source
      where repayment_source.account_id = account_basics."accountId" and status <> 'Removed') source), '[]') as sources,
    coalesce((select json_agg(rate) from (
      select region, card_group as "cardGroup", basis_points as "basisPoints", valid_from as "validFrom",
        valid_to as "validTo"
      from surcharge_rate where surcharge_rate.region = account_basics.region) rate), '[]') as "surchargeRates",
    coalesce((
      select json_agg(json_build_object('tuitionYear', plan.tuition_year, 'status', plan.status,
        'isHeld', ${isOnHold(sql`plan.account_id`)}, 'startDate', version.start_date, 'savedBy', version.saved_by,
        'repaymentCount', version.repayment_count,
        'frequency', version.frequency, 'periodicAmount', version.periodic_amount_minor,
        'heldOn', case when plan.status = 'Draft' then plan.held_on end,
        'savedAt', case when plan.status = 'ManualReview' then version.saved_at end,
        'details', case when plan.id = displayed.id then json_build_object(
          'tailoredType', plan.tailored_type, 'tailoredUntil', plan.tailored_until,
          'endDate', version.end_date, 'frequency', version.frequency,
          'periodicAmount', version.periodic_amount_minor, 'total', version.total_minor, 'cancelled', ${cancelledOfPlan},
          'schoolFees', version.school_fees_minor, 'balanceAtStart', version.balance_at_start_minor,
          'partYearAdjustment', version.part_year_adjustment_minor,
          'outstandingFees', version.outstanding_fees_minor,
          'coversOutstanding', version.outstanding_fees_covered,
          'familyFees', version.family_fees, 'studentFees', version.student_fees,
          'declared', (
            select coalesce(json_agg(json_build_object('enrolmentId', enrolment_id, 'type', type,
              'declaredAt', declared_at)), '[]')
            from declared_discount discount
            where discount.account_id = plan.account_id and discount.plan_id = plan.id
              and discount.status = 'Declared')) end,
        'instalments', case when plan.id = displayed.id or ${isPlanCollected} or plan.status = 'Completed' and exists (
            select from instalment where instalment.account_id = plan.account_id and instalment.plan_id = plan.id
              and instalment.status = 'Overdue')
          then ${instalmentsOfPlan} else '[]' end,
        'paidOtherwise', coalesce((
          select json_agg(json_build_object('seq', charge.seq, 'amount', cover.settled_minor))
          from payment
            join cover on cover.account_id = payment.account_id and cover.payment_id = payment.id
            join charge on charge.account_id = cover.account_id and charge.id = cover.charge_id
          where payment.account_id = plan.account_id and payment.plan_id is null and charge.plan_id = plan.id), '[]'))
        order by plan.tuition_year)
      from plan join plan_version version
        on version.account_id = plan.account_id and version.plan_id = plan.id and version.version = plan.version
      where plan.account_id = account_basics."accountId"), '[]') as plans,
    coalesce((
      select json_agg(json_build_object('year', unfinished.tuition_year, 'reason', unfinished.reason,
        'startsOn', unfinished.starts_on, 'mayEdit', unfinished.may_edit) order by unfinished.tuition_year)
      from (${unfinishedPlans(now)}) unfinished
      where unfinished.account_id = account_basics."accountId"), '[]') as unfinished,
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
        'link', json_build_object('accountId', request.account_id, 'id', request.id,
          'keyId', request.link_key_id, 'sealed', encode(request.link_sealed, 'base64')),
        'institutionName', institution.name,
        'amountLeft', request.open_minor,
        'dueDate', request.due_on, 'periodName', request.period_name) order by request.due_on, request.id)
      from payment_request request join institution on institution.id = request.institution_id
      where request.account_id = account_basics."accountId" and ${isPayable(now)}
        and request.amount_due_minor > request.amount_paid_minor + request.amount_pending_minor),
      '[]') as requests`
}

/**
 * Whether `specialColumns` may find anything. Most families have nothing there, and planning that query costs the
 * database more than all the rest. The conditions here must hold at least wherever one of those columns has a value.
 */
function hasSpecial(now: Date): Statement {
  return sql`(
    exists (select from instalment
      where instalment.account_id = account_basics."accountId" and instalment.status in ('Retrying', 'Overdue'))
    or exists (select from dispute where dispute.account_id = account_basics."accountId" and dispute.status = 'Open')
    or exists (select from payment
      where payment.account_id = account_basics."accountId" and ${isEarly(now)}))`
}

function specialColumns(now: Date): Statement {
  return sql`
    coalesce((
      select json_agg(json_build_object('planId', instalment.plan_id, 'dueOn', instalment.due_on,
        'collectOn', instalment.collect_on, 'movedFrom', instalment.moved_from, 'sourceId', instalment.source_id,
        'triedWith', payment.source_id, 'mayBeTried', ${mayBeTried}, 'isArranged', ${isArranged},
        'moves', ${movesOfPlan}, 'flexibility', institution.flexibility,
        'dishonourFee', institution.dishonour_fee_minor, 'noticedOn', instalment.noticed_on, 'quote', ${quoteOfInstalment}, 'retryOn', instalment.retry_on,
        'isRetried', instalment.status = 'Retrying',
        'open', instalment.open_minor, 'onItsWay', ${onItsWay(sql`instalment.charge_id`)}, 'tries', instalment.tries,
        'reason', instalment.failure_code, 'firstFailedOn', instalment.first_failed_on,
        'method', source.display_name,
        'request', case when request.id is not null then json_build_object('id', request.id) end))
      from instalment
        join plan on plan.account_id = instalment.account_id and plan.id = instalment.plan_id
        join account on account.id = instalment.account_id
        join institution on institution.id = account.institution_id
        left join payment_request request on request.account_id = instalment.account_id
          and request.id = instalment.payment_request_id and ${isPayable(now)}
        left join payment on payment.account_id = instalment.account_id and payment.id = instalment.payment_id
        left join repayment_source source
          on source.account_id = payment.account_id and source.id = payment.source_id
      where instalment.account_id = account_basics."accountId" and instalment.status in ('Retrying', 'Overdue')
        and instalment.open_minor + ${onItsWay(sql`instalment.charge_id`)} > 0), '[]') as failed,
    (
      select json_build_object('open', coalesce(sum(charge.open_minor), 0),
        'onItsWay', coalesce(sum(${onItsWay(sql`charge.id`)}), 0))
      from charge join payment_request request on request.account_id = charge.account_id
        and request.id = charge.payment_request_id and ${isPayable(now)}
      where charge.account_id = account_basics."accountId" and charge.kind = 'Fee'
    ) as fees,
    ${textsAsJson(sql`'FailedText' || account_basics.region`)} as "failedTexts",
    ${openDisputesOf(account.id)} as disputes,
    (select json_build_object('amount', sum(early.left_minor), 'date', max(early.paid_on))
      from (
        select paid_on, amount_minor - returned_minor - coalesce((
          select sum(cover.settled_minor) from cover
            join charge on charge.account_id = cover.account_id and charge.id = cover.charge_id
          where cover.account_id = payment.account_id and cover.payment_id = payment.id
            and charge.kind in ('Instalment', 'Fee')), 0) as left_minor
        from payment
        where payment.account_id = account_basics."accountId" and ${isEarly(now)}
      ) early
      where early.left_minor > 0 having count(*) > 0) as early`
}
