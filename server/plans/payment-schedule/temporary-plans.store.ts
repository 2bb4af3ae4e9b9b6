import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { PlanStatus } from '#domain/plan/payment-schedule.ts'
import type { Region } from '#domain/region.ts'
import { dateOfAccount } from '../../platform/database/by-region.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import { isFree, type Turn } from '../../platform/jobs/parked-items.reads.ts'

export type TemporaryPlan = {
  accountId: string
  planId: string
  tuitionYear: number
  status: PlanStatus
  tailoredUntil: CalendarDate
  shortId: string
  schoolName: string
  payers: { customerId: string; firstName: string; email: string }[]
}

/**
 * Temporary plans whose last day is over, locked for the process that ends them; another process takes others. A plan
 * that only waits for its last payment to arrive ends with it: its family gets one letter about both.
 */
export async function lockOverTemporaryPlans(db: Db, today: Record<Region, CalendarDate>, turn: Turn) {
  return db.many<TemporaryPlan>(sql`
    select plan.account_id as "accountId", plan.id as "planId", plan.tuition_year as "tuitionYear",
      plan.status, plan.tailored_until as "tailoredUntil",
      account.short_id as "shortId", institution.name as "schoolName",
      (select coalesce(json_agg(json_build_object(
          'customerId', customer.id, 'firstName', customer.first_name, 'email', customer.email)
          order by customer.id), '[]')
        from account_member member join customer on customer.id = member.customer_id and customer.status = 'Active'
        where member.account_id = account.id and account.status = 'Active') as payers
    from plan
      join account on account.id = plan.account_id
      join institution on institution.id = account.institution_id
    where plan.tailored_type is not null
      and plan.tailored_until < greatest(${today.AU}::date, ${today.UK}::date)
      and plan.tailored_until < ${dateOfAccount(today)}
      and not (plan.status = 'Current' and exists (
          select from instalment where instalment.account_id = plan.account_id and instalment.plan_id = plan.id)
        and not exists (
          select from instalment where instalment.account_id = plan.account_id and instalment.plan_id = plan.id
            and instalment.status in ('Scheduled', 'Retrying', 'Overdue')))
      and ${isFree(turn, sql`plan.id::text`)}
    order by plan.account_id, plan.id limit ${turn.limit}
    for no key update of plan skip locked`)
}

export async function clearTemporary(
  db: Db,
  plans: readonly { accountId: string; planId: string; auditId: string }[],
  at: Date,
): Promise<void> {
  await db.run(sql`
    with over as (
      select plan.account_id, plan.id, plan.tailored_type, plan.tailored_until, given.audit_id
      from unnest(${plans.map(({ accountId }) => accountId)}::uuid[], ${plans.map(({ planId }) => planId)}::uuid[],
          ${plans.map(({ auditId }) => auditId)}::uuid[]) as given (account_id, id, audit_id)
        join plan on plan.account_id = given.account_id and plan.id = given.id),
    cleared as (
      update plan set tailored_type = null, tailored_until = null from over
      where plan.account_id = over.account_id and plan.id = over.id)
    insert into audit_event (subject_id, id, at, actor_kind, action, details)
    select account_id, audit_id, ${at}, 'System', 'TemporaryPlanEnded',
      jsonb_build_object('planId', id, 'type', tailored_type, 'until', tailored_until)
    from over`)
}
