import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cents } from '#domain/money.ts'
import type {
  RepaymentSourceType,
  SourceStatus,
  SurchargeAbsorption,
} from '#domain/payment-methods/payment-methods.ts'
import type { DeclineReason } from '#domain/payments.ts'
import type { Debit, Quote } from '#domain/plan/debits.ts'
import type { Currency, Region } from '#domain/region.ts'
import type { CardFunding, SurchargeRate } from '#domain/payment-methods/surcharges.ts'
import type { Db } from '../../platform/database/open.ts'
import { rowKeys, type RowKey } from '../../platform/database/row-key.ts'
import { sql } from '../../platform/database/sql.ts'
import { quoteOfInstalment } from '../../people/accounts/plans.reads.ts'
import { isOnHold } from '../../people/holds/holds.reads.ts'
import type { PaymentRow } from '../../books/payments/payments.reads.ts'
import { type InstalmentKey, type Announced, describeChosen, keysOf, type Payer } from './repayments.reads.ts'

/**
 * The payment method that pays an instalment: the one chosen for it alone, else the active one, else the default.
 * `payingSourceFor` in domain/payment-methods has the same rule.
 */
export type ActiveSource = {
  id: string
  type: RepaymentSourceType
  displayName: string
  status: Exclude<SourceStatus, 'Removed'>
  cardBrand: string | null
  cardFunding: CardFunding | null
  cardExpiry: string | null
  mandateStatus: string | null
  mandateReference: string | null
  providerPaymentMethodId: string | null
  providerMandateId: string | null
}

export type PlanKey = { accountId: string; planId: string }

export type DueInstalment = InstalmentKey & {
  chargeId: string
  open: Cents
  /** What its notice said; null if nothing could be taken then. */
  quote: Quote | null
  tries: number
  institutionId: string
  absorb: SurchargeAbsorption
  providerCustomerId: string | null
  source: ActiveSource | null
}

export async function listSurchargeRates(db: Db, region: Region): Promise<SurchargeRate[]> {
  return db.many<SurchargeRate>(sql`
    select region, card_group as "cardGroup", basis_points as "basisPoints", valid_from as "validFrom",
      valid_to as "validTo"
    from surcharge_rate where region = ${region}`)
}

/**
 * A subquery: instalments that are due. A family that pays by BPAY gets some days more; all others had their notice
 * delivered long enough ago. Nothing is debited while another method was to pay from today on.
 */
export const dueInstalments = (on: {
  region: Region
  today: CalendarDate
  noticedBy: CalendarDate
  depositsDueBy: CalendarDate
}) => sql`
  select instalment.account_id as "accountId", instalment.plan_id as "planId", instalment.seq,
    instalment.charge_id as "chargeId", instalment.open_minor as open, instalment.tries, ${quoteOfInstalment} as quote,
    account.institution_id as "institutionId", institution.absorb_card_surcharge as absorb,
    account.stripe_customer_id as "providerCustomerId", source.source
  from instalment
    join plan on plan.account_id = instalment.account_id and plan.id = instalment.plan_id
    join account on account.id = instalment.account_id
    join institution on institution.id = account.institution_id
    left join lateral (
      select type, is_usable(repayment_source, ${on.today}) as is_usable, json_build_object('id', id, 'type', type, 'displayName', display_name, 'status', status,
        'cardBrand', card_brand, 'cardFunding', card_funding, 'cardExpiry', card_expiry,
        'mandateStatus', mandate_status, 'mandateReference', mandate_reference,
        'providerPaymentMethodId', provider_payment_method_id, 'providerMandateId', provider_mandate_id) as source
      from repayment_source
      where repayment_source.account_id = instalment.account_id and status <> 'Removed'
        and (id = instalment.source_id or is_preferred or is_default)
      order by id is not distinct from instalment.source_id desc, is_preferred desc limit 1
    ) source on true
  where instalment.status in ('Scheduled', 'Retrying') and instalment.open_minor > 0
    and coalesce(instalment.retry_on, instalment.collect_on) <= ${on.today}
    and plan.status = 'Current' and account.region = ${on.region} and account.status = 'Active'
    and not ${isOnHold(sql`instalment.account_id`)}
    and case when source.type = 'CustomerDeposit' then instalment.collect_on <= ${on.depositsDueBy}
      when source.is_usable
        then instalment.noticed_on <= ${on.noticedBy} and instalment.notice_id is null
      -- Where nothing can be taken there is no notice to wait for: it is overdue on its day.
      else true end
    and not exists (
      select from repayment_change change where change.account_id = instalment.account_id
        and change.status = 'Pending' and change.effective_on <= ${on.today})`

/** A debit as it is recorded before the provider is called. */
export type NewDebit = InstalmentKey &
  Debit & {
    id: string
    chargeId: string
    attempt: number
    sourceId: string
    institutionId: string
    providerCustomerId: string
    providerPaymentMethodId: string
    providerMandateId: string | null
  }

