import type { ProductType } from '#domain/accounts.ts'
import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cents } from '#domain/money.ts'
import type { Currency, Region } from '#domain/region.ts'
import type { ArrivedPayment } from '#domain/remittances.ts'
import type { Transaction } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import { isFree, type Turn } from '../../platform/jobs/parked-items.reads.ts'
import type { RowKey } from '../../platform/database/row-key.ts'

/** The position at which the last batch ended. */
export type Place = RowKey & { paidOn: CalendarDate }

/**
 * The next undecided payments, locked until the transaction ends, so that neither a refund nor another process changes
 * them meanwhile. A second process waits here, then finds them decided.
 */
export async function lockUndecided(
  tx: Transaction,
  wanted: { region: Region; arrivedBy: CalendarDate; after: Place },
  turn: Turn,
): Promise<Place[]> {
  const { after } = wanted
  return tx.many<Place>(sql`
    select payment.account_id as "accountId", payment.id, payment.paid_on as "paidOn"
    from payment join account on account.id = payment.account_id
    where payment.remittance is null and payment.status in ('Succeeded', 'Disputed')
      and payment.paid_on <= ${wanted.arrivedBy} and account.region = ${wanted.region}
      and (payment.paid_on, payment.account_id, payment.id) > (${after.paidOn}, ${after.accountId}::uuid, ${after.id}::uuid)
      and ${isFree(turn, sql`payment.id::text`)}
    order by payment.paid_on, payment.account_id, payment.id limit ${turn.limit}
    for update of payment`)
}

/** An undecided payment with the facts that decide whether it is passed on. */
export type Undecided = RowKey &
  ArrivedPayment & {
    productType: ProductType
    institutionId: string
    currency: Currency
    isPassedOn: boolean
    /** A refund or a dispute of it is open, or one of what it pays again. */
    isInQuestion: boolean
    /** The family has asked for money since, of which this may be a part. */
    isAskedFor: boolean
    balance: Cents
  }

/** The payments with these keys, in the order in which they arrived. */
export async function listUndecided(tx: Transaction, keys: readonly RowKey[]): Promise<Undecided[]> {
  return tx.many<Undecided>(sql`
    select arrived.account_id as "accountId", arrived.id, arrived.amount, arrived.for_plan as "forPlan",
      arrived.is_for_request as "isForRequest", arrived.for_requests as "forRequests", arrived.debt_first as "debtFirst",
      account.product_type as "productType", arrived.institution_id as "institutionId", arrived.currency,
      arrived.is_passed_on as "isPassedOn",
      arrived.going_back is not null or exists (select from dispute where dispute.account_id = arrived.account_id
        and dispute.payment_id = arrived.id and dispute.status = 'Open')
      -- Who pays again what is disputed may pay it to us or to the school: the decision says which.
      or arrived.for_plan + arrived.for_requests > 0 and exists (
        select from dispute join payment returned
          on returned.account_id = dispute.account_id and returned.id = dispute.payment_id
        where dispute.account_id = arrived.account_id and dispute.status = 'Open'
          and returned.remittance = 'PassedOn' and returned.institution_id = arrived.institution_id
          and dispute.created_at < arrived.created_at and exists (
            select from payment outside where outside.account_id = arrived.account_id and outside.id = arrived.id
              and outside.plan_id is null)) as "isInQuestion",
      exists (select from withdrawal_request asked where asked.account_id = arrived.account_id
        and asked.status not in ('Declined', 'Cancelled') and asked.created_at >= arrived.created_at) as "isAskedFor",
      coalesce((select balance_minor from family_balance where family_balance.account_id = arrived.account_id), 0)
        as balance
    from unnest(${keys.map(({ accountId }) => accountId)}::uuid[], ${keys.map(({ id }) => id)}::uuid[])
        as key (account_id, id)
      join arrived_payment arrived using (account_id, id)
      join account on account.id = arrived.account_id
    order by arrived.account_id, arrived.paid_on, arrived.id`)
}

export async function markDecided(
  tx: Transaction,
  keys: readonly RowKey[],
  remittance: 'PassedOn' | 'Kept',
): Promise<void> {
  await tx.run(sql`
    update payment set remittance = ${remittance}
    from unnest(${keys.map(({ accountId }) => accountId)}::uuid[], ${keys.map(({ id }) => id)}::uuid[])
      as key (account_id, id)
    where payment.account_id = key.account_id and payment.id = key.id`)
}

/** Money that leaves a family's balance: a payment, or the credit that a plan has used. */
export type PassedOn = {
  accountId: string
  cause: { paymentId: string } | { planId: string }
  institutionId: string
  currency: Currency
  toSchool: Cents
  toLarkwell: Cents
}

