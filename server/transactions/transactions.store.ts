import type { ProductType } from '#domain/accounts.ts'
import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cents } from '#domain/money.ts'
import type { RepaymentSourceType } from '#domain/payment-methods/payment-methods.ts'
import type { Region } from '#domain/region.ts'
import type { WithdrawalStatus } from '#domain/withdrawals.ts'
import type { Db } from '../database/open.ts'
import { sql, type Statement } from '../database/sql.ts'
import type { PaymentKind } from '../payments/payments.store.ts'
import type { Position } from './cursor.ts'

export type Row = {
  id: string
  date: CalendarDate
  description: string | null
  amount: Cents
  school: string | null
  /** Of the withdrawal that it set money aside for. */
  withdrawalStatus: WithdrawalStatus | null
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
  /** In their order; one more than wanted where there is another page. */
  entries: Row[]
  /** Null on later pages, as are the years and schools. */
  pending: PendingPayment[] | null
  years: number[] | null
  schools: { id: string; name: string }[] | null
}

export type Wanted = {
  schoolId: string | null
  from: CalendarDate
  to: CalendarDate
  after: Position
  isFirst: boolean
  length: number
}

/** How the withdrawal stands that an entry belongs to. */
const withdrawalStatus = (entry: Statement) => sql`
  case when ${entry}.kind = 'Withdrawal' then (
    select status from withdrawal_request withdrawal
    where withdrawal.account_id = ${entry}.account_id and withdrawal.id = ${entry}.cause_id) end as "withdrawalStatus"`

/**
 * A page of an account, in one row. However it is narrowed, an index has the entries in their order; and which years
 * and schools there are is found by skipping from each to the next. So nothing here grows with the number of entries but
 * the balance.
 */
export function pageRead(
  accountId: Statement,
  { schoolId, from, to, after, isFirst, length }: Wanted,
): Statement {
  return sql`
    select row_to_json(found) as page
    from (
      select account.short_id as "shortId", account.region, account.product_type as "productType",
        coalesce((
          select balance_minor from family_balance where family_balance.account_id = account.id), 0) as balance,
        (select coalesce(json_agg(entry), '[]') from (
          select listed.id, listed.posted_on as date, listed.description, listed.amount_minor as amount,
            institution.name as school, ${withdrawalStatus(sql`listed`)}
          from (
            (select account_id, id, kind, cause_id, posted_on, description, amount_minor, institution_id
            from family_transaction
            where ${schoolId}::uuid is null and account_id = account.id
              and posted_on between ${from} and ${to} and (posted_on, id) < (${after.date}, ${after.id}::uuid)
            order by posted_on desc, id desc limit ${length}::int + 1)
            union all
            (select account_id, id, kind, cause_id, posted_on, description, amount_minor, institution_id
            from family_transaction
            where ${schoolId}::uuid is not null and account_id = account.id and institution_id = ${schoolId}
              and posted_on between ${from} and ${to} and (posted_on, id) < (${after.date}, ${after.id}::uuid)
            order by posted_on desc, id desc limit ${length}::int + 1)
          ) listed left join institution on institution.id = listed.institution_id
          order by listed.posted_on desc, listed.id desc) entry) as entries,
        case when ${isFirst} then (
          select coalesce(json_agg(facts), '[]') from pending_transaction where account_id = account.id
        ) end as pending,
        case when ${isFirst} then (
          with recursive year (newest) as (
            (select posted_on from family_transaction where account_id = account.id
              order by posted_on desc limit 1)
            union all
            select (select posted_on from family_transaction where account_id = account.id
                and posted_on < date_trunc('year', year.newest)::date order by posted_on desc limit 1)
            from year where year.newest is not null
          )
          select coalesce(json_agg(extract(year from newest)::int), '[]') from year where newest is not null
        ) end as years,
        case when ${isFirst} then (
          with recursive school (id) as (
            (select institution_id from family_transaction where account_id = account.id
              and institution_id is not null order by institution_id limit 1)
            union all
            select (select institution_id from family_transaction where account_id = account.id
                and institution_id > school.id order by institution_id limit 1)
            from school where school.id is not null
          )
          select coalesce(json_agg(json_build_object('id', institution.id, 'name', institution.name)), '[]')
          from school join institution on institution.id = school.id
        ) end as schools
      from account where account.id = ${accountId}
    ) found`
}

/** The same where the caller is known already. */
export async function findPage(db: Db, accountId: string, wanted: Wanted): Promise<PageRow | undefined> {
  const row = await db.first<{ page: PageRow }>(pageRead(sql`${accountId}::uuid`, wanted))
  return row?.page
}

export type PortalRow = Row & { accountId: string }

export type PortalPage = {
  accounts: { region: Region; productType: ProductType; balance: Cents }[]
  pending: PendingPayment[]
  entries: PortalRow[]
}

/** A page over several accounts: as many entries as wanted of each, of which the newest make the page. */
export async function findPortalPage(
  db: Db,
  {
    accountIds,
    after,
    isFirst,
    limit,
  }: { accountIds: string[]; after: Position; isFirst: boolean; limit: number },
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
      (select coalesce(json_agg(entry), '[]') from (
        select page.account_id as "accountId", page.id, page.posted_on as date, page.description,
          page.amount_minor as amount, institution.name as school, ${withdrawalStatus(sql`page`)}
        from (
          select own.* from unnest(${accountIds}::uuid[]) as account (id)
            cross join lateral (
              select account_id, id, kind, cause_id, posted_on, description, amount_minor, institution_id
              from family_transaction
              where account_id = account.id and (posted_on, id) < (${after.date}, ${after.id}::uuid)
              order by posted_on desc, id desc limit ${limit}
            ) own
          order by own.posted_on desc, own.id desc limit ${limit}
        ) page left join institution on institution.id = page.institution_id
        order by page.posted_on desc, page.id desc) entry) as entries`)
}