/** Records the debits of many instalments, reserves them, and notes that these are being collected. */
export async function insertDebits(
  tx: Db,
  debits: readonly NewDebit[],
  { currency, today, now }: { currency: Currency; today: CalendarDate; now: Date },
): Promise<void> {
  if (debits.length === 0) return
  await tx.run(sql`
    with debit as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(debits)}::jsonb) as debit ("accountId" uuid, "planId" uuid,
        seq int, id uuid, "chargeId" uuid, attempt int, "sourceId" uuid, "institutionId" uuid, amount bigint, surcharge bigint,
        "basisPoints" int, "providerCustomerId" text, "providerPaymentMethodId" text, "providerMandateId" text)
    ), written as (
      insert into payment (account_id, id, kind, source_id, plan_id, instalment_seq, institution_id, currency,
        amount_minor, covered_minor, surcharge_minor, surcharge_basis_points, status, attempt, provider_key,
        provider_customer_id, provider_payment_method_id, provider_mandate_id, created_at, updated_at)
      select "accountId", id, 'Instalment', "sourceId", "planId", seq, "institutionId", ${currency}, amount, amount, surcharge,
        "basisPoints", 'Created', attempt, id || ':1',
        "providerCustomerId", "providerPaymentMethodId", "providerMandateId", ${now}, ${now}
      from debit
    ), covered as (
      insert into cover (account_id, charge_id, payment_id, reserved_minor)
      select "accountId", "chargeId", id, amount from debit
    )
    update charge set status = 'Collecting', tries = debit.attempt, payment_id = debit.id, collected_on = ${today},
      reserved_minor = reserved_minor + debit.amount
    from debit
    where charge.account_id = debit."accountId" and charge.id = debit."chargeId"`)
}

/** Has instalments announced again, because more would be taken than their notices said. */
export async function announceAgain(
  tx: Db,
  dearer: readonly { accountId: string; chargeId: string }[],
): Promise<void> {
  if (dearer.length === 0) return
  await tx.run(sql`
    update charge set noticed_on = null, notice_id = null
    from jsonb_to_recordset(${JSON.stringify(dearer)}::jsonb) as dearer ("accountId" uuid, "chargeId" uuid)
    where charge.account_id = dearer."accountId" and charge.id = dearer."chargeId"`)
}

/** Marks instalments as overdue that cannot be debited, so that the family must act. */
export async function markOverdue(
  tx: Db,
  missed: readonly (InstalmentKey & { reason: DeclineReason | null })[],
): Promise<void> {
  if (missed.length === 0) return
  await tx.run(sql`
    update instalment set status = 'Overdue', failure_code = missed.reason
    from jsonb_to_recordset(${JSON.stringify(missed)}::jsonb)
      as missed ("accountId" uuid, "planId" uuid, seq int, reason text)
    where instalment.account_id = missed."accountId" and instalment.plan_id = missed."planId"
      and instalment.seq = missed.seq and instalment.status in ('Scheduled', 'Retrying')`)
}

/** A subquery: recorded debits that were not sent. */
export const unsentDebits = sql`
  select account_id as "accountId", id from payment where kind = 'Instalment' and status = 'Created'`

/** Marks recorded debits as sent: from here on the provider may know them. Returns those that were not sent before. */
export async function markDebitsSent(
  tx: Db,
  keys: readonly RowKey[],
  { now, nextLookAt }: { now: Date; nextLookAt: Date | null },
): Promise<PaymentRow[]> {
  const rows = await tx.many<PaymentRow>(sql`
    with sent as (
      update payment set status = 'Sent', sent_at = ${now}, next_look_at = ${nextLookAt}, updated_at = ${now}
      from ${rowKeys(keys)}
      where payment.account_id = key.account_id and payment.id = key.id and payment.status = 'Created'
      returning payment.account_id, payment.id
    )
    select payment_in_full.* from sent
      join payment_in_full on payment_in_full."accountId" = sent.account_id and payment_in_full.id = sent.id`)
  // One statement sees what was there before it.
  return rows.map((row) => ({ ...row, status: 'Sent', sentAt: now, nextLookAt }))
}

/**
 * A subquery: instalments that are to be announced. What cannot be taken is announced once it can be: the notice then
 * runs from that day.
 */
export const unannounced = (on: { region: Region; upTo: CalendarDate }) => sql`
  select instalment.account_id as "accountId", instalment.plan_id as "planId", instalment.seq
  from instalment
    join plan on plan.account_id = instalment.account_id and plan.id = instalment.plan_id
    join account on account.id = instalment.account_id
  where instalment.status in ('Scheduled', 'Retrying') and instalment.noticed_on is null
    and instalment.open_minor > 0
    and coalesce(instalment.retry_on, instalment.collect_on) <= ${on.upTo}
    and plan.status in ('Saved', 'Current') and account.region = ${on.region} and account.status = 'Active'
    and not account.is_setup_incomplete and not ${isOnHold(sql`instalment.account_id`)}
    -- By the account's own column, so that it is asked only of those that are left by then.
    and can_pay(account.id, coalesce(instalment.retry_on, instalment.collect_on), instalment.source_id)`

