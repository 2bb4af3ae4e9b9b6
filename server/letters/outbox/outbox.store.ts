import type { Region } from '#domain/region.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql, type Statement } from '../../platform/database/sql.ts'
import { isFree } from '../../platform/jobs/parked-items.reads.ts'
import type { Channel } from '../../platform/providers/channels.ts'
import type { Message } from '../messages/message.ts'

export type NewMessage = Message & { id: string; channel: Channel; isSecret: boolean; createdAt: Date }

/** Inserts messages and returns the ids of the new ones: a message sent only once may exist already. */
export async function insertMessages(db: Db, rows: readonly NewMessage[]) {
  return db.values<string>(sql`
    insert into outbox_message
      (id, channel, recipient, kind, facts, is_secret, send_before, once, customer_id, account_id, created_at)
    select * from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ channel }) => channel)}::text[],
      ${rows.map(({ recipient }) => recipient)}::text[], ${rows.map(({ kind }) => kind)}::text[],
      ${rows.map(({ facts }) => JSON.stringify(facts))}::jsonb[], ${rows.map(({ isSecret }) => isSecret)}::boolean[],
      ${rows.map(({ sendBefore }) => sendBefore ?? null)}::timestamptz[], ${rows.map(({ once }) => once ?? null)}::text[],
      ${rows.map(({ customerId }) => customerId)}::uuid[], ${rows.map(({ accountId }) => accountId ?? null)}::uuid[],
      ${rows.map(({ createdAt }) => createdAt)}::timestamptz[])
    on conflict (once) do nothing
    returning id`)
}

/** A row that waits. Those without a kind carry the words they were written with. */
export type OutboxRow = {
  id: string
  channel: Channel
  recipient: string
  kind: string | null
  facts: unknown
  subject: string | null
  text: string | null
  html: string | null
  sendBefore: Date | null
  tries: number
  accountId: string | null
  /** Where the reader lives, if they are a customer. */
  region: Region | null
}

const waitingRow = sql`message.id, message.channel, message.recipient, message.kind, message.facts, message.subject,
  message.text_body as text, message.html_body as html, message.send_before as "sendBefore", message.tries,
  message.account_id as "accountId",
  (select region from customer where customer.id = message.customer_id) as region`

/** The name of this work among the rows that a job could not process. */
export const deliveryWork = 'deliver-messages'

export type Lease = {
  /** Business time: what is due, what is held. */
  now: Date
  /** Leases end by real time, even where business time is moved. */
  from: Date
  until: Date
}

/** A message is kept in line behind another of its recipient for so long, so that none can block the others for good. */
const inLineMs = 24 * 60 * 60_000

/**
 * Whether nothing stands in a message's way: no other process is sending it, it is not held, and nothing older is on its
 * way to the same recipient. What is only of use for a moment, like a code, neither waits nor makes others wait; nor does
 * anyone wait for a message that we ourselves could not write, or for one that waits for its reader's day.
 */
function mayLeave({ now, from }: Lease): Statement {
  const failuresOf = { work: deliveryWork, now }
  return sql`message.status = 'Waiting' and coalesce(message.not_before, ${now}) <= ${now}
    and (message.leased_until is null or message.leased_until <= ${from})
    and ${isFree(failuresOf, sql`message.id::text`)}
    and (message.send_before is not null or not exists (
      select from outbox_message earlier
      where earlier.recipient = message.recipient and earlier.channel = message.channel and earlier.status = 'Waiting'
        and earlier.send_before is null and (earlier.created_at, earlier.id) < (message.created_at, message.id)
        and coalesce(earlier.not_before, ${now}) <= ${now} and earlier.created_at > ${new Date(now.getTime() - inLineMs)}
        and ${isFree(failuresOf, sql`earlier.id::text`)}))`
}

/**
 * Leases the next message that may leave to the recipient of a message: one that comes before it, itself, or one that has
 * waited for it. What waits for its next try is left alone, except the message itself.
 */
