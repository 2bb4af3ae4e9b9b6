import type { ProductType } from '#domain/accounts.ts'
import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cents } from '#domain/money.ts'
import type { Currency, Region } from '#domain/region.ts'
import type { Db, Transaction } from '../database/open.ts'
import { sql } from '../database/sql.ts'

type Key = { accountId: string; id: string }
/** Where the last batch ended. */
export type Place = Key & { paidOn: CalendarDate }

/**
 * The next payments that nothing was decided about, held until the transaction ends: neither a refund nor another
 * process touches them meanwhile. A second process waits here, then finds them decided.
 */
export async function lockUndecided(
  tx: Transaction,
  wanted: { region: Region; arrivedBy: CalendarDate; after: Place; limit: number },
): Promise<Place[]> {
  const { after } = wanted
  return tx.many<Place>(sql`
    select payment.account_id as "accountId", payment.id, payment.paid_on as "paidOn"
    from payment join account on account.id = payment.account_id
    where payment.remittance is null and payment.status in ('Succeeded', 'Disputed')
      and payment.paid_on <= ${wanted.arrivedBy} and account.region = ${wanted.region}
      and (payment.paid_on, payment.account_id, payment.id) > (${after.paidOn}, ${after.accountId}::uuid, ${after.id}::uuid)
    order by payment.paid_on, payment.account_id, payment.id limit ${wanted.limit}
    for update of payment`)
}

/**
 * Decides about the payments that are held, in one statement, and says how many were passed on. What is left of a
 * payment is what the family's book still has of it. A payment waits for another day while a refund or a dispute of it
 * is open, or while the family has asked for the money back and its credit does not cover both.
 */
export async function passOn(
  tx: Transaction,
  {
    keys,
    paidAhead,
    today,
    now,
  }: { keys: readonly Key[]; paidAhead: readonly ProductType[]; today: CalendarDate; now: Date },
): Promise<number> {
  const row = await tx.first<{ count: number }>(sql`
    with held as materialized (
      select payment.account_id, payment.id, payment.institution_id, payment.currency, payment.paid_on,
        payment.created_at, account.product_type = any(${paidAhead}::text[]) as is_kept
      from unnest(${keys.map(({ accountId }) => accountId)}::uuid[], ${keys.map(({ id }) => id)}::uuid[])
          as key (account_id, id)
        join payment using (account_id, id)
        join account on account.id = payment.account_id
      where not exists (select from dispute where dispute.account_id = payment.account_id
          and dispute.payment_id = payment.id and dispute.status = 'Open')
        and not exists (select from refund_order where refund_order.account_id = payment.account_id
          and refund_order.payment_id = payment.id and refund_order.status in ('Ordered', 'Unknown', 'Accepted'))
    ), cause as (
      select account_id, id as payment_id, id from held
      union all
      select held.account_id, held.id, refund.id from held join refund
        on refund.account_id = held.account_id and refund.payment_id = held.id
      union all
      select held.account_id, held.id, dispute.id from held join dispute
        on dispute.account_id = held.account_id and dispute.payment_id = held.id
    ), rest as materialized (
      select cause.account_id, cause.payment_id as id, sum(posting.amount_minor)::bigint as amount
      from cause
        join ledger_entry entry on entry.account_id = cause.account_id and entry.cause_id = cause.id
          and entry.kind in ('Repayment', 'Refund', 'Dispute', 'Reversal')
        join ledger_posting posting on posting.account_id = entry.account_id and posting.entry_id = entry.id
          and posting.book = 'Family'
      group by cause.account_id, cause.payment_id
    ), counted as materialized (
      select held.*, coalesce(rest.amount, 0) as amount,
        exists (select from ledger_entry entry where entry.account_id = held.account_id
          and entry.kind = 'PaymentToSchool' and entry.cause_id = held.id) as is_done
      from held left join rest on rest.account_id = held.account_id and rest.id = held.id
    ), going as materialized (
      select open.account_id, open.id, open.institution_id, open.currency, open.amount, gen_random_uuid() as entry_id
      from (
        select counted.*,
          sum(counted.amount) over (partition by counted.account_id order by counted.paid_on, counted.id) as up_to_it
        from counted where not is_kept and not is_done and amount > 0
      ) open
      where not exists (select from withdrawal_request asked where asked.account_id = open.account_id
          and asked.status not in ('Declined', 'Cancelled') and asked.created_at >= open.created_at)
        or open.up_to_it <= (select balance_minor from family_balance where account_id = open.account_id)
    ), entries as (
      insert into ledger_entry (account_id, id, kind, description, institution_id, posted_on, cause_id, created_at)
      select account_id, entry_id, 'PaymentToSchool', 'Payment to school', institution_id, ${today}, id, ${now}
      from going
    ), postings as (
      insert into ledger_posting (account_id, entry_id, line, book, currency, amount_minor)
      select going.account_id, going.entry_id, side.line, side.book, going.currency, going.amount * side.sign
      from going, (values (1, 'Family', -1), (2, 'School', 1)) as side (line, book, sign)
    ), remitted as (
      insert into remittance (id, institution_id, currency, remitted_on, payment_count, amount_minor, created_at)
      select gen_random_uuid(), institution_id, currency, ${today}, count(*), sum(amount), ${now}
      from going group by institution_id, currency
      on conflict (institution_id, currency, remitted_on) do update set
        payment_count = remittance.payment_count + excluded.payment_count,
        amount_minor = remittance.amount_minor + excluded.amount_minor
      returning id, institution_id, currency
    ), lines as (
      insert into remittance_line (account_id, payment_id, remittance_id, amount_minor)
      select going.account_id, going.id, remitted.id, going.amount
      from going join remitted using (institution_id, currency)
    ), decided as (
      update payment set remittance = case when going.id is not null or counted.is_done then 'PassedOn' else 'Kept' end
      from counted left join going on going.account_id = counted.account_id and going.id = counted.id
      where payment.account_id = counted.account_id and payment.id = counted.id
        and (going.id is not null or counted.is_done or counted.is_kept or counted.amount <= 0)
    )
    select count(*)::int as count from going`)
  return row?.count ?? 0
}

