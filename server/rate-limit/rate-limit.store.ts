import type { Db } from '../database/open.ts'
import { sql } from '../database/sql.ts'

export type Hits = { hits: number; windowStartsAt: Date }

export async function addHits(
  db: Db,
  wanted: readonly { key: string; windowMs: number; hits: number }[],
  at: Date,
): Promise<Map<string, Hits>> {
  // In the same order for everyone, so that requests cannot deadlock.
  const sorted = wanted.toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const rows = await db.many<Hits & { key: string }>(sql`
    insert into rate_limit as known (key, window_starts_at, window_ms, hits)
    select key, ${at}::timestamptz, window_ms, hits
    from unnest(${sorted.map((hit) => hit.key)}::text[], ${sorted.map((hit) => hit.windowMs)}::bigint[],
      ${sorted.map((hit) => hit.hits)}::int[]) as wanted (key, window_ms, hits)
    on conflict (key) do update set
      hits = case when known.window_starts_at + known.window_ms * interval '1 ms' <= excluded.window_starts_at
                  then excluded.hits else known.hits + excluded.hits end,
      window_starts_at = case when known.window_starts_at + known.window_ms * interval '1 ms' <= excluded.window_starts_at
                  then excluded.window_starts_at else known.window_starts_at end
    returning key, hits, window_starts_at as "windowStartsAt"`)
  return new Map(rows.map((row) => [row.key, row]))
}

export async function findHits(db: Db, key: string): Promise<Hits | undefined> {
  return db.first<Hits>(sql`
    select hits, window_starts_at as "windowStartsAt" from rate_limit where key = ${key}`)
}

export async function restartWindow(db: Db, key: string, at: Date): Promise<void> {
  await db.run(sql`update rate_limit set window_starts_at = ${at} where key = ${key}`)
}

export async function forgetHits(db: Db, keys: readonly string[]): Promise<void> {
  await db.run(sql`delete from rate_limit where key = any(${keys}::text[])`)
}

export async function deleteHitsBefore(db: Db, time: Date): Promise<number> {
  return db.run(sql`delete from rate_limit where window_starts_at < ${time}`)
}
