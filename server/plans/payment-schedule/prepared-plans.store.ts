import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cents } from '#domain/money.ts'
import type { Frequency, PlanSaver, PlanStatus, RenewalStatus } from '#domain/plan/payment-schedule.ts'
import type { Region } from '#domain/region.ts'
import { type NamedSource, sourcesOfAccount } from '../../people/accounts/plans.reads.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

/** The plan prepared for an account in a tuition year, and the plan it follows. */
export type PreparedYear = {
  accountId: string
  tuitionYear: number
  region: Region
  renewalStatus: RenewalStatus
  sources: NamedSource[]
  plan: PreparedPlan | null
  /** The plan of the year before. */
  previous: { amount: Cents; frequency: Frequency } | null
  /** What of it is still to be collected once the new plan has begun. */
  stillToCome: { count: number; amount: Cents; until: CalendarDate } | null
}

export type PreparedPlan = {
  id: string
  version: number
  status: Exclude<PlanStatus, 'None'>
  savedBy: PlanSaver
  savedAt: string
  heldOn: CalendarDate | null
  frequency: Frequency
  amount: Cents
  total: Cents
  count: number
  startDate: CalendarDate
  /** When its first payment is taken; null while it promises none. */
  firstOn: CalendarDate | null
}

export async function listPreparedYears(db: Db, keys: readonly { accountId: string; tuitionYear: number }[]) {
  return db.many<PreparedYear>(sql`
    select account.id as "accountId", key.year as "tuitionYear", account.region,
      account.renewal_status as "renewalStatus", ${sourcesOfAccount} as sources,
      case when plan.id is not null then json_build_object('id', plan.id, 'version', plan.version,
        'status', plan.status, 'savedBy', version.saved_by, 'savedAt', version.saved_at, 'heldOn', plan.held_on,
        'frequency', version.frequency, 'amount', version.periodic_amount_minor, 'total', version.total_minor,
        'count', version.repayment_count, 'startDate', version.start_date, 'firstOn', first.day) end as plan,
      (select json_build_object('amount', before.periodic_amount_minor, 'frequency', before.frequency)
        from plan_version before where before.account_id = old.account_id and before.plan_id = old.id
          and before.version = old.version) as previous,
      (select json_build_object('count', count(*), 'amount', sum(open_minor), 'until', max(collect_on))
        from instalment where instalment.account_id = old.account_id and instalment.plan_id = old.id
          and instalment.status in ('Scheduled', 'Retrying') and instalment.open_minor > 0
          and instalment.collect_on >= first.day
        having count(*) > 0) as "stillToCome"
    from unnest(${keys.map(({ accountId }) => accountId)}::uuid[], ${keys.map(({ tuitionYear }) => tuitionYear)}::int[])
        as key (account_id, year)
      join account on account.id = key.account_id
      left join plan on plan.account_id = account.id and plan.tuition_year = key.year
      left join plan_version version on version.account_id = plan.account_id and version.plan_id = plan.id
        and version.version = plan.version
      left join plan old on old.account_id = account.id and old.tuition_year = key.year - 1
      left join lateral (
        select min(collect_on) as day from instalment
        where instalment.account_id = plan.account_id and instalment.plan_id = plan.id) first on true`)
}