export type Remittance = {
  id: string
  institutionId: string
  schoolName: string
  region: Region
  currency: Currency
  remittedOn: CalendarDate
  paymentCount: number
  amount: Cents
}

export async function listRemittances(
  db: Db,
  wanted: { institutionId: string | null; from: CalendarDate | null; to: CalendarDate | null; limit: number },
): Promise<Remittance[]> {
  return db.many<Remittance>(sql`
    select remittance.id, institution_id as "institutionId", school.name as "schoolName", school.region, currency,
      remitted_on as "remittedOn", payment_count as "paymentCount", amount_minor as amount
    from remittance join institution school on school.id = institution_id
    where (${wanted.institutionId}::uuid is null or institution_id = ${wanted.institutionId})
      and (${wanted.from}::date is null or remitted_on >= ${wanted.from})
      and (${wanted.to}::date is null or remitted_on <= ${wanted.to})
    order by remitted_on desc, school.name, currency limit ${wanted.limit}`)
}

export async function findRemittance(db: Db, id: string): Promise<Remittance | undefined> {
  return db.first<Remittance>(sql`
    select remittance.id, institution_id as "institutionId", school.name as "schoolName", school.region, currency,
      remitted_on as "remittedOn", payment_count as "paymentCount", amount_minor as amount
    from remittance join institution school on school.id = institution_id
    where remittance.id = ${id}`)
}

export type RemittanceLine = {
  accountId: string
  paymentId: string
  shortId: string
  familyName: string
  students: string
  kind: string
  paidOn: CalendarDate
  periodName: string | null
  amount: Cents
}

/** For the school's books: who paid what for whom. */
export async function listRemittanceLines(db: Db, remittanceId: string): Promise<RemittanceLine[]> {
  return db.many<RemittanceLine>(sql`
    select line.account_id as "accountId", line.payment_id as "paymentId", account.short_id as "shortId",
      coalesce((select customer.last_name || ', ' || customer.first_name
        from account_member join customer on customer.id = account_member.customer_id
        where account_member.account_id = line.account_id
        order by customer.created_at, customer.id limit 1), '') as "familyName",
      coalesce((select string_agg(student.first_name || ' ' || student.last_name, '; ' order by student.first_name)
        from enrolment join student on student.account_id = enrolment.account_id and student.id = enrolment.student_id
        where enrolment.account_id = line.account_id and enrolment.institution_id = payment.institution_id), '') as students,
      payment.kind, payment.paid_on as "paidOn", request.period_name as "periodName", line.amount_minor as amount
    from remittance_line line
      join payment on payment.account_id = line.account_id and payment.id = line.payment_id
      join account on account.id = line.account_id
      left join payment_request request on request.account_id = line.account_id
        and request.id = payment.payment_request_id
    where line.remittance_id = ${remittanceId}
    order by "familyName", account.short_id, payment.paid_on, line.payment_id`)
}
