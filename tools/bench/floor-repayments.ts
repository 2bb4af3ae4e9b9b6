import { Client } from 'pg'
import type { CalendarDate } from '#domain/calendar/calendar.ts'

/**
 * The least that collecting the instalments of a day can cost: one statement over all of them, which writes the
 * payments and the ledger that our own path leaves behind, under the same checks. It asks no provider, so it has no
 * use for debits that are on their way; it tells nobody, and leaves no trail.
 */
export async function openFloor(databaseUrl: string) {
  // Without our own pool's patience: a statement over a whole day may take longer than any of ours.
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  return async (today: CalendarDate, now: Date): Promise<number> => {
    const { rowCount } = await client.query(statement, [today, now])
    return rowCount ?? 0
  }
}

const statement = `
  with due as materialized (
    select instalment.account_id, instalment.plan_id, instalment.seq, instalment.charge_id,
      instalment.amount_minor as amount,
      account.institution_id, account.currency, account.stripe_customer_id, source.id as source_id,
      source.provider_payment_method_id, coalesce(rate.basis_points, 0) as basis_points,
      (instalment.amount_minor * coalesce(rate.basis_points, 0) + 5000) / 10000 as surcharge,
      gen_random_uuid() as payment_id, gen_random_uuid() as repayment_id, gen_random_uuid() as fee_id
    from instalment
      join plan on plan.account_id = instalment.account_id and plan.id = instalment.plan_id
      join account on account.id = instalment.account_id
      join repayment_source source on source.account_id = instalment.account_id and source.is_preferred
      left join surcharge_rate rate on rate.region = account.region and rate.card_group = 'VisaOrMastercardCredit'
        and source.card_brand = 'visa' and source.card_funding = 'credit'
    where instalment.status = 'Scheduled' and coalesce(instalment.retry_on, instalment.collect_on) <= $1
      and instalment.noticed_on is not null and plan.status = 'Current' and account.status = 'Active'
      and source.status = 'Usable'
  ), paid as (
    insert into payment (account_id, id, kind, source_id, plan_id, instalment_seq, institution_id, currency,
      amount_minor, covered_minor, surcharge_minor, surcharge_basis_points, status, provider_key,
      provider_customer_id, provider_payment_method_id, provider_payment_id, sent_at, paid_on, created_at, updated_at)
    select account_id, payment_id, 'Instalment', source_id, plan_id, seq, institution_id, currency, amount, amount,
      surcharge, basis_points, 'Succeeded', payment_id || ':1',
      stripe_customer_id, provider_payment_method_id, 'pi_' || payment_id, $2, $1, $2, $2
    from due
  ), covered as (
    insert into cover (account_id, charge_id, payment_id, settled_minor)
    select account_id, charge_id, payment_id, amount from due
  ), entries as (
    insert into ledger_entry (account_id, id, kind, description, institution_id, posted_on, cause_id, created_at)
    select account_id, repayment_id, 'Repayment', 'Repayment', institution_id, $1, payment_id, $2 from due
    union all
    select account_id, fee_id, 'Surcharge', 'Card surcharge', institution_id, $1, payment_id, $2 from due
    where surcharge > 0
  ), postings as (
    insert into ledger_posting (account_id, entry_id, line, book, currency, amount_minor)
    select account_id, repayment_id, 1, 'ProviderClearing', currency, -amount from due
    union all
    select account_id, repayment_id, 2, 'Family', currency, amount from due
    union all
    select account_id, fee_id, 1, 'ProviderClearing', currency, -surcharge from due where surcharge > 0
    union all
    select account_id, fee_id, 2, 'SurchargeIncome', currency, surcharge from due where surcharge > 0
  )
  update charge set status = 'Paid', settled_minor = settled_minor + due.amount, tries = 1, payment_id = due.payment_id
  from due
  where charge.account_id = due.account_id and charge.id = due.charge_id`
