import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cents } from '#domain/money.ts'
import type { RepaymentSourceType, SourceStatus } from '#domain/payment-methods/payment-methods.ts'
import type { DeclineReason, PaymentStatus } from '#domain/payments.ts'
import type { Quote } from '#domain/plan/debits.ts'
import type { Frequency } from '#domain/plan/payment-schedule.ts'
import type { CardFunding, SurchargeRate } from '#domain/payment-methods/surcharges.ts'
import type { AccountFacts } from '../../people/accounts/account-facts.ts'
import { quoteOfInstalment, ratesOfAccount } from '../../people/accounts/plans.reads.ts'
import { isOnHold } from '../../people/holds/holds.reads.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import type { MandateStatus } from '../../platform/providers/stripe/sources.ts'
import { type TextVersion, textsAsJson } from '../../people/texts/texts.reads.ts'

export type SourceFacts = {
  id: string
  type: RepaymentSourceType
  displayName: string
  holderName: string
  cardBrand: string | null
  cardFunding: CardFunding | null
  cardExpiry: string | null
  fingerprint: string | null
  providerMethodId: string | null
}

export type StoredSource = SourceFacts & {
  mandateStatus: MandateStatus | null
  isDefault: boolean
  isPreferred: boolean
  status: Exclude<SourceStatus, 'Removed'>
  /** It is not known yet whether the payment went through. */
  hasPaymentUnderWay: boolean
  /** The customer authorised it in writing. */
  hasAuthorisation: boolean
  /** The newest one whose outcome is known; `at` is when it became known. */
  lastPayment: { status: PaymentStatus; reason: DeclineReason | null; at: string } | null
}

/** The payments of one plan that are still to come. */
export type StoredRepayment = {
  planId: string
  frequency: Frequency
  /** Those that are to be taken, or tried again, in order; each with what is left of it. */
  waiting: {
    seq: number
    on: CalendarDate
    collectOn: CalendarDate
    retryOn: CalendarDate | null
    noticedOn: CalendarDate | null
    quote?: Quote | null
    owingMinor: Cents
    isRetry: boolean
  }[]
  /** Those that are with the bank already. */
  collecting: { on: CalendarDate; owingMinor: Cents }[]
}

/** Everything about an account's payment methods that decides what is shown and what is allowed. */
export type MethodFacts = {
  account: AccountFacts
  allowsRepaymentChange: boolean
  /** Oldest first, without removed ones. */
  sources: StoredSource[]
  repayments: StoredRepayment[]
  /** Nothing of them is collected for now. */
  isHeld: boolean
  /** How many were removed over time. */
  removedSources: number
  pendingChange: { id: string; sourceId: string; effectiveOn: CalendarDate } | null
  surchargeRates: SurchargeRate[]
  /** Newest first, also those of days to come. */
  authorisationTexts: TextVersion[]
}

export async function findMethodFacts(db: Db, accountId: string) {
  return db.value<MethodFacts | undefined>(sql`
    select json_build_object(
      'account', account_facts.facts,
      'allowsRepaymentChange', account.allows_repayment_change,
      'sources', (
        select coalesce(json_agg(json_build_object(
          'id', id, 'type', type, 'displayName', display_name, 'holderName', holder_name,
          'cardBrand', card_brand, 'cardFunding', card_funding, 'cardExpiry', card_expiry,
          'mandateStatus', mandate_status, 'fingerprint', fingerprint,
          'providerMethodId', provider_payment_method_id, 'isDefault', is_default,
          'isPreferred', is_preferred, 'status', status,
          'hasPaymentUnderWay', exists (
            select from payment where payment.account_id = source.account_id and payment.source_id = source.id
              and payment.is_under_way),
          'lastPayment', (
            select json_build_object('status', payment.status, 'reason', payment.failure_code,
              'at', payment.updated_at)
            from payment where payment.account_id = source.account_id and payment.source_id = source.id
              and payment.status not in ('Created', 'Sent', 'Unknown')
            order by payment.created_at desc limit 1),
          'hasAuthorisation', exists (
            select from consent where consent.account_id = source.account_id
              and consent.subject_id = source.id and consent.kind = 'DirectDebitAuthorisation' and consent.agreed)
          ) order by created_at, id), '[]')
        from repayment_source source where source.account_id = account.id and source.status <> 'Removed'),
      'isHeld', ${isOnHold(sql`account.id`)},
      'removedSources', (
        select count(*) from repayment_source where account_id = account.id and status = 'Removed'),
      'repayments', (
        select coalesce(json_agg(json_build_object(
          'planId', plan.id, 'frequency', version.frequency, 'waiting', left_to_pay.waiting,
          'collecting', left_to_pay.collecting) order by left_to_pay.next_on, plan.id), '[]')
        from plan
          join plan_version version on version.account_id = plan.account_id and version.plan_id = plan.id
            and version.version = plan.version
          join lateral (
            select coalesce(min(day) filter (where status <> 'Collecting'), min(day)) as next_on,
              coalesce(json_agg(json_build_object('seq', seq, 'on', day, 'collectOn', collect_on, 'retryOn', retry_on,
                'noticedOn', noticed_on, 'quote', quote, 'owingMinor', owing, 'isRetry', status = 'Retrying')
                order by day, seq) filter (where status <> 'Collecting' and source_id is null), '[]') as waiting,
              coalesce(json_agg(json_build_object('on', day, 'owingMinor', owing)
                order by day, seq) filter (where status = 'Collecting'), '[]') as collecting
            from (
              select status, seq, coalesce(retry_on, collect_on) as day, collect_on, retry_on, noticed_on, source_id,
                ${quoteOfInstalment} as quote,
                case status when 'Collecting' then reserved_minor else open_minor end as owing
              from instalment
              where instalment.account_id = plan.account_id and instalment.plan_id = plan.id
                and status in ('Scheduled', 'Retrying', 'Collecting') and (open_minor > 0 or status = 'Collecting')
            ) instalment) left_to_pay on left_to_pay.next_on is not null
        where plan.account_id = account.id and plan.status in ('Current', 'Saved')),
      'pendingChange', (
        select json_build_object('id', id, 'sourceId', source_id, 'effectiveOn', effective_on)
        from repayment_change change where change.account_id = account.id and status = 'Pending'),
      'surchargeRates', ${ratesOfAccount},
      'authorisationTexts', ${textsAsJson(sql`'DirectDebitAuthorisation'`)}
    ) as facts
    from account join account_facts on account_facts.account_id = account.id
    where account.id = ${accountId}`)
}
