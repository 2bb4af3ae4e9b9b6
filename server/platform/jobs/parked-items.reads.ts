import type { Db } from '../database/open.ts'
import { sql, type Statement } from '../database/sql.ts'

export type FailedItem = {
  work: string
  item: string
  accountId: string | null
  tries: number
  reason: string
  firstFailedAt: Date
  lastFailedAt: Date
  /** Null once the item is parked: it is not tried again until staff retry it. */
  tryAfter: Date | null
}

/** Parked items, the oldest first. */
export async function listParkedItems(db: Db) {
  return db.many<FailedItem & { shortId: string | null }>(sql`
    select work, item, account_id as "accountId", short_id as "shortId", tries, reason,
      first_failed_at as "firstFailedAt", last_failed_at as "lastFailedAt", try_after as "tryAfter"
    from parked_item left join account on account.id = account_id
    where try_after is null order by first_failed_at, work, item`)
}

/** The account that a parked row belongs to, if it belongs to one. */
export async function findParkedAccount(
  db: Db,
  { work, item }: { work: string; item: string },
): Promise<string | null> {
  const row = await db.first<{ accountId: string | null }>(sql`
    select account_id as "accountId" from parked_item where work = ${work} and item = ${item}`)
  return row?.accountId ?? null
}

/** The number of parked items by work. */
export async function countParkedItems(db: Db): Promise<{ work: string; count: number }[]> {
  return db.many(sql`
    select work, count(*) as count from parked_item where try_after is null group by work order by work`)
}

/** One step of a work's run, for a query that takes its next rows. */
export type Turn = { work: string; now: Date; limit: number }

/**
 * Skips rows that wait for their next try or for staff. It is an array rather than a join, so that the rows are found
 * with the same plan as without it.
 */
export function isFree({ work, now }: Pick<Turn, 'work' | 'now'>, item: Statement): Statement {
  return sql`${item} <> all (array(
    select held.item from parked_item held
    where held.work = ${work} and (held.try_after is null or held.try_after > ${now})))`
}

/** Items of a work that have failed and not succeeded since. A held item waits for its next try or for staff. */
export async function listFailedItems(db: Db, { work, now }: Pick<Turn, 'work' | 'now'>) {
  return db.many<{ item: string; isHeld: boolean }>(sql`
    select item, try_after is null or try_after > ${now} as "isHeld" from parked_item where work = ${work}`)
}

/** Items whose next try is due. */
export async function listItemsToRetry(db: Db, { work, now }: Pick<Turn, 'work' | 'now'>) {
  return db.values<string>(sql`
    select item from parked_item where work = ${work} and try_after <= ${now} order by try_after`)
}
