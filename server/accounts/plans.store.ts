import { dateIn } from '#domain/calendar/calendar.ts'
import { tuitionYearOf } from '#domain/plan/payment-schedule.ts'
import { collectedPlanStatuses, type PlanWithInstalments } from '#domain/plan/plan-payments.ts'
import type { Db } from '../database/open.ts'
import { sql, type Statement } from '../database/sql.ts'

/** The plan that the portal displays: the current one, else that of the tuition year, else the newest. */
export function displayedPlan(account: { id: Statement; region: Statement }, now: Date): Statement {
  const [au, uk] = [tuitionYearOf(dateIn('AU', now), 'AU'), tuitionYearOf(dateIn('UK', now), 'UK')]
  return sql`
    select plan.id, plan.tuition_year from plan
    where plan.account_id = ${account.id}
    order by plan.status = 'Current' desc,
      plan.tuition_year = case ${account.region} when 'AU' then ${au}::int else ${uk}::int end desc,
      plan.tuition_year desc
    limit 1`
}

export async function findDisplayedPlan(
  db: Db,
  { accountId, now }: { accountId: string; now: Date },
): Promise<{ id: string; tuitionYear: number } | undefined> {
  return db.first(sql`
    select displayed.id, displayed.tuition_year as "tuitionYear"
    from account
      cross join lateral (${displayedPlan({ id: sql`account.id`, region: sql`account.region` }, now)}) displayed
    where account.id = ${accountId}`)
}

/** For use where `plan` is a row of that table: its instalments in their order, as the domain has them. */
export const instalmentsOfPlan = sql`
  (select coalesce(json_agg(listed), '[]') from (
    select instalment.collect_on as "collectOn", instalment.amount_minor as amount,
      instalment.covered_minor as covered, instalment.status, instalment.retry_on as "retryOn"
    from instalment
    where instalment.account_id = plan.account_id and instalment.plan_id = plan.id
      and instalment.status <> 'Cancelled'
    order by instalment.seq) listed)`

/** For use where `plan` is a row of that table. */
export const isPlanCollected = sql`plan.status = any(${collectedPlanStatuses}::text[])`

export type CollectedPlan = PlanWithInstalments & { id: string }

/** The plans of an account that are collected, with their instalments: what the next payment is found in. */
export function collectedPlans(accountId: Statement): Statement {
  return sql`
    select coalesce(json_agg(json_build_object('id', plan.id, 'status', plan.status,
      'instalments', ${instalmentsOfPlan}) order by plan.tuition_year), '[]')
    from plan where plan.account_id = ${accountId} and ${isPlanCollected}`
}

export async function listCollectedPlans(db: Db, accountId: string): Promise<CollectedPlan[]> {
  const row = await db.first<{ plans: CollectedPlan[] }>(sql`
    select (${collectedPlans(sql`${accountId}::uuid`)}) as plans`)
  return row?.plans ?? []
}
