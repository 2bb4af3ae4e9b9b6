import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Holiday } from '#domain/calendar/holidays.ts'
import type { Region } from '#domain/region.ts'
import type { Transaction } from '../../platform/database/open.ts'
import { sql, type Statement } from '../../platform/database/sql.ts'

export async function saveHoliday(
  tx: Transaction,
  { region, date, name, isObserved }: Holiday & { region: Region; isObserved: boolean },
): Promise<void> {
  await tx.run(sql`
    insert into holiday (region, day, name, is_observed) values (${region}, ${date}, ${name}, ${isObserved})
    on conflict (region, day) do update set name = excluded.name, is_observed = excluded.is_observed,
      version = nextval('holiday_version')`)
}

/** Moves instalments that are planned for a day and not announced to another day. */
export function movePlanned(
  tx: Transaction,
  { region, from, to, now }: { region: Region; from: CalendarDate; to: CalendarDate; now: Date },
): Promise<Moved> {
  return moveWhere(tx, sql`coalesce(instalment.retry_on, instalment.collect_on) = ${from}`, {
    region,
    to,
    now,
  })
}

/** Moves instalments that were due on a day, or on closed days just before it, and are not announced back to it. */
export function moveBack(
  tx: Transaction,
  day: { region: Region; dueAfter: CalendarDate; from: CalendarDate; to: CalendarDate; now: Date },
): Promise<Moved> {
  const isOfThatDay = sql`instalment.retry_on is null
    and coalesce(instalment.retry_on, instalment.collect_on) = ${day.from}
    and instalment.due_on > ${day.dueAfter} and instalment.due_on <= ${day.to}`
  return moveWhere(tx, isOfThatDay, day)
}

async function moveWhere(
  tx: Transaction,
  condition: Statement,
  { region, to, now }: { region: Region; to: CalendarDate; now: Date },
): Promise<Moved> {
  // In the order in which a plan that is saved locks them, so that the two never wait for each other.
  const rows = await tx.many<{ accountId: string }>(sql`
    with chosen as materialized (
      select instalment.account_id, instalment.plan_id, instalment.seq
      from instalment join account on account.id = instalment.account_id
      where account.region = ${region} and instalment.status in ('Scheduled', 'Retrying')
        and instalment.noticed_on is null and ${condition}
      order by instalment.account_id, instalment.plan_id, instalment.seq
      for no key update of instalment
    )
    update instalment set
      collect_on = case when retry_on is null then ${to}::date else collect_on end,
      retry_on = case when retry_on is null then null else ${to}::date end,
      moves = moves + 1, moved_at = ${now}
    from chosen
    where instalment.account_id = chosen.account_id and instalment.plan_id = chosen.plan_id
      and instalment.seq = chosen.seq
    returning instalment.account_id as "accountId"`)
  return { instalments: rows.length, accounts: new Set(rows.map(({ accountId }) => accountId)).size }
}

export type Moved = { instalments: number; accounts: number }

/** Locks the instalments that were announced and have not been collected. Returns their accounts. */
export async function lockAnnounced(
  tx: Transaction,
  { region, upTo }: { region: Region; upTo: CalendarDate },
): Promise<string[]> {
  const rows = await tx.many<{ accountId: string }>(sql`
    select instalment.account_id as "accountId"
    from instalment
      join plan on plan.account_id = instalment.account_id and plan.id = instalment.plan_id
      join account on account.id = instalment.account_id
    where instalment.status in ('Scheduled', 'Retrying') and instalment.noticed_on is not null
      and coalesce(instalment.retry_on, instalment.collect_on) <= ${upTo}
      and plan.status in ('Saved', 'Current') and account.region = ${region}
    order by instalment.account_id, instalment.plan_id, instalment.seq
    for no key update of instalment`)
  return [...new Set(rows.map(({ accountId }) => accountId))]
}

export type NewDay = { accountId: string; planId: string; seq: number; day: CalendarDate }

export async function setPlannedDays(tx: Transaction, days: readonly NewDay[], now: Date): Promise<void> {
  await tx.run(sql`
    update instalment set
      collect_on = case when retry_on is null then moved.day else collect_on end,
      retry_on = case when retry_on is null then null else moved.day end,
      moves = moves + 1, moved_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(days)}::jsonb)
      as moved ("accountId" uuid, "planId" uuid, seq int, day date)
    where instalment.account_id = moved."accountId" and instalment.plan_id = moved."planId"
      and instalment.seq = moved.seq`)
}