/** Marks instalments as announced. */
export async function markAnnounced(tx: Db, today: CalendarDate, keys: readonly InstalmentKey[]) {
  return tx.many<Announced>(sql`
    with chosen as materialized (
      select "accountId" as account_id, "planId" as plan_id, seq from ${keysOf(keys)}
    ), noted as (
      update instalment set noticed_on = ${today} from chosen
      where instalment.account_id = chosen.account_id and instalment.plan_id = chosen.plan_id
        and instalment.seq = chosen.seq
    )
    ${describeChosen}`)
}

type PlanDay = { region: Region; today: CalendarDate }

/** A subquery: saved plans whose first day has come and whose account can be debited. */
export const plansToStart = ({ region, today }: PlanDay) => sql`
  select plan.account_id as "accountId", plan.id as "planId"
  from plan
    join plan_version version on version.account_id = plan.account_id and version.plan_id = plan.id
      and version.version = plan.version
    join account on account.id = plan.account_id
  where plan.status = 'Saved' and version.start_date <= ${today} and account.region = ${region}
    and account.status = 'Active' and not account.is_setup_incomplete
    and not lacks_method(plan.account_id, plan.id, ${today})`

export async function startPlans(tx: Db, plans: readonly PlanKey[], now: Date): Promise<void> {
  await movePlans(tx, plans, { to: 'Current', action: 'PlanStarted', now })
}

async function movePlans(
  tx: Db,
  plans: readonly PlanKey[],
  { to, action, now }: { to: 'Current' | 'Completed'; action: 'PlanStarted' | 'PlanCompleted'; now: Date },
): Promise<void> {
  await tx.run(sql`
    with moved as (
      update plan set status = ${to}
      from unnest(${plans.map(({ accountId }) => accountId)}::uuid[], ${plans.map(({ planId }) => planId)}::uuid[])
        as key (account_id, id)
      where plan.account_id = key.account_id and plan.id = key.id
      returning plan.account_id, plan.id
    )
    insert into audit_event (subject_id, id, at, actor_kind, action, details)
    select account_id, gen_random_uuid(), ${now}, 'System', ${action}, jsonb_build_object('planId', id)
    from moved`)
}

export type CompletedPlan = {
  accountId: string
  planId: string
  tuitionYear: number
  /** Staff had made it a temporary one. */
  isTemporary: boolean
  paid: Cents
  waived: Cents
  shortId: string
  schoolName: string
  payer: Payer | null
}

/** A subquery: plans that may be over, by the notes that their last payments have left, or after their last day. */
export const notedPlans = ({ region, today }: PlanDay) => sql`
  select note.account_id as "accountId", note.plan_id as "planId"
  from plan_to_end note
    join account on account.id = note.account_id and account.region = ${region}
    join plan on plan.account_id = note.account_id and plan.id = note.plan_id and plan.status <> 'Saved'
  where coalesce(note.ends_on < ${today}, true)`

/** Completes those of the noted plans that are over, and returns them. */
export async function completePlans(tx: Db, keys: readonly PlanKey[], now: Date): Promise<CompletedPlan[]> {
  // Before the payments are read: one that is settled later leaves another note.
  const noted = await tx.many<PlanKey>(sql`
    delete from plan_to_end note
    using unnest(${keys.map(({ accountId }) => accountId)}::uuid[], ${keys.map(({ planId }) => planId)}::uuid[])
      as key (account_id, plan_id)
    where note.account_id = key.account_id and note.plan_id = key.plan_id
    returning note.account_id as "accountId", note.plan_id as "planId"`)
  const over = await tx.many<CompletedPlan>(sql`
    select plan.account_id as "accountId", plan.id as "planId", plan.tuition_year as "tuitionYear",
      plan.tailored_type is not null as "isTemporary", coalesce(sums.paid, 0)::bigint as paid,
      coalesce(sums.waived, 0)::bigint as waived, account.short_id as "shortId", institution.name as "schoolName",
      -- The family of a closed account knows from that letter.
      case when account.closed_at is null then payer_of(plan.account_id) end as payer
    from unnest(${noted.map(({ accountId }) => accountId)}::uuid[], ${noted.map(({ planId }) => planId)}::uuid[])
        as key (account_id, plan_id)
      join plan on plan.account_id = key.account_id and plan.id = key.plan_id and plan.status = 'Current'
      join account on account.id = plan.account_id
      join institution on institution.id = account.institution_id
      cross join lateral (
        select sum(settled_minor) as paid, sum(waived_minor) as waived,
          count(*) filter (where instalment.status not in ('Paid', 'Cancelled')) as remaining
        from instalment where instalment.account_id = plan.account_id and instalment.plan_id = plan.id) sums
    where sums.remaining = 0`)
  await movePlans(tx, over, { to: 'Completed', action: 'PlanCompleted', now })
  return over
}
