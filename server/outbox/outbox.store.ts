import type { Region } from '#domain/region.ts'
import type { Db } from '../database/open.ts'
import { sql } from '../database/sql.ts'
import type { Channel } from '../messages/definition.ts'
import type { Message } from '../messages/message.ts'
import type { KeptLink } from '../pay-now/request-links.ts'

export type NewMessage = Message & { id: string; channel: Channel; isSecret: boolean; createdAt: Date }

/** Inserts messages and returns the ids of the new ones: a message sent only once may exist already. */
export async function insertMessages(db: Db, rows: readonly NewMessage[]): Promise<string[]> {
  const inserted = await db.many<{ id: string }>(sql`
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
  return inserted.map(({ id }) => id)
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
  /** Where the reader lives, if they are a customer. */
  region: Region | null
  /** Of the payment request that the message is about. */
  link: KeptLink | null
}

const waitingRow = sql`id, channel, recipient, kind, facts, subject, text_body as text, html_body as html,
  send_before as "sendBefore", tries, (select region from customer where customer.id = customer_id) as region,
  (select json_build_object('accountId', request.account_id, 'id', request.id, 'clear', request.link_clear,
      'keyId', request.link_key_id, 'sealed', encode(request.link_sealed, 'base64'))
    from payment_request request where request.id = facts->>'requestId') as link`

export async function lockWaitingMessage(db: Db, id: string): Promise<OutboxRow | undefined> {
  return db.first<OutboxRow>(sql`
    select ${waitingRow} from outbox_message where id = ${id} and status = 'Waiting' for update skip locked`)
}

/** Messages due by `due`, longest waiting first, unless another process has locked them. */
export async function lockDueMessages(
  db: Db,
  wanted: { channel: Channel; due: Date; limit: number },
): Promise<OutboxRow[]> {
  return db.many<OutboxRow>(sql`
    select ${waitingRow} from outbox_message
    where status = 'Waiting' and channel = ${wanted.channel} and coalesce(try_after, created_at) <= ${wanted.due}
    order by coalesce(try_after, created_at) limit ${wanted.limit} for update skip locked`)
}

export type Outcome = { id: string } & (
  | { status: 'Sent'; sentAt: Date }
  | { status: 'Expired' }
  | { status: 'Refused'; error: string }
  /** `isAway`: it is the provider that failed, and not the message. */
  | { status: 'Waiting'; error: string; tryAfter: Date; isAway: boolean }
)

/** A secret stays only as long as it may still have to be sent. */
export async function recordOutcomes(db: Db, outcomes: readonly Outcome[]): Promise<void> {
  const of = <Field>(read: (outcome: Outcome) => Field) => outcomes.map(read)
  await db.run(sql`
    update outbox_message set status = outcome.status, sent_at = outcome.sent_at, try_after = outcome.try_after,
      tries = tries + case when outcome.status = 'Expired' then 0 else 1 end,
      last_error = coalesce(outcome.error, last_error),
      facts = case when is_secret and outcome.status <> 'Waiting' then null else facts end,
      text_body = case when is_secret and outcome.status <> 'Waiting' and text_body is not null then '' else text_body end,
      html_body = case when is_secret and outcome.status <> 'Waiting' then null else html_body end
    from unnest(${of(({ id }) => id)}::uuid[], ${of(({ status }) => status)}::text[],
      ${of((outcome) => (outcome.status === 'Sent' ? outcome.sentAt : null))}::timestamptz[],
      ${of((outcome) => (outcome.status === 'Waiting' ? outcome.tryAfter : null))}::timestamptz[],
      ${of((outcome) => ('error' in outcome ? outcome.error : null))}::text[])
      as outcome (id, status, sent_at, try_after, error)
    where outbox_message.id = outcome.id`)
}

/** How many messages wait, and since when the oldest does. */
export async function waitingMessages(db: Db): Promise<{ count: number; oldest: Date | null }> {
  const row = await db.first<{ count: number; oldest: Date | null }>(sql`
    select count(*) as count, min(created_at) as oldest from outbox_message where status = 'Waiting'`)
  return row ?? { count: 0, oldest: null }
}
