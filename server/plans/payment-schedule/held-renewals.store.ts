import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Region } from '#domain/region.ts'
import { dateOfAccount } from '../../platform/database/by-region.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import { isOnHold } from '../../people/holds/holds.reads.ts'
import { isFree, type Turn } from '../../platform/jobs/parked-items.reads.ts'

export type HeldPlan = { accountId: string; planId: string; tuitionYear: number }

type Days = Record<Region, CalendarDate>

export async function claimRenewalsToHold(tx: Db, today: Days, turn: Turn) {
  return tx.many<HeldPlan>(sql`
    select plan.account_id as "accountId", plan.id as "planId", plan.tuition_year as "tuitionYear"
    from plan
      join plan_version version on version.account_id = plan.account_id and version.plan_id = plan.id
        and version.version = plan.version
      join account on account.id = plan.account_id and account.status = 'Active' and not account.is_setup_incomplete
    where plan.status = 'Saved' and version.start_date <= ${dateOfAccount(today)}
      and (select min(collect_on) from instalment
        where instalment.account_id = plan.account_id and instalment.plan_id = plan.id) <= ${dateOfAccount(today)}
      and lacks_method(plan.account_id, plan.id, ${dateOfAccount(today)})
      and not ${isOnHold(sql`plan.account_id`)}
      and ${isFree(turn, sql`plan.id::text`)}
    order by plan.account_id, plan.id limit ${turn.limit}
    for no key update of plan skip locked`)
}

/** Turns the plans back into estimates, which promise nothing. */
export async function holdRenewals(
  tx: Db,
  plans: readonly HeldPlan[],
  { today, at }: { today: Days; at: Date },
): Promise<void> {
  await tx.run(sql`
    with held as (
      update plan set status = 'Draft', held_on = ${dateOfAccount(today)}
      from unnest(${plans.map(({ accountId }) => accountId)}::uuid[], ${plans.map(({ planId }) => planId)}::uuid[])
          as key (account_id, id)
        join account on account.id = key.account_id
      where plan.account_id = key.account_id and plan.id = key.id
      returning plan.account_id, plan.id
    ), taken as (
      delete from instalment using held
      where instalment.account_id = held.account_id and instalment.plan_id = held.id
    )
    insert into audit_event (subject_id, id, at, actor_kind, action, details)
    select account_id, gen_random_uuid(), ${at}, 'System', 'RenewalHeld', jsonb_build_object('planId', id) from held`)
}

/** Plans that wait for a payment method and whose families have one by now. */
export async function listRenewalsToResume(
  db: Db,
  today: Days,
  turn: Turn & { after: HeldPlan | undefined },
): Promise<HeldPlan[]> {
  return db.many<HeldPlan>(sql`
    select plan.account_id as "accountId", plan.id as "planId", plan.tuition_year as "tuitionYear"
    from plan join account on account.id = plan.account_id and account.status = 'Active'
      and account.renewal_status = 'Renewing' and account.can_edit_or_add_plan
    where plan.held_on is not null and plan.status = 'Draft' and can_pay(plan.account_id, ${dateOfAccount(today)})
      and not ${isOnHold(sql`plan.account_id`)}
      and plan.id > coalesce(${turn.after?.planId ?? null}::uuid, '00000000-0000-0000-0000-000000000000')
      and ${isFree(turn, sql`plan.id::text`)}
    order by plan.id limit ${turn.limit}`)
}