export async function leaseNextFor(db: Db, messageId: string, lease: Lease): Promise<OutboxRow | undefined> {
  return db.first<OutboxRow>(sql`
    update outbox_message message set leased_until = ${lease.until}
    where message.id = (
      select message.id
      from outbox_message wanted
        join outbox_message message on message.recipient = wanted.recipient and message.channel = wanted.channel
      where wanted.id = ${messageId} and (message.id = wanted.id or coalesce(message.try_after, ${lease.now}) <= ${lease.now})
        and ${mayLeave(lease)}
      order by (message.id = wanted.id and message.send_before is not null) desc, message.created_at, message.id
      limit 1 for update of message skip locked)
    returning ${waitingRow}`)
}

/** Leases messages due by `due`, longest waiting first. */
export async function leaseDueMessages(
  db: Db,
  query: { channel: Channel; due: Date; limit: number },
  lease: Lease,
) {
  return db.many<OutboxRow>(sql`
    update outbox_message message set leased_until = ${lease.until}
    where message.id = any(array(
      select message.id from outbox_message message
      where message.channel = ${query.channel} and coalesce(message.try_after, message.created_at) <= ${query.due}
        and ${mayLeave(lease)}
      order by coalesce(message.try_after, message.created_at) limit ${query.limit} for update skip locked))
    returning ${waitingRow}`)
}

export type Outcome = { id: string } & (
  | { status: 'Sent'; sentAt: Date }
  | { status: 'Expired' }
  | { status: 'Refused'; error: string }
  /** The provider failed; or we did, and then the rows that failed say when it is tried again. */
  | { status: 'Waiting'; error: string; tryAfter: Date }
  /** It waits for the reader's day or the end of a hold, and was not tried. */
  | { status: 'Held'; notBefore: Date }
  | { status: 'Waiting'; error: string; tryAfter: null; fault: unknown }
)

/** A secret stays only as long as it may still have to be sent. */
export async function recordOutcomes(db: Db, outcomes: readonly Outcome[]): Promise<void> {
  const of = <Field>(read: (outcome: Outcome) => Field) => outcomes.map(read)
  await db.run(sql`
    update outbox_message set leased_until = null, status = outcome.status, sent_at = outcome.sent_at, try_after = outcome.try_after,
      not_before = outcome.not_before,
      tries = tries + case when outcome.status = 'Expired' or outcome.not_before is not null then 0 else 1 end,
      last_error = coalesce(outcome.error, last_error),
      facts = case when is_secret and outcome.status <> 'Waiting' then null else facts end,
      text_body = case when is_secret and outcome.status <> 'Waiting' and text_body is not null then '' else text_body end,
      html_body = case when is_secret and outcome.status <> 'Waiting' then null else html_body end
    from unnest(${of(({ id }) => id)}::uuid[], ${of(({ status }) => (status === 'Held' ? 'Waiting' : status))}::text[],
      ${of((outcome) => (outcome.status === 'Sent' ? outcome.sentAt : null))}::timestamptz[],
      ${of((outcome) => (outcome.status === 'Waiting' ? outcome.tryAfter : null))}::timestamptz[],
      ${of((outcome) => (outcome.status === 'Held' ? outcome.notBefore : null))}::timestamptz[],
      ${of((outcome) => ('error' in outcome ? outcome.error : null))}::text[])
      as outcome (id, status, sent_at, try_after, not_before, error)
    where outbox_message.id = outcome.id and outbox_message.status = 'Waiting'`)
}

/** How many messages wait, and since when the oldest does. What is parked waits for staff, and is counted there. */
export async function waitingMessages(db: Db): Promise<{ count: number; oldest: Date | null }> {
  const row = await db.first<{ count: number; oldest: Date | null }>(sql`
    select count(*) as count, min(created_at) as oldest from outbox_message
    where status = 'Waiting' and id::text <> all (array(
      select item from parked_item where work = ${deliveryWork} and try_after is null))`)
  return row ?? { count: 0, oldest: null }
}
