import type { Db } from '../database/open.ts'
import { sql } from '../database/sql.ts'

export type Hits = { hits: number; windowStartsAt: Date }

export async function addHits(
  db: Db,
  limits: readonly { key: string; windowMs: number; hits: number }[],
  at: Date,
): Promise<Map<string, Hits>> {
  // In the same order for everyone, so that requests cannot deadlock.
  const sorted = limits.toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const rows = await db.many<Hits & { key: string }>(sql`
    insert into rate_limit as known (key, window_starts_at, window_ms, hits)
    select key, ${at}::timestamptz, window_ms, hits
    from unnest(${sorted.map((hit) => hit.key)}::text[], ${sorted.map((hit) => hit.windowMs)}::bigint[],
      ${sorted.map((hit) => hit.hits)}::int[]) as limits (key, window_ms, hits)
    on conflict (key) do update set
      hits = case when known.window_starts_at + known.window_ms * interval '1 ms' <= excluded.window_starts_at
                  then excluded.hits else known.hits + excluded.hits end,
      window_starts_at = case when known.window_starts_at + known.window_ms * interval '1 ms' <= excluded.window_starts_at
                  then excluded.window_starts_at else known.window_starts_at end
    returning key, hits, window_starts_at as "windowStartsAt"`)
  return new Map(rows.map((row) => [row.key, row]))
}

/** Counts a try against each, unless one of them is full: then nothing is counted. */
export async function countHits(
  db: Db,
  limits: readonly { key: string; windowMs: number; most: number }[],
  at: Date,
): Promise<Map<string, Hits & { isFull: boolean }>> {
  const keys = limits.map(({ key }) => key)
  // A row that is there can be locked, so that tries at the same moment are counted one after the other. In the same order
  // for everyone, so that requests cannot deadlock.
  await db.run(sql`
    insert into rate_limit (key, window_starts_at, window_ms, hits)
    select key, ${at}::timestamptz, window_ms, 0
    from unnest(${keys}::text[], ${limits.map(({ windowMs }) => windowMs)}::bigint[]) as limits (key, window_ms)
    order by key
    on conflict (key) do nothing`)
  const rows = await db.many<Hits & { key: string; isFull: boolean }>(sql`
    with limits as (
      select * from unnest(${keys}::text[], ${limits.map(({ most }) => most)}::int[]) as limits (key, most)
    ), known as materialized (
      select key, hits, window_starts_at,
        hits = 0 or window_starts_at + window_ms * interval '1 ms' <= ${at}::timestamptz as is_over
      from rate_limit where key = any(${keys}::text[])
      order by key
      for update
    ), full_ones as materialized (
      select known.* from known join limits using (key) where not is_over and hits >= most
    ), counted as (
      update rate_limit set
        hits = case when is_over then 1 else known.hits + 1 end,
        window_starts_at = case when is_over then ${at}::timestamptz else known.window_starts_at end
      from known
      where rate_limit.key = known.key and not exists (select from full_ones)
      returning rate_limit.key, rate_limit.hits, rate_limit.window_starts_at
    )
    select key, hits, window_starts_at as "windowStartsAt", true as "isFull" from full_ones
    union all
    select key, hits, window_starts_at, false from counted`)
  return new Map(rows.map((row) => [row.key, row]))
}

export async function takeBackHits(db: Db, keys: readonly string[]): Promise<void> {
  await db.run(sql`update rate_limit set hits = greatest(hits - 1, 0) where key = any(${keys}::text[])`)
}

/** Starts a window anew, with nothing counted in it. */
export async function openWindows(
  db: Db,
  windows: readonly { key: string; windowMs: number }[],
  at: Date,
): Promise<void> {
  await db.run(sql`
    insert into rate_limit (key, window_starts_at, window_ms, hits)
    select key, ${at}::timestamptz, window_ms, 0
    from unnest(${windows.map(({ key }) => key)}::text[], ${windows.map(({ windowMs }) => windowMs)}::bigint[])
      as limits (key, window_ms)
    order by key
    on conflict (key) do update set hits = 0, window_starts_at = excluded.window_starts_at`)
}

export async function findHits(db: Db, keys: readonly string[]): Promise<Map<string, Hits>> {
  const rows = await db.many<Hits & { key: string }>(sql`
    select key, hits, window_starts_at as "windowStartsAt" from rate_limit where key = any(${keys}::text[])`)
  return new Map(rows.map((row) => [row.key, row]))
}

export async function restartWindow(db: Db, key: string, at: Date): Promise<void> {
  await db.run(sql`update rate_limit set window_starts_at = ${at} where key = ${key}`)
}

export async function forgetHits(db: Db, keys: readonly string[]): Promise<void> {
  await db.run(sql`delete from rate_limit where key = any(${keys}::text[])`)
}
