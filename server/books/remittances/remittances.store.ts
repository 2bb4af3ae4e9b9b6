import type { ProductType } from '#domain/accounts.ts'
import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cents } from '#domain/money.ts'
import type { Currency, Region } from '#domain/region.ts'
import type { RemittanceState } from '#domain/remittances.ts'
import type { Transaction } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import { rowKeys, type RowKey } from '../../platform/database/row-key.ts'
import { balanceBeyondPayments, coversToPassOn, isInQuestion } from '../charges/charges.reads.ts'

/** Payments that arrived up to this day, of the families of a region. */
type Arrived = { region: Region; arrivedBy: CalendarDate }

const isDue = ({ region, arrivedBy }: Arrived) => sql`
  payment.status in ('Succeeded', 'Disputed') and payment.paid_on <= ${arrivedBy} and account.region = ${region}
  and not ${isInQuestion}`

/** A subquery: accounts with payments that nobody has decided about. */
export const accountsToRemit = (arrived: Arrived) => sql`
  select distinct cover.account_id as "accountId" from cover
    join account on account.id = cover.account_id
    join payment on payment.account_id = cover.account_id and payment.id = cover.payment_id
  where not cover.is_passed_on and cover.settled_minor > 0 and ${isDue(arrived)}`

/** What a payment has paid one of its payees. */
export type PaidPayee = {
  accountId: string
  paymentId: string
  institutionId: string
  currency: Currency
  toSchool: Cents
  toLarkwell: Cents
}

/**
 * Decides about all that has arrived for these accounts, which are locked: what of it each payee gets is counted as
 * passed on.
 */
export async function passOn(
  tx: Transaction,
  accountIds: readonly string[],
  arrived: Arrived,
): Promise<PaidPayee[]> {
  const due = coversToPassOn(sql`cover.account_id = any(${accountIds}::uuid[])`)
  return tx.many<PaidPayee>(sql`
    with decided as materialized (
      select due.*, payment.currency from ${due} due
        join payment on payment.account_id = due.account_id and payment.id = due.payment_id
        join account on account.id = due.account_id
      where ${isDue(arrived)}
    ), marked as (
      update cover set is_passed_on = true from decided
      where cover.account_id = decided.account_id and cover.payment_id = decided.payment_id
        and cover.charge_id = decided.charge_id
    ), charged as (
      update charge set passed_on_minor = passed_on_minor + part.amount
      from (select account_id, charge_id, sum(due_minor) as amount from decided group by account_id, charge_id) part
      where charge.account_id = part.account_id and charge.id = part.charge_id and part.amount > 0
    )
    select account_id as "accountId", payment_id as "paymentId", payee_id as "institutionId", currency,
      coalesce(sum(due_minor) filter (where not is_paid_ahead), 0)::bigint as "toSchool",
      coalesce(sum(due_minor) filter (where is_paid_ahead), 0)::bigint as "toLarkwell"
    from decided where due_minor > 0
    group by account_id, payment_id, payee_id, currency order by account_id, payment_id`)
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
        -- Of a payment that pays more later, each part has an entry of its own.
        institution_id, ${today}, case when exists (select from ledger_entry known where known.account_id = going.account_id
          and known.kind = 'PaymentToSchool' and known.cause_id = payment_id) then gen_random_uuid()
          else coalesce(payment_id, plan_id) end, ${now}
      from going
    ), postings as (
      insert into ledger_posting (account_id, entry_id, line, book, currency, amount_minor)
      select going.account_id, going.entry_id, side.line, side.book, going.currency, side.amount
      from going cross join lateral (values (1, 'Family', 0 - to_school - to_larkwell), (2, 'School', to_school),
        (3, 'PaidAhead', to_larkwell)) as side (line, book, amount)
      where side.amount <> 0
    ), remitted as (
      insert into remittance (id, first_id, institution_id, currency, remitted_on, payment_count, amount_minor,
        created_at)
      select id, id, institution_id, currency, ${today}, count, amount, ${now}
      from (
        select gen_random_uuid() as id, institution_id, currency, count(*) as count, sum(to_school) as amount
        from going where to_school > 0 group by institution_id, currency
      ) made
      on conflict (institution_id, currency, remitted_on) where released_at is null and first_id = id do update set
        payment_count = remittance.payment_count + excluded.payment_count,
        amount_minor = remittance.amount_minor + excluded.amount_minor
      returning id, institution_id, currency
    )
    insert into remittance_line (account_id, entry_id, payment_id, plan_id, remittance_id, amount_minor)
    select going.account_id, going.entry_id, going.payment_id, going.plan_id, remitted.id, going.to_school
    from going join remitted using (institution_id, currency) where going.to_school > 0`)
}

export type PlanToSettle = RowKey & {
  institutionId: string
  currency: Currency
  productType: ProductType
  balanceAtStart: Cents
  total: Cents
  /** Without what payments have brought for the school. */
  balance: Cents
}

/** A subquery: plans that have begun and whose credit is still in the family's balance. */
export const plansWithCredit = (region: Region) => sql`
  select plan.account_id as "accountId", plan.id, account.institution_id as "institutionId", account.currency,
    account.product_type as "productType", plan.balance_at_start_minor as "balanceAtStart",
    plan.total_minor as total,
    ${balanceBeyondPayments(sql`account.id`)} as balance
  from plan_with_credit plan join account on account.id = plan.account_id
  where plan.status in ('Current', 'Completed') and account.region = ${region}`

export async function markCreditSettled(tx: Transaction, keys: readonly RowKey[]): Promise<void> {
  await tx.run(sql`
    update plan set is_credit_settled = true from ${rowKeys(keys)}
    where plan.account_id = key.account_id and plan.id = key.id`)
}

/** Releases the unreleased remittances of a region up to a day. */
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

export type RemittanceToMove = {
  id: string
  institutionId: string
  region: Region
  currency: Currency
  amount: Cents
  state: RemittanceState
  sentAt: Date | null
}

export async function lockRemittance(tx: Transaction, id: string) {
  return tx.first<RemittanceToMove>(sql`
    select remittance.id, institution_id as "institutionId", school.region, currency, amount_minor as amount, state,
      sent_at as "sentAt"
    from remittance join institution school on school.id = institution_id
    where remittance.id = ${id} for update of remittance`)
}

export async function markSent(tx: Transaction, id: string, now: Date): Promise<void> {
  await tx.run(sql`update remittance set sent_at = ${now} where id = ${id}`)
}

export async function markPaid(
  tx: Transaction,
  id: string,
  { paidOn, now }: { paidOn: CalendarDate; now: Date },
): Promise<void> {
  await tx.run(sql`update remittance set paid_at = ${now}, paid_on = ${paidOn} where id = ${id}`)
}

/** Notes that the bank has sent a remittance back, and makes it due again on this day. */
export async function markReturned(
  tx: Transaction,
  id: string,
  { today, now }: { today: CalendarDate; now: Date },
): Promise<void> {
  await tx.run(sql`update remittance set returned_at = ${now} where id = ${id}`)
  await tx.run(sql`
    insert into remittance (id, first_id, institution_id, currency, remitted_on, payment_count, amount_minor, created_at)
    select gen_random_uuid(), first_id, institution_id, currency, ${today}, payment_count, amount_minor, ${now}
    from remittance where id = ${id}`)
}
