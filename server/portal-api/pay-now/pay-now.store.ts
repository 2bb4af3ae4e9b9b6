import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cents } from '#domain/money.ts'
import type { PaymentRequestStatus } from '#domain/pay-now.ts'
import type { RepaymentSourceType, SurchargeAbsorption } from '#domain/payment-methods/payment-methods.ts'
import type { Frequency } from '#domain/plan/payment-schedule.ts'
import type { Region } from '#domain/region.ts'
import type { ChargedMethod, SurchargeRate } from '#domain/payment-methods/surcharges.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Attempt, PaymentRow } from '../../books/payments/payments.reads.ts'

export type PaySchool = { id: string; name: string; absorbCardSurcharge: SurchargeAbsorption }

/** Everything needed to take a payment of an account. */
export type PayFacts = {
  accountId: string
  region: Region
  shortId: string
  providerCustomerId: string | null
  schools: PaySchool[]
  rates: SurchargeRate[]
  source:
    | (ChargedMethod & {
        id: string
        type: RepaymentSourceType
        displayName: string
        status: 'Usable' | 'Unusable'
        cardExpiry: string | null
        mandateStatus: string | null
        providerPaymentMethodId: string | null
        providerMandateId: string | null
      })
    | null
  payer: PaymentRow['payer']
  /** Sessions in which a wallet could still pay for the same request, or to one of the schools without any. */
  openSessions: { id: string; institutionId: string }[]
  /** A wallet has paid in this attempt. */
  isPaidByWallet: boolean
  /** The start times of failed payments by this family or for this request, newest first. */
  declinedAt: string[]
}

/** Reads everything in one statement, because people wait for a payment. */
export async function findPayFacts(
  db: Db,
  {
    accountId,
    sourceId,
    requestId,
    attempt = null,
    since,
  }: {
    accountId: string
    sourceId: string | null
    requestId: string | null
    attempt?: Attempt | null
    since: Date
  },
) {
  return db.value<PayFacts | undefined>(sql`
    select json_build_object(
      'accountId', account.id, 'region', account.region, 'shortId', account.short_id,
      'providerCustomerId', account.stripe_customer_id,
      'schools', (
        select json_agg(json_build_object('id', school.id, 'name', school.name,
          'absorbCardSurcharge', school.absorb_card_surcharge)
          order by school.id <> account.institution_id, school.name)
        from institution school
        where school.id = account.institution_id
          or school.id in (select institution_id from enrolment where enrolment.account_id = account.id)),
      'rates', (
        select coalesce(json_agg(json_build_object('region', region, 'cardGroup', card_group,
          'basisPoints', basis_points, 'validFrom', valid_from, 'validTo', valid_to)), '[]')
        from surcharge_rate where surcharge_rate.region = account.region),
      'source', (
        select json_build_object('id', id, 'type', type, 'displayName', display_name, 'status', status,
          'cardBrand', card_brand, 'cardFunding', card_funding, 'cardExpiry', card_expiry, 'mandateStatus', mandate_status,
          'providerPaymentMethodId', provider_payment_method_id, 'providerMandateId', provider_mandate_id)
        from repayment_source
        where repayment_source.account_id = account.id and id::text = ${sourceId} and status <> 'Removed'),
      'payer', (
        select json_build_object('id', customer.id, 'email', customer.email, 'firstName', customer.first_name)
        from account_member join customer on customer.id = account_member.customer_id
        where account_member.account_id = account.id
        order by customer.created_at, customer.id limit 1),
      'openSessions', (
        select coalesce(json_agg(json_build_object('id', id, 'institutionId', institution_id)), '[]')
        from checkout_session
        where checkout_session.account_id = account.id and status = 'Open' and kind = 'Payment'
          and payment_request_id is not distinct from ${requestId}),
      'isPaidByWallet', exists (
        select from checkout_session session
          join payment on payment.account_id = session.account_id and payment.id = session.payment_id
        where session.account_id = account.id and session.request_scope = ${attempt?.scope ?? null}
          and session.client_request_id = ${attempt?.key ?? null}
          and payment.status <> 'Failed'),
      'declinedAt', (
        select coalesce(json_agg(created_at order by created_at desc), '[]') from payment
        where payment.account_id = account.id and payment_request_id is not distinct from ${requestId}
          and kind in ('Early', 'Guest') and status = 'Failed' and created_at > ${since})
    ) as facts
    from account where account.id = ${accountId}`)
}

export type PayRequestRow = {
  accountId: string
  id: string
  region: Region
  status: PaymentRequestStatus
  isExpired: boolean
  institutionId: string
  schoolName: string
  periodName: string | null
  dueOn: CalendarDate
  amountDue: Cents
  amountPaid: Cents
  amountPending: Cents
  lastPaidOn: CalendarDate | null
  /** What of it is on its way, and since when. */
  onItsWay: Cents
  sentAt: Date | null
  shortId: string
  showsBreakdown: boolean
  invoiceId: string | null
  /** The members of the account, the longest-standing first. */
  members: {
    customerId: string
    firstName: string
    lastName: string
    email: string
    mobile: string | null
    /** False if staff have blocked the customer. */
    isActive: boolean
  }[]
  isAccountClosed: boolean
  /** Whether the request is for payments that a plan could not collect. */
  isForPlan: boolean
}

