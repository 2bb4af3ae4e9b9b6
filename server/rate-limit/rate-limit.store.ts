import type { Db } from '../database/open.ts'
import { sql } from '../database/sql.ts'

type Hits = { hits: number; windowStartsAt: Date }

export async function addHits(
  db: Db,
  wanted: readonly { key: string; windowMs: number }[],
  at: Date,
): Promise<Map<string, Hits>> {
  // In one order for everyone, so that two requests never wait for each other.
  const sorted = wanted.toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const rows = await db.many<Hits & { key: string }>(sql`
    insert into rate_limit as known (key, window_starts_at, window_ms, hits)
    select key, ${at}::timestamptz, window_ms, 1
    from unnest(${sorted.map((hit) => hit.key)}::text[], ${sorted.map((hit) => hit.windowMs)}::bigint[])
      as wanted (key, window_ms)
    on conflict (key) do update set
      hits = case when known.window_starts_at + known.window_ms * interval '1 ms' <= excluded.window_starts_at
                  then 1 else known.hits + 1 end,
      window_starts_at = case when known.window_starts_at + known.window_ms * interval '1 ms' <= excluded.window_starts_at
                  then excluded.window_starts_at else known.window_starts_at end
    returning key, hits, window_starts_at as "windowStartsAt"`)
  return new Map(rows.map((row) => [row.key, row]))
}

export async function forgetHits(db: Db, keys: readonly string[]): Promise<void> {
  await db.run(sql`delete from rate_limit where key = any(${keys}::text[])`)
}

export async function deleteHitsBefore(db: Db, time: Date): Promise<number> {
  return db.run(sql`delete from rate_limit where window_starts_at < ${time}`)
}
