import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cents } from '#domain/money.ts'
import type { Region } from '#domain/region.ts'
import type { SchoolPaymentStatus } from '#domain/remittances.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import { isOwingOrMoving } from './standing.store.ts'

/** A month: its first day and the first day after it. */
export type StatementMonth = { from: CalendarDate; to: CalendarDate }

/** The months whose statements are complete in the whole region. */
export async function listFinishedMonths(db: Db, region: Region, since: CalendarDate) {
  return db.values<CalendarDate>(sql`
    select month from statement_run where region = ${region} and month >= ${since}`)
}

export async function finishMonth(db: Db, region: Region, month: CalendarDate, at: Date): Promise<void> {
  await db.run(sql`
    insert into statement_run (region, month, finished_at) values (${region}, ${month}, ${at})
    on conflict do nothing`)
}

/**
 * The next accounts with entries up to the end of the month and no statement of it or of a later one. For the newest
 * month (`owingOn` is today) also those with something overdue or on its way.
 */
export async function listAccountsWithout(
  db: Db,
  query: {
    region: Region
    month: StatementMonth
    owingOn: { today: CalendarDate; now: Date } | null
    after: string
    limit: number
  },
): Promise<string[]> {
  const { region, month, owingOn, after, limit } = query
  const rows = await db.many<{ id: string }>(sql`
    select account.id from account
    where account.region = ${region} and account.id > ${after}
      and (exists (select from ledger_entry entry
          where entry.account_id = account.id and entry.posted_on < ${month.to})
        or ${owingOn ? isOwingOrMoving(owingOn.today, owingOn.now) : sql`false`})
      and not exists (select from statement
        where statement.account_id = account.id and statement.month >= ${month.from})
    order by account.id limit ${limit}`)
  return rows.map(({ id }) => id)
}

/** Locks the statements of this account until the transaction ends; false if another process holds the lock. */
export async function tryLockAccount(
  tx: Transaction,
  accountId: string,
  { waits }: { waits: boolean },
): Promise<boolean> {
  const key = `statement ${accountId}`
  const row = await tx.first<{ taken: boolean }>(
    waits
      ? sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0)) is not null as taken`
      : sql`select pg_try_advisory_xact_lock(hashtextextended(${key}, 0)) as taken`,
  )
  return row?.taken ?? false
}

export type StatementLine = {
  postedOn: CalendarDate
  description: string | null
  schoolName: string | null
  amount: Cents
  /** How far money for a school had come when the statement was made. */
  schoolPayment: SchoolPaymentStatus | null
}

export type StatementOf = {
  region: Region
  shortId: string
  schools: string[]
  names: string[]
  address: string | null
  opening: Cents
  lines: StatementLine[]
}

/**
 * The facts of a statement, from one snapshot. It opens with the closing balance of the one before, and has every line
 * that was not on that one: those of the month, and those booked later for earlier days. Undefined if there is already
 * a statement of the month or of a later one.
 */
export async function readStatementOf(
  db: Db,
  { accountId, month, asOf }: { accountId: string; month: StatementMonth; asOf: Date },
): Promise<StatementOf | undefined> {
  return db.first<StatementOf>(sql`
    with last as materialized (
      select month, closing_minor, covers_until, (month + interval '1 month')::date as ends_before from statement
      where account_id = ${accountId} and month is not null order by month desc limit 1
    ), moved as materialized (
      select entry.id, entry.posted_on, entry.created_at, entry.seq, entry.description, entry.institution_id,
        entry.amount_minor as amount, last.month is null and entry.posted_on < ${month.from} as is_told
      from family_transaction entry left join last on true
      where entry.account_id = ${accountId} and entry.posted_on < ${month.to} and entry.created_at < ${asOf}
        and (last.month is null or entry.posted_on >= last.ends_before or entry.created_at >= last.covers_until)
    )
    select account.region, account.short_id as "shortId",
      coalesce((select closing_minor from last),
        (select sum(amount)::bigint from moved where is_told), 0)::bigint as opening,
      coalesce((
        select jsonb_agg(jsonb_build_object('postedOn', moved.posted_on, 'description', moved.description,
          'schoolName', school.name, 'amount', moved.amount, 'schoolPayment', (
            select status from school_payment
            where school_payment.account_id = ${accountId} and school_payment.entry_id = moved.id)) order by moved.posted_on, moved.created_at, moved.seq)
        from moved left join institution school on school.id = moved.institution_id
        where not is_told), '[]') as lines,
      (select coalesce(array_agg(distinct school.name order by school.name), '{}')
        from institution school where school.id = account.institution_id or school.id in (
          select institution_id from enrolment where enrolment.account_id = account.id)) as schools,
      (select coalesce(array_agg(customer.first_name || ' ' || customer.last_name
          order by customer.created_at, customer.id), '{}')
        from account_member join customer on customer.id = account_member.customer_id
        where account_member.account_id = account.id) as names,
      (select address.full_address
        from account_member join customer on customer.id = account_member.customer_id
          join customer_address address on address.customer_id = customer.id and address.status = 'Current'
        where account_member.account_id = account.id order by customer.created_at, customer.id limit 1) as address
    from account
    where account.id = ${accountId} and not exists (select from last where last.month >= ${month.from})`)
}

export type NewStatement = {
  accountId: string
  id: string
  name: string
  fileId: string
  month: CalendarDate
  opening: Cents
  closing: Cents
  coversUntil: Date
  createdAt: Date
}

export async function insertStatement(db: Db, statement: NewStatement): Promise<void> {
  await db.run(sql`
    insert into statement
      (account_id, id, name, file_id, month, opening_minor, closing_minor, covers_until, created_at)
    values (${statement.accountId}, ${statement.id}, ${statement.name}, ${statement.fileId}, ${statement.month},
      ${statement.opening}, ${statement.closing}, ${statement.coversUntil}, ${statement.createdAt})`)
}
