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
  /** Null once it is parked: nothing tries it again before staff say so. */
  tryAfter: Date | null
}

/** What is parked, the oldest first. */
export async function listParkedItems(db: Db): Promise<(FailedItem & { shortId: string | null })[]> {
  return db.many(sql`
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

/** How many are parked, by work. */
export async function countParkedItems(db: Db): Promise<{ work: string; count: number }[]> {
  return db.many(sql`
    select work, count(*) as count from parked_item where try_after is null group by work order by work`)
}

/** Lets it be tried once more, with the next run of its work. False when it is not parked. */
export async function retryParkedItem(
  db: Db,
  { work, item }: { work: string; item: string },
  now: Date,
): Promise<boolean> {
  const count = await db.run(sql`
    update parked_item set try_after = ${now} where work = ${work} and item = ${item} and try_after is null`)
  return count === 1
}

/** Whose turn it is, for a query that takes the next rows of a work. */
export type Turn = { work: string; now: Date; limit: number }

/**
 * Passes over what waits for its next try, or for staff. An array rather than a join: the rows are found as they would be
 * without it.
 */
export function isFree({ work, now }: Pick<Turn, 'work' | 'now'>, item: Statement): Statement {
  return sql`${item} <> all (array(
    select held.item from parked_item held
    where held.work = ${work} and (held.try_after is null or held.try_after > ${now})))`
}

/** After these minutes an item is tried again; once they are used up it is parked. */
const pauses = [1, 10, 60]
/** How long a provider may be away before what needs it is parked. */
const patienceMs = 24 * 60 * 60_000

/**
 * Writes down that an item failed, and when it is tried again. What `passes`, because a provider is away, is tried every
 * hour for a day before it is parked. Returns whether it is parked now.
 */
export async function noteFailedItem(
  db: Db,
  failed: {
    work: string
    item: string
    accountId: string | null
    reason: string
    passes: boolean
    now: Date
  },
): Promise<boolean> {
  const last = failed.passes ? pauses.at(-1) : null
  const patientSince = new Date(failed.now.getTime() - patienceMs)
  const row = await db.first<{ isParked: boolean }>(sql`
    insert into parked_item as known
      (work, item, account_id, reason, first_failed_at, last_failed_at, try_after)
    values (${failed.work}, ${failed.item}, (select id from account where id = ${failed.accountId}), ${failed.reason},
      ${failed.now}, ${failed.now}, ${failed.now}::timestamptz + make_interval(mins => (${pauses}::int[])[1]))
    on conflict (work, item) do update set tries = known.tries + 1, reason = excluded.reason,
      last_failed_at = excluded.last_failed_at,
      try_after = excluded.last_failed_at
        + make_interval(mins => coalesce((${pauses}::int[])[known.tries + 1],
          case when known.first_failed_at > ${patientSince} then ${last}::int end))
      -- Two processes that tried it at once have tried it once.
      where known.try_after <= excluded.last_failed_at
    returning try_after is null as "isParked"`)
  return row?.isParked ?? false
}

/** They went well after all. */
export async function forgetFailedItems(db: Db, work: string, items: readonly string[]): Promise<void> {
  await db.run(sql`delete from parked_item where work = ${work} and item = any(${items}::text[])`)
}

/** Everything of a work that has failed and not gone well since. What is held waits for its next try, or for staff. */
export async function listFailedItems(
  db: Db,
  { work, now }: Pick<Turn, 'work' | 'now'>,
): Promise<{ item: string; isHeld: boolean }[]> {
  return db.many(sql`
    select item, try_after is null or try_after > ${now} as "isHeld" from parked_item where work = ${work}`)
}

/** What is to be tried again by now. */
export async function listItemsToRetry(db: Db, { work, now }: Pick<Turn, 'work' | 'now'>): Promise<string[]> {
  const rows = await db.many<{ item: string }>(sql`
    select item from parked_item where work = ${work} and try_after <= ${now} order by try_after`)
  return rows.map(({ item }) => item)
}
