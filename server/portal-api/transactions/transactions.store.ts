import type { ProductType } from '#domain/accounts.ts'
import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cents } from '#domain/money.ts'
import type { RepaymentSourceType } from '#domain/payment-methods/payment-methods.ts'
import type { DeclineReason, PaymentKind } from '#domain/payments.ts'
import type { Region } from '#domain/region.ts'
import type { SchoolPaymentStatus } from '#domain/remittances.ts'
import type { WithdrawalStatus } from '#domain/withdrawals.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql, type Statement } from '../../platform/database/sql.ts'
import {
  openPaymentsOf,
  plansWithCreditOf,
  type FreeCreditFacts,
} from '../../books/free-credit/free-credit.reads.ts'
import { top, type PageStart, type Position } from './cursor.ts'

export type Row = {
  id: string
  date: CalendarDate
  description: string | null
  amount: Cents
  school: string | null
  /** The status of the withdrawal that the entry set money aside for. */
  withdrawalStatus: WithdrawalStatus | null
  /** How far the money has come that an entry moved to a school. */
  schoolPayment: SchoolPayment | null
}

export type SchoolPayment = { status: SchoolPaymentStatus; paidOn: CalendarDate | null }

/** A row of the list: an entry of the ledger, or an attempt that failed. */
export type TransactionRow = Row &
  Position & {
    /** The balance after it. An attempt that failed leaves it as it was. */
    balance: Cents
    /** Null for an entry. */
    attempt: FailedAttempt | null
  }

export type FailedAttempt = {
  kind: PaymentKind
  methodType: RepaymentSourceType | null
  reason: DeclineReason | null
}

/** A payment that has not reached the ledger. */
export type PendingPayment = {
  accountId: string
  id: string
  kind: PaymentKind
  amount: Cents
  schoolId: string
  school: string
  region: Region
  createdAt: string
  collectOn: CalendarDate | null
  methodType: RepaymentSourceType | null
}

/** A page of an account. */
export type PageRow = {
  shortId: string
  region: Region
  productType: ProductType
  balance: Cents
  /** The entries in order, one more than requested if there is another page. */
  entries: TransactionRow[]
  /** Null on later pages, as are the years and schools. */
  pending: PendingPayment[] | null
  years: number[] | null
  schools: { id: string; name: string }[] | null
  /** The facts behind the parts of the balance. */
  credit: Pick<FreeCreditFacts, 'payments' | 'plans'> | null
}

export type PageQuery = {
  schoolId: string | null
  from: CalendarDate
  to: CalendarDate
  after: PageStart
  isFirst: boolean
  length: number
}

/**
 * The rows of a page of an account, newest first, and one more where there is another page. The balance after each is
 * the one below the previous page, less everything between: rows that the page passes over, such as other schools',
 * count although they are not listed.
 */
const listedRows = (accountId: Statement, query: Omit<PageQuery, 'isFirst'>) => {
  const { schoolId, from, to, after, length } = query
  const ofSchool = schoolId === null ? sql`` : sql`and institution_id = ${schoolId}`
  return sql`
  with page as materialized (
    (select id, posted_on as date, created_at as at, seq, kind, cause_id, description, amount_minor, institution_id,
      null::json as attempt
    from family_transaction
    where account_id = ${accountId} ${ofSchool} and posted_on between ${from} and ${to}
      and (posted_on, created_at, seq) < (${after.date}::date, ${after.at}::timestamptz, ${after.seq}::bigint)
    order by posted_on desc, created_at desc, seq desc limit ${length}::int + 1)
    union all
    (select id, tried_on, created_at, 0, null, null, null, amount_minor, institution_id, facts
    from failed_attempt
    where account_id = ${accountId} ${ofSchool} and tried_on between ${from} and ${to}
      and (tried_on, created_at, 0, id)
        < (${after.date}::date, ${after.at}::timestamptz, ${after.seq}::bigint, ${after.id}::uuid)
    order by tried_on desc, created_at desc, id desc limit ${length}::int + 1)
    order by date desc, at desc, seq desc, id desc limit ${length}::int + 1
  ), passed as (
    select *, true as is_listed, case when attempt is null then amount_minor else 0 end as counts from page
    ${passedOver(accountId, query)}
  ), counted as (
    select *, sum(counts) over (order by date desc, at desc, seq desc, id desc) - counts as newer from passed
  )
  select ${accountId} as "accountId", row.id, row.date,
    to_char(row.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, row.seq, row.description,
    row.amount_minor as amount, institution.name as school, row.attempt,
    (coalesce(${after.balance}::bigint, (
      select balance_minor from family_balance where family_balance.account_id = ${accountId}), 0)
      - row.newer)::bigint as balance,
    case when row.kind = 'Withdrawal' then (
      select status from withdrawal_request withdrawal
      where withdrawal.account_id = ${accountId} and withdrawal.id = row.cause_id) end as "withdrawalStatus",
    case when row.kind = 'PaymentToSchool' then (
      select json_build_object('status', status, 'paidOn', paid_on) from school_payment
      where school_payment.account_id = ${accountId} and school_payment.entry_id = row.id) end as "schoolPayment"
  from counted row
    left join institution on institution.id = row.institution_id
  where row.is_listed
  order by row.date desc, row.at desc, row.seq desc, row.id desc`
}

