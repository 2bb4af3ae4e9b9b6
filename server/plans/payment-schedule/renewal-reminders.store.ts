import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Region } from '#domain/region.ts'
import { dateOfAccount } from '../../platform/database/by-region.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import { isOnHold } from '../../people/holds/holds.store.ts'
import { isFree, type Turn } from '../../platform/jobs/parked-items.store.ts'

export type RenewalToRemind = { accountId: string; planId: string; tuitionYear: number }

/** The last day to edit a plan is never further from its start, whatever holidays there are. */
const farthestStartDays = 30

/** Renewed plans that start soon, in the order of their ids, without those that a reminder was written for. */
export async function lockRenewalsToRemind(
  tx: Db,
  today: Record<Region, CalendarDate>,
  turn: Turn & { after: RenewalToRemind | undefined },
): Promise<RenewalToRemind[]> {
  const earliest = dateOfAccount(today)
  return tx.many<RenewalToRemind>(sql`
    select plan.account_id as "accountId", plan.id as "planId", plan.tuition_year as "tuitionYear"
    from plan
      join plan_version version on version.account_id = plan.account_id and version.plan_id = plan.id
        and version.version = plan.version
      join account on account.id = plan.account_id and account.status = 'Active'
        and account.renewal_status = 'Renewing'
    where plan.status = 'Saved' and plan.id > coalesce(${turn.after?.planId ?? null}::uuid, '00000000-0000-0000-0000-000000000000')
      and version.start_date > ${earliest} and version.start_date <= ${earliest} + ${farthestStartDays}::int
      and exists (select from plan_version renewed where renewed.account_id = plan.account_id
        and renewed.plan_id = plan.id and renewed.saved_by = 'Renewal')
      and not ${isOnHold(sql`plan.account_id`)}
      and not exists (
        select from account_member member
          join outbox_message message
            on message.once = 'renewal-reminder:' || plan.id || ':' || version.start_date || ':' || member.customer_id
        where member.account_id = plan.account_id)
      and ${isFree(turn, sql`plan.id::text`)}
    order by plan.id limit ${turn.limit}
    for no key update of plan skip locked`)
}
