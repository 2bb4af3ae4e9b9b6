import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Region } from '#domain/region.ts'
import { dateOfAccount } from '../../platform/database/by-region.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import { isOnHold } from '../../people/holds/holds.reads.ts'
import { isFree, type Turn } from '../../platform/jobs/parked-items.reads.ts'
import type { Payer } from './sources.store.ts'

export type ExpiringCard = {
  accountId: string
  id: string
  region: Region
  displayName: string
  cardExpiry: string
  payers: Payer[]
}

/**
 * Cards that expire before payments still to come, and about which no letter was sent.
 * A change that waits for its day decides which card those payments are taken from.
 */
export async function listExpiringCards(
  db: Db,
  on: { today: Record<Region, CalendarDate>; warnDays: number; after: string },
  turn: Turn,
) {
  return db.many<ExpiringCard>(sql`
    select source.account_id as "accountId", source.id, account.region, source.display_name as "displayName",
      source.card_expiry as "cardExpiry", payers.list as payers
    from repayment_source source
      join account on account.id = source.account_id and account.status = 'Active'
      cross join lateral (
        select ${dateOfAccount(on.today)} as today,
          ((source.card_expiry || '-01')::date + interval '1 month' - interval '1 day')::date as last_day) days
      cross join lateral (
        select json_agg(json_build_object(
          'customerId', customer.id, 'firstName', customer.first_name, 'email', customer.email)
          order by customer.id) as list
        from account_member member join customer on customer.id = member.customer_id and customer.status = 'Active'
        where member.account_id = account.id and not exists (
          select from outbox_message where outbox_message.once =
            'card-expiring:' || source.id || ':' || source.card_expiry || ':' || customer.id)) payers
    where source.status = 'Usable'
      and source.card_expiry between to_char(least(${on.today.AU}::date, ${on.today.UK}::date), 'YYYY-MM')
        and to_char(greatest(${on.today.AU}::date, ${on.today.UK}::date) + ${on.warnDays}::int, 'YYYY-MM')
      and source.id > ${on.after} and ${isFree(turn, sql`source.id::text`)}
      and not ${isOnHold(sql`source.account_id`)}
      and days.today between days.last_day - ${on.warnDays}::int and days.last_day
      and payers.list is not null
      and source.id = coalesce(
        (select change.source_id from repayment_change change
          where change.account_id = account.id and change.status = 'Pending'),
        paying_source_id(account.id))
      and exists (
        select from instalment join plan
          on plan.account_id = instalment.account_id and plan.id = instalment.plan_id
        where instalment.account_id = account.id and instalment.status = 'Scheduled'
          and instalment.collect_on > days.last_day and plan.status in ('Current', 'Saved'))
    order by source.id limit ${turn.limit}`)
}

/** The key of the letter about an expiring card, so that it is sent once. */
export function expiringOnce(card: ExpiringCard, { customerId }: Payer): string {
  return `card-expiring:${card.id}:${card.cardExpiry}:${customerId}`
}

export type ExpiredCard = ExpiringCard & { isInUse: boolean }

/** A subquery: cards that are said to be usable and have expired. */
export const expiredCards = (month: Record<Region, string>) => sql`
  select source.account_id as "accountId", source.id, account.region, source.display_name as "displayName",
    source.card_expiry as "cardExpiry", account.status = 'Active' as "isInUse",
    (select coalesce(json_agg(json_build_object(
        'customerId', customer.id, 'firstName', customer.first_name, 'email', customer.email)
        order by customer.id), '[]')
      from account_member member join customer on customer.id = member.customer_id and customer.status = 'Active'
      where member.account_id = account.id) as payers
  from repayment_source source join account on account.id = source.account_id
  where source.status = 'Usable' and source.card_expiry < greatest(${month.AU}::text, ${month.UK}::text)
    and source.card_expiry < case account.region when 'AU' then ${month.AU}::text else ${month.UK}::text end`

export async function endCards(
  db: Db,
  cards: readonly { accountId: string; id: string; auditId: string }[],
  at: Date,
): Promise<void> {
  await db.run(sql`
    with ended as (
      select * from unnest(${cards.map(({ accountId }) => accountId)}::uuid[],
        ${cards.map(({ id }) => id)}::uuid[], ${cards.map(({ auditId }) => auditId)}::uuid[])
        as card (account_id, id, audit_id)),
    marked as (
      update repayment_source source set status = 'Unusable' from ended
      where source.account_id = ended.account_id and source.id = ended.id)
    insert into audit_event (subject_id, id, at, actor_kind, action, details)
    select account_id, audit_id, ${at}, 'System', 'SourceUnusable', jsonb_build_object('sourceId', id) from ended`)
}
