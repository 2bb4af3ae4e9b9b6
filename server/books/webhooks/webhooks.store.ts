import type { Region } from '#domain/region.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import { isFree, type Turn } from '../../platform/jobs/parked-items.reads.ts'

export type StoredEvent = {
  id: string
  region: Region
  kind: string
  objectId: string
  paymentId: string | null
}

export type NewEvent = {
  id: string
  region: Region
  kind: string
  body: object
  happenedAt: Date
  receivedAt: Date
}

/** Stores events. Returns the ids of those that are new: the provider sends some more than once. */
export async function insertEvents(db: Db, events: readonly NewEvent[]): Promise<string[]> {
  return db.values<string>(sql`
    insert into provider_event (id, provider, region, kind, body, happened_at, received_at)
    select id, 'stripe', region, kind, body, "happenedAt", "receivedAt"
    from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as event (id text, region text, kind text, body jsonb,
      "happenedAt" timestamptz, "receivedAt" timestamptz)
    on conflict (id) do nothing
    returning id`)
}

/** An unhandled event, with the ids of its objects. */
export async function findWaitingEvent(db: Db, id: string): Promise<StoredEvent | undefined> {
  return db.first<StoredEvent>(sql`
    select id, region, kind, body->'data'->'object'->>'id' as "objectId",
      body->'data'->'object'->>'payment_intent' as "paymentId"
    from provider_event where id = ${id} and processed_at is null`)
}

export async function closeEvent(db: Db, id: string, now: Date): Promise<void> {
  await db.run(sql`
    update provider_event set processed_at = ${now}, tries = tries + 1, last_error = null where id = ${id}`)
}

export async function noteFailedEvent(db: Db, id: string, error: string): Promise<void> {
  await db.run(sql`update provider_event set tries = tries + 1, last_error = ${error} where id = ${id}`)
}

/** Events that should have been handled by now. */
export async function listForgottenEvents(db: Db, receivedBefore: Date, turn: Turn) {
  return db.values<string>(sql`
    select id from provider_event where processed_at is null and received_at < ${receivedBefore}
      and ${isFree(turn, sql`id`)}
    order by received_at limit ${turn.limit}`)
}

export async function readLastCollected(db: Db, region: Region): Promise<Date | undefined> {
  const row = await db.first<{ value: string }>(sql`
    select value from setting where name = ${`stripe-events-${region}`}`)
  return row && new Date(row.value)
}

export async function writeLastCollected(db: Db, region: Region, at: Date): Promise<void> {
  await db.run(sql`
    insert into setting (name, value) values (${`stripe-events-${region}`}, ${JSON.stringify(at.toISOString())})
    on conflict (name) do update set value = excluded.value`)
}
