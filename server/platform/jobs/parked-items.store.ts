import type { Db } from '../database/open.ts'
import { sql } from '../database/sql.ts'

/** Lets an item be tried once more, with the next run of its work. False when it is not parked. */
export async function retryParkedItem(
  db: Db,
  { work, item }: { work: string; item: string },
  now: Date,
): Promise<boolean> {
  const count = await db.run(sql`
    update parked_item set try_after = ${now} where work = ${work} and item = ${item} and try_after is null`)
  return count === 1
}

/** The minutes before each further try; once they are used up, the item is parked. */
const pauses = [1, 10, 60]
/** How long a provider may be unavailable before the items that need it are parked. */
const outageLimitMs = 24 * 60 * 60_000

/**
 * Records that an item failed, and when it is tried again. If the failure `passes`, because a provider is
 * unavailable, the item is tried every hour for a day before it is parked. Returns whether it is parked now.
 */
export async function recordFailedItem(
  db: Db,
  failed: {
    work: string
    item: string
    accountId: string | null
    reason: string
    isTemporary: boolean
    now: Date
  },
): Promise<boolean> {
  const last = failed.isTemporary ? pauses.at(-1) : null
  const outageBegan = new Date(failed.now.getTime() - outageLimitMs)
  const row = await db.first<{ isParked: boolean }>(sql`
    insert into parked_item as existing
      (work, item, account_id, reason, first_failed_at, last_failed_at, try_after)
    values (${failed.work}, ${failed.item}, (select id from account where id = ${failed.accountId}), ${failed.reason},
      ${failed.now}, ${failed.now}, ${failed.now}::timestamptz + make_interval(mins => (${pauses}::int[])[1]))
    on conflict (work, item) do update set tries = existing.tries + 1, reason = excluded.reason,
      last_failed_at = excluded.last_failed_at,
      try_after = excluded.last_failed_at
        + make_interval(mins => coalesce((${pauses}::int[])[existing.tries + 1],
          case when existing.first_failed_at > ${outageBegan} then ${last}::int end))
      -- Simultaneous tries of two processes count once.
      where existing.try_after <= excluded.last_failed_at
    returning try_after is null as "isParked"`)
  return row?.isParked ?? false
}

/** Deletes the failures of items that have succeeded. */
export async function forgetFailedItems(db: Db, work: string, items: readonly string[]): Promise<void> {
  await db.run(sql`delete from parked_item where work = ${work} and item = any(${items}::text[])`)
}
