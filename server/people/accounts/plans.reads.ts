import { dateIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import type { SourceStatus } from '#domain/payment-methods/payment-methods.ts'
import { tuitionYearOf } from '#domain/plan/payment-schedule.ts'
import type { NextPaymentFacts, PlanSource } from '#domain/plan/next-payment.ts'
import {
  collectedPlanStatuses,
  type Instalment,
  type PlanWithInstalments,
} from '#domain/plan/plan-payments.ts'
import { bankCalendarOf } from '../../platform/bank-calendars.ts'
import type { Db } from '../../platform/database/open.ts'
import { isOnHold } from '../holds/holds.reads.ts'
import { sql, type Statement } from '../../platform/database/sql.ts'

/** The plan that the portal displays: the current one, otherwise that of the tuition year, otherwise the newest. */
export function displayedPlan(account: { id: Statement; region: Statement }, now: Date): Statement {
  const [au, uk] = [tuitionYearOf(dateIn('AU', now), 'AU'), tuitionYearOf(dateIn('UK', now), 'UK')]
  return sql`
    select plan.id, plan.tuition_year from plan
    where plan.account_id = ${account.id}
    order by plan.status = 'Current' desc,
      plan.tuition_year = case ${account.region} when 'AU' then ${au}::int else ${uk}::int end desc,
      plan.tuition_year desc
    limit 1`
}

export async function findDisplayedPlan(db: Db, { accountId, now }: { accountId: string; now: Date }) {
  return db.first<{ id: string; tuitionYear: number }>(sql`
    select displayed.id, displayed.tuition_year as "tuitionYear"
    from account
      cross join lateral (${displayedPlan({ id: sql`account.id`, region: sql`account.region` }, now)}) displayed
    where account.id = ${accountId}`)
}

/** What the family was told will be taken; null unless it was told. Requires a row of `instalment` in scope. */
export const quoteOfInstalment = sql`
  case when instalment.noticed_on is not null and instalment.quoted_minor is not null then json_build_object(
    'amount', instalment.quoted_minor, 'surcharge', instalment.quoted_surcharge_minor,
    'sourceId', instalment.quoted_source_id) end`

/** The plan's instalments in order, in the shape that the domain uses. Requires a row of `plan` in scope. */
export const instalmentsOfPlan = instalmentsWhere(sql`instalment.status <> 'Cancelled'`)

function instalmentsWhere(condition: Statement): Statement {
  return sql`
  (select coalesce(json_agg(listed), '[]') from (
    select instalment.seq, instalment.due_on as "dueOn", instalment.collect_on as "collectOn",
      instalment.moved_from as "movedFrom", instalment.noticed_on as "noticedOn",
      ${quoteOfInstalment} as quote, instalment.collected_on as "collectedOn", instalment.amount_minor as amount,
      instalment.settled_minor as settled, instalment.waived_minor as waived, instalment.open_minor as open,
      instalment.status, instalment.retry_on as "retryOn",
      instalment.is_extra as "isExtra", instalment.source_id as "sourceId",
      instalment.method_choices as "methodChoices"
    from instalment
    where instalment.account_id = plan.account_id and instalment.plan_id = plan.id
      and ${condition}
    order by instalment.due_on, instalment.seq) listed)`
}

/** What nobody will ask for of the plan's cancelled instalments. Requires a row of `plan` in scope. */
export const cancelledOfPlan = sql`
  (select coalesce(sum(waived_minor), 0)::bigint from instalment
    where instalment.account_id = plan.account_id and instalment.plan_id = plan.id and status = 'Cancelled')`

/** Requires a row of `plan` in scope. */
export const isPlanCollected = sql`plan.status = any(${collectedPlanStatuses}::text[])`

/**
 * The day on which a pending repayment change makes the payment method active. Requires a row of `repayment_source`
 * in scope.
 */
export const activeFrom = sql`
  (select change.effective_on from repayment_change change
    where change.account_id = repayment_source.account_id and change.source_id = repayment_source.id
      and change.status = 'Pending')`

export type CollectedPlan = PlanWithInstalments<Instalment & { seq: number }> & {
  id: string
  version: number
  tuitionYear: number
}

/** The facts that decide an account's next payment. */
export type AccountPayments = NextPaymentFacts<CollectedPlan, NamedSource> & {
  accountId: string
  /** The number of holds so far: a payment that was announced before a hold is announced again after it. */
  holds: number
}

/** As the database has it. */
export type StoredPayments = Omit<AccountPayments, 'calendar'>

export const withCalendar = (payments: StoredPayments): AccountPayments => ({
  ...payments,
  calendar: bankCalendarOf(payments.region),
})

export type NamedSource = PlanSource & {
  id: string
  displayName: string
  status: Exclude<SourceStatus, 'Removed'>
  cardExpiry: string | null
  mandateStatus: string | null
  mandateReference: string | null
}

/** The account's payment methods, in the shape that the domain uses. Requires a row of `account` in scope. */
export const sourcesOfAccount = sql`
  (select coalesce(json_agg(json_build_object('id', id, 'displayName', display_name, 'type', type, 'status', status,
      'cardBrand', card_brand, 'cardFunding', card_funding, 'cardExpiry', card_expiry,
      'mandateStatus', mandate_status, 'mandateReference', mandate_reference, 'isPreferred', is_preferred,
      'isDefault', is_default, 'activeFrom', ${activeFrom})), '[]')
    from repayment_source where repayment_source.account_id = account.id and status <> 'Removed')`

/** The card surcharges of the account's region. Requires a row of `account` in scope. */
export const ratesOfAccount = sql`
  (select coalesce(json_agg(json_build_object('region', region, 'cardGroup', card_group,
      'basisPoints', basis_points, 'validFrom', valid_from, 'validTo', valid_to)), '[]')
    from surcharge_rate where surcharge_rate.region = account.region)`

/** All facts from which an account's next payment follows, in the shape that the domain uses. */
export function selectPaymentFacts(accountId: Statement, instalments = instalmentsOfPlan): Statement {
  return sql`
    select json_build_object('accountId', account.id, 'region', account.region,
      'holds', (select count(*) from account_hold hold where hold.account_id = account.id),
      'absorbCardSurcharge', institution.absorb_card_surcharge,
      'plans', (
        select coalesce(json_agg(json_build_object('id', plan.id, 'version', plan.version,
          'tuitionYear', plan.tuition_year, 'status', plan.status, 'isHeld', ${isOnHold(sql`plan.account_id`)},
          'instalments', ${instalments}) order by plan.tuition_year), '[]')
        from plan where plan.account_id = account.id and ${isPlanCollected}),
      'sources', ${sourcesOfAccount},
      'surchargeRates', ${ratesOfAccount})
    from account join institution on institution.id = account.institution_id
    where account.id = ${accountId}`
}

/**
 * With `upTo`, includes only waiting instalments planned for that day or earlier, which is enough to add up what they
 * come to.
 */
export async function listPaymentFacts(
  db: Db,
  accountIds: readonly string[],
  upTo?: CalendarDate,
): Promise<AccountPayments[]> {
  const instalments =
    upTo &&
    instalmentsWhere(sql`
      instalment.status in ('Scheduled', 'Retrying') and coalesce(instalment.retry_on, instalment.collect_on) <= ${upTo}`)
  const rows = await db.many<{ facts: StoredPayments | null }>(sql`
    select (${selectPaymentFacts(sql`requested.id`, instalments)}) as facts from unnest(${accountIds}::uuid[]) as requested (id)`)
  // An id that is not of an account has no facts.
  return rows.flatMap(({ facts }) => (facts ? [withCalendar(facts)] : []))
}
