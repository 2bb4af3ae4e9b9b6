import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cents } from '#domain/money.ts'
import { regions, type Region } from '#domain/region.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

export type CountAndSum = { count: number; amount: Cents }

export async function sumOfSuspense(db: Db): Promise<CountAndSum> {
  const row = await db.first<CountAndSum>(sql`
    select count(*)::int as count, coalesce(sum(amount_minor), 0)::bigint as amount
    from deposit where account_id is null`)
  if (!row) throw new Error('A sum has no row')
  return row
}

export type WithdrawalSums = CountAndSum & { region: Region; step: 'toReview' | 'toPayOut' | 'atBank' }

/** The sums of open withdrawals, by their next step. */
export async function sumsOfWithdrawals(db: Db): Promise<WithdrawalSums[]> {
  return db.many<WithdrawalSums>(sql`
    select account.region, open.step, count(*)::int as count, sum(open.amount_minor)::bigint as amount
    from (
      select account_id, amount_minor, case when status = 'Pending' then 'toReview'
        when payout_number is null then 'toPayOut' else 'atBank' end as step
      from withdrawal_request where status in ('Pending', 'Approved')
    ) as open join account on account.id = open.account_id
    group by account.region, open.step`)
}

export type RemittanceSums = CountAndSum & {
  region: Region
  step: 'today' | 'toRelease' | 'atBank' | 'paidThisMonth'
}

/** The sums of remittances. Each region has its own date. */
export async function sumsOfRemittances(db: Db, today: Record<Region, CalendarDate>) {
  return db.many<RemittanceSums>(sql`
    select region, step, sum(payment_count)::int as count, sum(amount_minor)::bigint as amount
    from (
      select school.region, payment_count, amount_minor,
        case when state = 'Paid' then 'paidThisMonth' when state <> 'Due' then 'atBank'
          when remitted_on >= day.today then 'today' else 'toRelease' end as step
      from remittance join institution school on school.id = institution_id
        join unnest(${[...regions]}::text[], ${regions.map((region) => today[region])}::date[])
          as day (region, today) on day.region = school.region
      where state in ('Due', 'Released', 'Sent')
        or state = 'Paid' and paid_on >= date_trunc('month', day.today)
    ) as remitted
    group by region, step`)
}
