import type { Cents } from '#domain/money.ts'
import type { PaymentRequestStatus } from '#domain/pay-now.ts'
import type { RepaymentSourceType, SurchargeAbsorption } from '#domain/payment-methods.ts'
import type { Frequency } from '#domain/payment-schedule.ts'
import type { Region } from '#domain/region.ts'
import type { CardFunding, SurchargeRate } from '#domain/surcharges.ts'
import type { Db } from '../database/open.ts'
import { sql } from '../database/sql.ts'
import type { PaymentRow } from '../payments/payments.store.ts'

export type School = { id: string; name: string; absorbCardSurcharge: SurchargeAbsorption }

/** Everything that must be known to take a payment of an account. */
export type PayFacts = {
  accountId: string
  region: Region
  shortId: string
  providerCustomerId: string | null
  schools: School[]
  rates: SurchargeRate[]
  source: {
    id: string
    type: RepaymentSourceType
    displayName: string
    status: 'Usable' | 'Unusable'
    brand: string | null
    funding: CardFunding | null
    expiry: string | null
    mandateStatus: string | null
    providerPaymentMethodId: string | null
    providerMandateId: string | null
  } | null
  payer: PaymentRow['payer']
  /** When payments by this family, or for this request, were begun that came to nothing; the last one first. */
  declinedAt: string[]
}

/** One statement, because a payment is what people wait for. */
export async function findPayFacts(
  db: Db,
  {
    accountId,
    sourceId,
    requestId,
    since,
  }: { accountId: string; sourceId: string | null; requestId: string | null; since: Date },
): Promise<PayFacts | undefined> {
  const row = await db.first<{ facts: PayFacts }>(sql`
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
          'brand', card_brand, 'funding', card_funding, 'expiry', card_expiry, 'mandateStatus', mandate_status,
          'providerPaymentMethodId', provider_payment_method_id, 'providerMandateId', provider_mandate_id)
        from repayment_source
        where repayment_source.account_id = account.id and id::text = ${sourceId} and status <> 'Removed'),
      'payer', (
        select json_build_object('id', customer.id, 'email', customer.email, 'firstName', customer.first_name)
        from account_member join customer on customer.id = account_member.customer_id
        where account_member.account_id = account.id
        order by customer.created_at, customer.id limit 1),
      'declinedAt', (
        select coalesce(json_agg(created_at order by created_at desc), '[]') from payment
        where payment.account_id = account.id and payment_request_id is not distinct from ${requestId}
          and kind in ('Early', 'Guest') and status = 'Failed' and created_at > ${since})
    ) as facts
    from account where account.id = ${accountId}`)
  return row?.facts
}

export type RequestRow = {
  accountId: string
  id: string
  region: Region
  status: PaymentRequestStatus
  isExpired: boolean
  institutionId: string
  periodName: string | null
  amountDue: Cents
  amountPaid: Cents
  amountPending: Cents
  overdue: Cents
  annualTotal: Cents | null
  showsBreakdown: boolean
  customerName: string
  emails: string[]
}

export async function findRequest(db: Db, id: string, now: Date): Promise<RequestRow | undefined> {
  return db.first<RequestRow>(sql`
    select request.account_id as "accountId", request.id, account.region, request.status,
      request.expires_at <= ${now} as "isExpired", request.institution_id as "institutionId",
      request.period_name as "periodName", request.amount_due_minor as "amountDue",
      request.amount_paid_minor as "amountPaid", request.amount_pending_minor as "amountPending",
      request.overdue_minor as overdue, request.annual_total_minor as "annualTotal",
      request.shows_breakdown as "showsBreakdown",
      (select customer.first_name || ' ' || customer.last_name
        from account_member join customer on customer.id = account_member.customer_id
        where account_member.account_id = account.id order by customer.created_at, customer.id limit 1) as "customerName",
      array(select customer.email
        from account_member join customer on customer.id = account_member.customer_id
        where account_member.account_id = account.id order by customer.created_at, customer.id) as emails
    from payment_request request join account on account.id = request.account_id
    where request.id = ${id}`)
}

/** For a caller that does not name the request: the newest that can still be paid. */
export async function findOpenRequestId(
  db: Db,
  { institutionId, shortId, email }: { institutionId: string; shortId: string; email: string },
): Promise<string | undefined> {
  const row = await db.first<{ id: string }>(sql`
    select request.id from payment_request request
      join account on account.id = request.account_id
      join account_member on account_member.account_id = account.id
      join customer on customer.id = account_member.customer_id
    where account.short_id = ${shortId} and customer.email = ${email}
      and request.institution_id::text = ${institutionId} and request.status in ('Open', 'PartPaid')
    order by request.created_at desc, request.id limit 1`)
  return row?.id
}

export async function findBreakdown(
  db: Db,
  {
    accountId,
    institutionId,
    from,
    to,
  }: { accountId: string; institutionId: string; from: string; to: string },
): Promise<{ paidThisYear: Cents; frequency: Frequency | null }> {
  const row = await db.first<{ paidThisYear: Cents; frequency: Frequency | null }>(sql`
    select coalesce((
        select sum(posting.amount_minor) from ledger_entry entry
          join ledger_posting posting on posting.account_id = entry.account_id and posting.entry_id = entry.id
        where entry.account_id = ${accountId} and entry.institution_id = ${institutionId}
          and entry.kind in ('Repayment', 'Refund', 'Dispute', 'Reversal') and posting.book = 'Family'
          and entry.posted_on between ${from} and ${to}), 0)::bigint as "paidThisYear",
      (select version.frequency from plan join plan_version version
          on version.account_id = plan.account_id and version.plan_id = plan.id and version.version = plan.version
        where plan.account_id = ${accountId} and plan.status in ('Current', 'Saved')
        order by plan.status = 'Current' desc, plan.tuition_year limit 1) as frequency`)
  return row ?? { paidThisYear: 0 as Cents, frequency: null }
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
