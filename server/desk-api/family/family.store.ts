import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cents } from '#domain/money.ts'
import type { Frequency } from '#domain/plan/payment-schedule.ts'
import type { Instalment, PlanWithInstalments } from '#domain/plan/plan-payments.ts'
import type { SurchargeAbsorption } from '#domain/payment-methods/payment-methods.ts'
import { orNotFound } from '#domain/refusal.ts'
import type { Region } from '#domain/region.ts'
import { instalmentsOfPlan, displayedPlan } from '../../people/accounts/plans.reads.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql, type Statement } from '../../platform/database/sql.ts'
import { isOnHold } from '../../people/holds/holds.reads.ts'
import { messagesOfFamily } from './messages.store.ts'

export type FamilyPlan = PlanWithInstalments<Instalment & { seq: number }> & {
  id: string
  tuitionYear: number
  version: number
  versionCount: number
  frequency: Frequency
  total: Cents
  /** The days to which payments were moved, by their due dates. */
  moves: { dueOn: CalendarDate; to: CalendarDate }[]
}

/** All plans of a family with their payments: first the one that the portal displays, then the others, newest first. */
export async function listFamilyPlans(db: Db, accountId: string, now: Date): Promise<FamilyPlan[]> {
  const account = { id: sql`account.id`, region: sql`account.region` }
  const row = await db.first<{ plans: FamilyPlan[] }>(sql`
    select coalesce(json_agg(json_build_object('id', plan.id, 'tuitionYear', plan.tuition_year, 'status', plan.status,
        'version', plan.version, 'isHeld', ${isOnHold(sql`plan.account_id`)}, 'frequency', version.frequency,
        'total', version.total_minor, 'instalments', ${instalmentsOfPlan}, 'versionCount', (
          select count(*) from plan_version saved
          where saved.account_id = plan.account_id and saved.plan_id = plan.id), 'moves', (
          select coalesce(json_agg(json_build_object('dueOn', change.details->>'dueOn', 'to', change.details->>'to')), '[]')
          from plan_change change where change.account_id = plan.account_id and change.plan_id = plan.id
            and change.kind = 'Move' and change.status = 'Made'))
      order by plan.id = displayed.id desc, plan.tuition_year desc), '[]') as plans
    from account
      join plan on plan.account_id = account.id
      join plan_version version on version.account_id = plan.account_id and version.plan_id = plan.id
        and version.version = plan.version
      left join lateral (${displayedPlan(account, now)}) displayed on true
    where account.id = ${accountId}`)
  return row?.plans ?? []
}

type Sums = { kind: string; amount: Cents }

export type FamilyFacts = {
  isOnHold: boolean
  absorbCardSurcharge: SurchargeAbsorption
  /** The members, longest-standing first. */
  members: { id: string; lastName: string; mobile: string | null; lastLogIn: string | null }[]
  sources: {
    id: string
    cardBrand: string | null
    holderName: string
    authorisedAt: string | null
    createdAt: string
    uses: number
  }[]
  requests: { id: string; isArrears: boolean; periodName: string | null; left: Cents; reminders: number }[]
  /** Payments that were sent and have not arrived. */
  onItsWay: { amount: Cents; since: string } | null
  /** The sums of ledger entries, by kind. */
  moved: Sums[]
  counts: { payments: number; documents: number; messages: number; notes: number }
}

/** The facts that a family's page adds to those of every account. */
export async function findFamilyFacts(db: Db, accountId: string, now: Date) {
  return db.value<FamilyFacts | undefined>(sql`
    select json_build_object(
      'isOnHold', ${isOnHold(sql`account.id`)},
      'absorbCardSurcharge', institution.absorb_card_surcharge,
      'members', (
        select coalesce(json_agg(json_build_object('id', customer.id, 'lastName', customer.last_name, 'mobile', customer.mobile_e164,
          'lastLogIn', (
            select max(event.at) from audit_event event
            where event.subject_id = customer.id and event.action in ('LoggedInWithCode', 'LoggedInWithLink')))
          order by customer.created_at, customer.id), '[]')
        from account_member member join customer on customer.id = member.customer_id
        where member.account_id = account.id),
      'sources', (
        select coalesce(json_agg(json_build_object('id', source.id, 'cardBrand', source.card_brand,
          'holderName', source.holder_name, 'createdAt', source.created_at,
          'authorisedAt', (
            select max(given_at) from consent where consent.account_id = source.account_id
              and consent.subject_id = source.id and consent.kind = 'DirectDebitAuthorisation' and consent.agreed),
          'uses', (
            select count(*) from payment where payment.account_id = source.account_id
              and payment.source_id = source.id and payment.status in ('Succeeded', 'Refunded', 'Disputed')))), '[]')
        from repayment_source source where source.account_id = account.id and source.status <> 'Removed'),
      'requests', (
        select coalesce(json_agg(json_build_object('id', request.id, 'isArrears', request.is_arrears,
          'periodName', request.period_name, 'reminders', request.reminders,
          'left', request.open_minor) order by request.due_on, request.id), '[]')
        from payment_request request
        where request.account_id = account.id and request.is_open and request.expires_at > ${now}),
      'onItsWay', (
        select json_build_object('amount', sum(payment.amount_minor), 'since', min(payment.created_at))
        from payment
        where payment.account_id = account.id and payment.status in ('Sent', 'Processing', 'Unknown') having count(*) > 0),
      'moved', (
        select coalesce(json_agg(moved), '[]') from (
          select kind, sum(amount_minor)::bigint as amount from family_transaction
          where family_transaction.account_id = account.id group by kind order by kind) moved),
      'counts', json_build_object(
        'payments', (select count(*) from payment where payment.account_id = account.id),
        'documents', ${documentCount(sql`account.id`)},
        'messages', (select count(*) from ${messagesOfFamily(sql`account.id`)} message),
        'notes', (select count(*) from family_note note where note.account_id = account.id))
    ) as facts
    from account join institution on institution.id = account.institution_id
    where account.id = ${accountId}`)
}

/** The same documents as `listDocumentRows`. */
function documentCount(accountId: Statement): Statement {
  return sql`(
    (select count(*) from statement where statement.account_id = ${accountId})
    + (select count(*) from invoice where invoice.account_id = ${accountId})
    + (select count(*) from discount_letter letter where letter.account_id = ${accountId})
    + (select count(distinct consent.subject_id) from consent where consent.account_id = ${accountId}
        and consent.kind = 'DirectDebitAuthorisation' and consent.agreed and consent.subject_id is not null)
    + (select count(*) from identity_check checked where checked.account_id = ${accountId}
        and (checked.file_id is not null or checked.document_deleted_at is not null)))`
}

/** The account that a page is about. */
export async function requireAccount(
  db: Db,
  accountId: string,
): Promise<{ region: Region; shortId: string }> {
  const account = orNotFound(
    await db.first<{ region: Region; shortId: string }>(sql`
    select region, short_id as "shortId" from account where id = ${accountId}`),
  )
  return account
}