/** The newer rows that are not on the page or a previous one, if there can be any. */
function passedOver(accountId: Statement, { schoolId, to, after }: Omit<PageQuery, 'isFirst'>): Statement {
  const countedFrom = after.balance === null ? top : after
  if (schoolId === null && to === top.date && countedFrom.date === after.date) return sql``
  return sql`
    union all
    select id, posted_on, created_at, seq, kind, cause_id, description, amount_minor, institution_id, null, false,
      amount_minor
    from family_transaction
    where account_id = ${accountId} and posted_on >= (select min(date) from page)
      and (posted_on, created_at, seq)
        < (${countedFrom.date}::date, ${countedFrom.at}::timestamptz, ${countedFrom.seq}::bigint)
      and (posted_on > ${to} or ${schoolId}::uuid is not null and institution_id is distinct from ${schoolId}::uuid
        or (posted_on, created_at, seq) >= (${after.date}::date, ${after.at}::timestamptz, ${after.seq}::bigint))`
}

/** What a first page has besides its rows. */
const firstPageColumns = sql`
  (select coalesce(json_agg(facts), '[]') from pending_transaction where account_id = account.id) as pending,
  (
    with recursive year (newest) as (
      (select posted_on from family_transaction where account_id = account.id
        order by posted_on desc limit 1)
      union all
      select (select posted_on from family_transaction where account_id = account.id
          and posted_on < date_trunc('year', year.newest)::date order by posted_on desc limit 1)
      from year where year.newest is not null
    )
    select coalesce(json_agg(distinct extract(year from shown.day)::int), '[]') from (
      select newest as day from year where newest is not null
      union all select tried_on from failed_attempt where account_id = account.id) shown
  ) as years,
  (
    with recursive school (id) as (
      (select institution_id from family_transaction where account_id = account.id
        and institution_id is not null order by institution_id limit 1)
      union all
      select (select institution_id from family_transaction where account_id = account.id
          and institution_id > school.id order by institution_id limit 1)
      from school where school.id is not null
    )
    select coalesce(json_agg(json_build_object('id', institution.id, 'name', institution.name)), '[]')
    from institution where institution.id in (
      select id from school
      union all select institution_id from failed_attempt where account_id = account.id)
  ) as schools,
  json_build_object('payments', ${openPaymentsOf(sql`account.id`)},
    'plans', ${plansWithCreditOf(sql`account.id`)}) as credit`

/**
 * A page of an account, in one row. Under every filter an index has the entries in order, and the years and schools are
 * found by skipping from each to the next. So nothing but what it passes over depends on the number of entries.
 */
export function pageStatement(
  accountId: string,
  { schoolId, from, to, after, isFirst, length }: PageQuery,
): Statement {
  return sql`
    select row_to_json(found) as page
    from (
      select account.short_id as "shortId", account.region, account.product_type as "productType",
        coalesce((
          select balance_minor from family_balance where family_balance.account_id = account.id), 0) as balance,
        (select coalesce(json_agg(entry), '[]')
          from (${listedRows(sql`account.id`, { schoolId, from, to, after, length })}) entry) as entries,
        ${isFirst ? firstPageColumns : sql`null as pending, null as years, null as schools, null as credit`}
      from account where account.id = ${accountId}
    ) found`
}

export async function findPage(db: Db, accountId: string, query: PageQuery) {
  return db.value<PageRow | undefined>(pageStatement(accountId, query))
}

export type PendingRow = Row & { accountId: string }
export type PortalRow = TransactionRow & { accountId: string }

export type PortalPage = {
  accounts: { region: Region; productType: ProductType; balance: Cents }[]
  pending: PendingPayment[]
  entries: PortalRow[]
}

/** A page over several accounts: a page's rows are read of each, and the newest make the page. */
export async function findPortalPage(
  db: Db,
  {
    accountIds,
    isFirst,
    ...query
  }: { accountIds: string[] } & Pick<PageQuery, 'after' | 'isFirst' | 'from' | 'to' | 'length'>,
): Promise<PortalPage | undefined> {
  return db.first<PortalPage>(sql`
    select
      (select coalesce(json_agg(json_build_object('region', account.region, 'productType', account.product_type,
          'balance', coalesce((
            select balance_minor from family_balance where family_balance.account_id = account.id), 0))), '[]')
        from account where account.id = any(${accountIds}::uuid[])) as accounts,
      case when ${isFirst} then (
        select coalesce(json_agg(facts), '[]') from pending_transaction
        where account_id = any(${accountIds}::uuid[])) else '[]' end as pending,
      (select coalesce(json_agg(entry order by entry.date desc, entry.at desc, entry.seq desc, entry.id desc), '[]')
        from (
          select own.* from account
            cross join lateral (${listedRows(sql`account.id`, { ...query, schoolId: null })}) own
          where account.id = any(${accountIds}::uuid[])
          order by own.date desc, own.at desc, own.seq desc, own.id desc limit ${query.length}::int + 1
        ) entry) as entries`)
}
