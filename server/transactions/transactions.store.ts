import type { Transaction } from '#contract/transactions.ts'
import type { ProductType } from '#domain/accounts.ts'
import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cents } from '#domain/money.ts'
import type { RepaymentSourceType } from '#domain/payment-methods/payment-methods.ts'
import type { Region } from '#domain/region.ts'
import type { Db } from '../database/open.ts'
import { sql, type Statement } from '../database/sql.ts'
import type { PaymentKind } from '../payments/payments.store.ts'
import { Written } from '../http/reply-writer.ts'
import type { Place } from './cursor.ts'

export type Row = {
  accountId: string
  id: string
  date: CalendarDate
  description: string | null
  amount: Cents
  school: string | null
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

export type Head = {
  shortId: string
  region: Region
  productType: ProductType
  balance: Cents
  /** Null on later pages. */
  first: {
    pending: PendingPayment[]
    years: number[]
    schools: { id: string; name: string }[]
  } | null
}

export type Wanted = {
  schoolId: string | null
  from: CalendarDate
  to: CalendarDate
  after: Place
  isFirst: boolean
  length: number
}

/** A page with what stands above it. */
export type PageRow = {
  head: Head
  /** The transactions in their order, for `rowsOf`; one more than wanted where there is another page. */
  transactions: string | null
}

/** Each as the contract has it. The character between them is one that JSON never holds as it is. */
export function rowsOf({ transactions }: PageRow): Written<Transaction>[] {
  return transactions === null ? [] : transactions.split('\u001e').map((text) => new Written(text))
}

/**
 * A page of an account, with what stands above it, in one row. Whichever way it is narrowed, an index has the rows in
 * their order; and which years and schools there are is found by skipping from each to the next. So nothing here grows
 * with the number of rows but the balance. A row is put together as text: JSON by function costs a quarter more.
 */
export function pageRead({ schoolId, from, to, after, isFirst, length }: Wanted): Statement {
  return sql`
    select json_build_object('shortId', account.short_id, 'region', account.region,
        'productType', account.product_type,
        'balance', coalesce((
          select balance_minor from family_balance where family_balance.account_id = account.id), 0),
        'first', case when ${isFirst} then json_build_object(
          'pending', (
            select coalesce(json_agg(facts), '[]') from pending_transaction where account_id = account.id),
          'years', (
            with recursive year (newest) as (
              (select posted_on from family_transaction where account_id = account.id
                order by posted_on desc limit 1)
              union all
              select (select posted_on from family_transaction where account_id = account.id
                  and posted_on < date_trunc('year', year.newest)::date order by posted_on desc limit 1)
              from year where year.newest is not null
            )
            select coalesce(json_agg(extract(year from newest)::int), '[]') from year where newest is not null),
          'schools', (
            with recursive school (id) as (
              (select institution_id from family_transaction where account_id = account.id
                and institution_id is not null order by institution_id limit 1)
              union all
              select (select institution_id from family_transaction where account_id = account.id
                  and institution_id > school.id order by institution_id limit 1)
              from school where school.id is not null
            )
            select coalesce(json_agg(json_build_object('id', institution.id, 'name', institution.name)), '[]')
            from school join institution on institution.id = school.id)
        ) end) as head,
      page.transactions
    from account cross join lateral (
      select string_agg('{"id":"' || entry.id || '","date":"' || entry.posted_on
          || '","typeDesc":' || coalesce(to_json(entry.description)::text, 'null')
          || ',"amount":' || entry.amount_minor / 100.0::float8
          || ',"school":{"name":' || coalesce(to_json(institution.name)::text, 'null')
          || '},"isPending":false}', chr(30) order by entry.posted_on desc, entry.id desc) as transactions
      from (
        (select id, posted_on, description, amount_minor, institution_id from family_transaction
        where ${schoolId}::uuid is null and account_id = account.id
          and posted_on between ${from} and ${to} and (posted_on, id) < (${after.date}, ${after.id}::uuid)
        order by posted_on desc, id desc limit ${length}::int + 1)
        union all
        (select id, posted_on, description, amount_minor, institution_id from family_transaction
        where ${schoolId}::uuid is not null and account_id = account.id and institution_id = ${schoolId}
          and posted_on between ${from} and ${to} and (posted_on, id) < (${after.date}, ${after.id}::uuid)
        order by posted_on desc, id desc limit ${length}::int + 1)
      ) entry left join institution on institution.id = entry.institution_id
    ) page
    where account.id = member.account_id`
}

/** The same for whoever has no need to ask who calls. */
export async function findPage(db: Db, accountId: string, wanted: Wanted): Promise<PageRow | undefined> {
  return db.first<PageRow>(sql`
    select page.* from (select ${accountId}::uuid as account_id) member
      cross join lateral (${pageRead(wanted)}) page`)
}

export type PortalHead = {
  accounts: { region: Region; productType: ProductType; balance: Cents }[]
  pending: PendingPayment[]
}

/**
 * A page over several accounts: as many rows as wanted of each, of which the newest make the page. The first row of the
 * answer is the head, the rest are plain columns.
 */
export async function findPortalPage(
  db: Db,
  {
    accountIds,
    after,
    isFirst,
    limit,
  }: { accountIds: string[]; after: Place; isFirst: boolean; limit: number },
): Promise<{ head: PortalHead | undefined; rows: Row[] }> {
  const [first, ...rows] = await db.many<Row & { head: PortalHead | null }>(sql`
    select * from (
      select 0 as place, null::uuid as "accountId", null::uuid as id, null::date as date, null::text as description,
        null::bigint as amount, null::text as school,
        json_build_object(
          'accounts', (
            select coalesce(json_agg(json_build_object('region', account.region, 'productType', account.product_type,
              'balance', coalesce((
                select balance_minor from family_balance where family_balance.account_id = account.id), 0))), '[]')
            from account where account.id = any(${accountIds}::uuid[])),
          'pending', case when ${isFirst} then (
            select coalesce(json_agg(facts), '[]') from pending_transaction
            where account_id = any(${accountIds}::uuid[])) else '[]' end) as head
      union all
      select 1, page.account_id, page.id, page.posted_on, page.description, page.amount_minor, institution.name, null
      from (
        select own.* from unnest(${accountIds}::uuid[]) as account (id)
          cross join lateral (
            select account_id, id, posted_on, description, amount_minor, institution_id from family_transaction
            where account_id = account.id and (posted_on, id) < (${after.date}, ${after.id}::uuid)
            order by posted_on desc, id desc limit ${limit}
          ) own
        order by own.posted_on desc, own.id desc limit ${limit}
      ) page left join institution on institution.id = page.institution_id
    ) answer order by place, date desc, id desc`)
  return { head: first?.head ?? undefined, rows }
}
