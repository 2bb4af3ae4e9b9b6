import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Db } from '#server/platform/database/open.ts'
import { companyAccountId } from '#server/books/ledger/invariants.ts'
import { sql } from '#server/platform/database/sql.ts'

/**
 * The entries of earlier days for schools, as remittances: both say the same of every school and day. Their ids are the
 * same in every load.
 */
export async function remitByLedger(db: Db): Promise<void> {
  await db.run(sql`
    with gone as (
      select entry.account_id, entry.id as entry_id, entry.cause_id as payment_id, entry.institution_id,
        entry.posted_on, posting.currency, posting.amount_minor as amount, entry.created_at
      from ledger_entry entry
        join ledger_posting posting on posting.account_id = entry.account_id and posting.entry_id = entry.id
          and posting.book = 'School'
        join payment on payment.account_id = entry.account_id and payment.id = entry.cause_id
      where entry.kind = 'PaymentToSchool'
        and not exists (select from remittance_line line
          where line.account_id = entry.account_id and line.entry_id = entry.id)
    ), remitted as (
      insert into remittance (id, first_id, institution_id, currency, remitted_on, payment_count, amount_minor,
        created_at)
      select id, id, institution_id, currency, posted_on, count, amount, made_at
      from (
        select min(entry_id::text)::uuid as id, institution_id, currency, posted_on, count(*) as count, sum(amount) as amount,
          min(created_at) as made_at
        from gone group by institution_id, currency, posted_on
      ) made
      on conflict (institution_id, currency, remitted_on) where released_at is null and first_id = id do update set
        payment_count = remittance.payment_count + excluded.payment_count,
        amount_minor = remittance.amount_minor + excluded.amount_minor
      returning id, institution_id, currency, remitted_on
    )
    insert into remittance_line (account_id, entry_id, payment_id, remittance_id, amount_minor)
    select gone.account_id, gone.entry_id, gone.payment_id, remitted.id, gone.amount
    from gone join remitted on remitted.institution_id = gone.institution_id
      and remitted.currency = gone.currency and remitted.remitted_on = gone.posted_on`)
}

/** Remittances from before a day were paid the day after each. */
export async function payRemittances(db: Db, before: CalendarDate): Promise<void> {
  await db.run(sql`
    with paid as (
      update remittance set released_at = created_at, sent_at = created_at, paid_at = created_at,
        paid_on = remitted_on + 1
      where released_at is null and remitted_on < ${before}
      returning *
    ), entries as (
      insert into ledger_entry (account_id, id, kind, description, institution_id, posted_on, cause_id, created_at)
      select ${companyAccountId}::uuid, id, 'PaymentToSchool', 'Remittance sent to the bank', institution_id, remitted_on,
        id, created_at
      from paid order by id
    )
    insert into ledger_posting (account_id, entry_id, line, book, currency, amount_minor)
    select ${companyAccountId}::uuid, paid.id, side.line, side.book, paid.currency, side.amount
    from paid cross join lateral (values (1, 'School', 0 - amount_minor), (2, 'Bank', amount_minor))
      as side (line, book, amount)`)
}