/** Finds a request by the hash of a link or by its id. */
export async function findRequest(db: Db, key: { linkHash: Buffer } | { id: string }, now: Date) {
  const isWanted = 'id' in key ? sql`request.id = ${key.id}` : sql`request.link_hash = ${key.linkHash}`
  return db.first<PayRequestRow>(sql`
    select request.account_id as "accountId", request.id, account.region, request.status,
      request.expires_at <= ${now} as "isExpired", request.institution_id as "institutionId",
      institution.name as "schoolName", request.period_name as "periodName", request.due_on as "dueOn",
      request.amount_due_minor as "amountDue",
      request.amount_paid_minor as "amountPaid", request.amount_pending_minor as "amountPending",
      paying."lastPaidOn", paying."onItsWay", paying."sentAt",
      account.short_id as "shortId", account.status = 'Inactive' as "isAccountClosed",
      request.is_arrears as "isForPlan",
      request.shows_breakdown as "showsBreakdown", request.invoice_id as "invoiceId",
      (select coalesce(json_agg(json_build_object('customerId', customer.id, 'firstName', customer.first_name,
          'lastName', customer.last_name, 'email', customer.email, 'mobile', customer.mobile_e164,
          'isActive', customer.status = 'Active') order by customer.created_at, customer.id), '[]')
        from account_member join customer on customer.id = account_member.customer_id
        where account_member.account_id = account.id) as members
    from payment_request request join account on account.id = request.account_id
      join institution on institution.id = request.institution_id
      cross join lateral (
        select max(payment.paid_on) as "lastPaidOn",
          coalesce(sum(cover.reserved_minor) filter (where payment.is_under_way), 0)::bigint as "onItsWay",
          min(payment.created_at) filter (where payment.is_under_way) as "sentAt"
        from charge
          join cover on cover.account_id = charge.account_id and cover.charge_id = charge.id
          join payment on payment.account_id = cover.account_id and payment.id = cover.payment_id
        where charge.account_id = request.account_id and charge.payment_request_id = request.id
      ) paying
    where ${isWanted}`)
}

/** Finds the newest request that can still be paid, for a call that does not name one. */
export async function findOpenRequest(
  db: Db,
  { institutionId, shortId, email }: { institutionId: string; shortId: string; email: string },
): Promise<{ id: string; accountId: string } | undefined> {
  return db.first(sql`
    select request.id, request.account_id as "accountId" from payment_request request
      join account on account.id = request.account_id
      join account_member on account_member.account_id = account.id
      join customer on customer.id = account_member.customer_id
    where account.short_id = ${shortId} and customer.email = ${email}
      and request.institution_id::text = ${institutionId} and request.is_open
    order by request.created_at desc, request.id limit 1`)
}

export type Breakdown = {
  paidThisYear: Cents
  overdue: Cents
  annualTotal: Cents | null
  frequency: Frequency | null
}

/**
 * The family's payments to a school in a tuition year, less refunds, and its arrears today: overdue instalments, and
 * what the school asks for. What is on its way or disputed is not counted.
 */
export async function findBreakdown(
  db: Db,
  query: { accountId: string; institutionId: string; from: string; to: string; today: string; now: Date },
): Promise<Breakdown | undefined> {
  const { accountId, institutionId, from, to, today, now } = query
  return db.first<Breakdown>(sql`
    select greatest(coalesce((
        select sum(posting.amount_minor) from ledger_entry entry
          join ledger_posting posting on posting.account_id = entry.account_id and posting.entry_id = entry.id
        where entry.account_id = account.id and entry.institution_id = ${institutionId}
          and entry.kind in ('Repayment', 'Refund', 'Dispute', 'Reversal') and posting.book = 'Family'
          and entry.posted_on between ${from} and ${to}), 0), 0)::bigint as "paidThisYear",
      coalesce((
        select sum(charge.open_minor) from charge
          left join payment_request request on request.account_id = charge.account_id
            and request.id = charge.payment_request_id and not request.is_arrears
        where charge.account_id = account.id and charge.payee_id = ${institutionId} and (charge.status = 'Overdue'
          or request.is_open and request.due_on < ${today} and request.expires_at > ${now})),
        0)::bigint as overdue,
      current.annual_total_minor as "annualTotal", current.frequency
    from account left join lateral (
      select version.annual_total_minor, version.frequency from plan join plan_version version
        on version.account_id = plan.account_id and version.plan_id = plan.id and version.version = plan.version
      where plan.account_id = account.id and plan.status in ('Current', 'Saved')
      order by plan.status = 'Current' desc, plan.tuition_year limit 1) current on true
    where account.id = ${accountId}`)
}

export async function findBpay(
  db: Db,
  accountId: string,
): Promise<{ billerCode: string; reference: string; amountMinor: Cents | null } | null> {
  const row = await db.first<{
    bpay: { billerCode: string; reference: string; amountMinor: Cents | null } | null
  }>(sql`
    select facts -> 'bpay' as bpay from account_facts where account_id = ${accountId}`)
  return row?.bpay ?? null
}