/** Posts one entry for each amount, and adds the schools' share to their remittances of the day. */
export async function insertPassedOn(
  tx: Transaction,
  going: readonly PassedOn[],
  { today, now }: { today: CalendarDate; now: Date },
): Promise<void> {
  const ids = (key: 'paymentId' | 'planId') =>
    going.map(({ cause }) => (key in cause ? (cause as Record<typeof key, string>)[key] : null))
  await tx.run(sql`
    with going as materialized (
      select gone.*, gen_random_uuid() as entry_id from unnest(${going.map(({ accountId }) => accountId)}::uuid[],
          ${ids('paymentId')}::uuid[], ${ids('planId')}::uuid[],
          ${going.map(({ institutionId }) => institutionId)}::uuid[], ${going.map(({ currency }) => currency)}::text[],
          ${going.map(({ toSchool }) => toSchool)}::bigint[], ${going.map(({ toLarkwell }) => toLarkwell)}::bigint[])
        as gone (account_id, payment_id, plan_id, institution_id, currency, to_school, to_larkwell)
    ), entries as (
      insert into ledger_entry (account_id, id, kind, description, institution_id, posted_on, cause_id, created_at)
      select account_id, entry_id, 'PaymentToSchool',
        case when plan_id is null then 'Payment to school' else 'Credit used for your plan' end,
        institution_id, ${today}, coalesce(payment_id, plan_id), ${now}
      from going
    ), postings as (
      insert into ledger_posting (account_id, entry_id, line, book, currency, amount_minor)
      select going.account_id, going.entry_id, side.line, side.book, going.currency, side.amount
      from going cross join lateral (values (1, 'Family', 0 - to_school - to_larkwell), (2, 'School', to_school),
        (3, 'PaidAhead', to_larkwell)) as side (line, book, amount)
      where side.amount <> 0
    ), remitted as (
      insert into remittance (id, institution_id, currency, remitted_on, payment_count, amount_minor, created_at)
      select gen_random_uuid(), institution_id, currency, ${today}, count(*), sum(to_school), ${now}
      from going where to_school > 0 group by institution_id, currency
      on conflict (institution_id, currency, remitted_on) do update set
        payment_count = remittance.payment_count + excluded.payment_count,
        amount_minor = remittance.amount_minor + excluded.amount_minor
      returning id, institution_id, currency
    )
    insert into remittance_line (account_id, payment_id, plan_id, remittance_id, amount_minor)
    select going.account_id, going.payment_id, going.plan_id, remitted.id, going.to_school
    from going join remitted using (institution_id, currency) where going.to_school > 0`)
}

export type PlanToSettle = RowKey & {
  institutionId: string
  currency: Currency
  productType: ProductType
  balanceAtStart: Cents
  total: Cents
  balance: Cents
}

/** The next plans that have begun and whose credit is still in the family's balance, locked with their accounts. */
export async function lockPlansWithCredit(
  tx: Transaction,
  wanted: { region: Region; after: string },
  turn: Turn,
): Promise<PlanToSettle[]> {
  return tx.many<PlanToSettle>(sql`
    select plan.account_id as "accountId", plan.id, account.institution_id as "institutionId", account.currency,
      account.product_type as "productType", plan.balance_at_start_minor as "balanceAtStart",
      plan.total_minor as total,
      coalesce((select balance_minor from family_balance where family_balance.account_id = account.id), 0) as balance
    from plan_with_credit plan join account on account.id = plan.account_id
    where plan.status in ('Current', 'Completed') and account.region = ${wanted.region}
      and plan.account_id > ${wanted.after}::uuid and ${isFree(turn, sql`plan.id::text`)}
    order by plan.account_id limit ${turn.limit}
    for no key update of account`)
}

export async function markCreditSettled(tx: Transaction, keys: readonly RowKey[]): Promise<void> {
  await tx.run(sql`
    update plan set is_credit_settled = true
    from unnest(${keys.map(({ accountId }) => accountId)}::uuid[], ${keys.map(({ id }) => id)}::uuid[])
      as key (account_id, id)
    where plan.account_id = key.account_id and plan.id = key.id`)
}

/** The unreleased remittances of a region up to a day. */
export async function markReleased(
  tx: Transaction,
  { region, through, now }: { region: Region; through: CalendarDate; now: Date },
): Promise<{ amount: Cents }[]> {
  return tx.many<{ amount: Cents }>(sql`
    update remittance set released_at = ${now}
    from institution school
    where school.id = institution_id and school.region = ${region} and remitted_on <= ${through} and released_at is null
    returning amount_minor as amount`)
}
