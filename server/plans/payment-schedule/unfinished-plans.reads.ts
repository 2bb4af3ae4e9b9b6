import { dateIn, datesIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import { tuitionYearOf, tuitionYearStart } from '#domain/plan/payment-schedule.ts'
import { planExpectedDays, type UnfinishedPlan } from '#domain/plan/unfinished-plans.ts'
import type { Region } from '#domain/region.ts'
import { dateOfAccount } from '../../platform/database/by-region.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql, type Statement } from '../../platform/database/sql.ts'
import { isOnHold } from '../../people/holds/holds.reads.ts'
import { isFree, type Turn } from '../../platform/jobs/parked-items.reads.ts'

type ByRegion<Value> = Record<Region, Value>

const monthAndDay = (region: Region) => tuitionYearStart(2000, region).slice('2000'.length)

/**
 * A subquery: the reasons why families have not begun to pay for this school year or the next. Families that leave, or
 * whose account is still being set up, are not asked for a plan. Held renewals have messages of their own.
 */
export function unfinishedPlans(now: Date): Statement {
  const running = { AU: tuitionYearOf(dateIn('AU', now), 'AU'), UK: tuitionYearOf(dateIn('UK', now), 'UK') }
  const goesOn = sql`account.status = 'Active' and not account.is_setup_incomplete
    and account.renewal_status not in ('Offboarding', 'Graduating', 'Closed')`
  const mayEdit = sql`account.can_edit_or_add_plan and account.allows_schedule_updates`
  return sql`
    select plan.account_id, plan.id as plan_id, plan.tuition_year,
      case plan.status when 'Draft' then 'NotSaved' else 'InReview' end as reason, version.start_date as starts_on,
      version.saved_at, account.region, ${mayEdit} as may_edit
    from plan
      join plan_version version on version.account_id = plan.account_id and version.plan_id = plan.id
        and version.version = plan.version
      join account on account.id = plan.account_id
    where plan.status in ('Draft', 'ManualReview') and ${goesOn} and plan.held_on is null
      and plan.tuition_year >= case account.region when 'AU' then ${running.AU}::int else ${running.UK}::int end
    union all
    select account.id, null, renewed.year, 'NoPlan',
      (renewed.year || case account.region when 'AU' then ${monthAndDay('AU')} else ${monthAndDay('UK')} end)::date,
      null, account.region, ${mayEdit}
    from account
      cross join lateral (
        select max(plan.tuition_year) + 1 as year from plan
        where plan.account_id = account.id and plan.status in ('Current', 'Completed')
      ) renewed
    where account.renewal_status = 'Renewing' and ${goesOn} and renewed.year is not null and not exists (
      select from plan where plan.account_id = account.id and plan.tuition_year = renewed.year)`
}

const daysBefore = sql`case when reason = 'NoPlan' then ${planExpectedDays.staff}::int else 0 end`

/** The same reasons in the columns of the staff's queue, for plans that have not begun on their day. */
export function stalledPlansInQueue(now: Date): Statement {
  return sql`
    select 'StalledPlan', coalesce(plan_id, account_id)::text, account_id, null::uuid,
      (starts_on - ${daysBefore})::timestamp at time zone 'UTC', null::bigint,
      case reason
        when 'NotSaved' then 'not saved by the family; it was to start on ' || starts_on
        when 'InReview' then 'still under review; it was to start on ' || starts_on ||
          ', so approve it with another start date'
        else 'the family goes on, but there is no plan; the school year begins on ' || starts_on end ||
        case when may_edit then '' else '; the family is blocked from changing plans' end,
      tuition_year
    from (${unfinishedPlans(now)}) account
    where starts_on - ${daysBefore} <= ${dateOfAccount(datesIn(now))}`
}

export type UnfinishedRow = UnfinishedPlan & {
  accountId: string
  region: Region
  savedAt: Date | null
}

type Starts = { from: CalendarDate; to: CalendarDate }

/** One plan of each account, in the order of their ids; without families that had such a reminder lately. */
export async function listUnfinished(
  db: Db,
  {
    now,
    starts,
    remindedSince,
    after,
  }: { now: Date; starts: ByRegion<Starts>; remindedSince: ByRegion<Date>; after: string },
  turn: Turn,
): Promise<UnfinishedRow[]> {
  const from = dateOfAccount({ AU: starts.AU.from, UK: starts.UK.from })
  const to = dateOfAccount({ AU: starts.AU.to, UK: starts.UK.to })
  return db.many<UnfinishedRow>(sql`
    select distinct on (account_id) account_id as "accountId", region, tuition_year as year, reason,
      starts_on as "startsOn", saved_at as "savedAt", may_edit as "mayEdit"
    from (${unfinishedPlans(now)}) account
    where account_id > ${after} and starts_on between ${from} and ${to}
      and account_id not in (
        select message.account_id from outbox_message message join account reader on reader.id = message.account_id
        where message.kind = 'PlanUnfinished' and message.status <> 'Expired' and message.created_at >= case reader.region
          when 'AU' then ${remindedSince.AU}::timestamptz else ${remindedSince.UK}::timestamptz end)
      and not ${isOnHold(sql`account.account_id`)} and ${isFree(turn, sql`account_id::text`)}
    order by account_id, starts_on limit ${turn.limit}`)
}
