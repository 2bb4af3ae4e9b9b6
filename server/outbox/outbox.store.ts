import type { Db } from '../database/open.ts'
import { sql } from '../database/sql.ts'

export type OutboxRow = {
  id: string
  channel: 'sms' | 'email'
  recipient: string
  subject: string | null
  text: string
  html: string | null
  sendBefore: Date | null
}

type NewMessage = {
  id: string
  channel: 'sms' | 'email'
  recipient: string
  subject?: string
  text: string
  html?: string
  isSecret: boolean
  sendBefore: Date | null
  customerId: string | null
  createdAt: Date
}

export async function insertMessage(db: Db, message: NewMessage): Promise<void> {
  await db.run(sql`
    insert into outbox_message
      (id, channel, recipient, subject, text_body, html_body, is_secret, send_before, customer_id, created_at)
    values (${message.id}, ${message.channel}, ${message.recipient}, ${message.subject}, ${message.text},
      ${message.html}, ${message.isSecret}, ${message.sendBefore}, ${message.customerId}, ${message.createdAt})`)
}

export async function lockWaitingMessage(db: Db, id: string): Promise<OutboxRow | undefined> {
  return db.first<OutboxRow>(sql`
    select id, channel, recipient, subject, text_body as text, html_body as html, send_before as "sendBefore"
    from outbox_message where id = ${id} and status = 'Waiting' for update skip locked`)
}

export async function closeMessage(
  db: Db,
  id: string,
  status: 'Sent' | 'Expired' | 'Refused',
  at: Date,
): Promise<void> {
  await db.run(sql`
    update outbox_message set status = ${status},
      sent_at = case when ${status} = 'Sent' then ${at}::timestamptz end,
      tries = tries + case when ${status} = 'Sent' then 1 else 0 end,
      text_body = case when is_secret then '' else text_body end,
      html_body = case when is_secret then null else html_body end
    where id = ${id}`)
}

export async function noteFailedTry(db: Db, id: string, error: string): Promise<void> {
  await db.run(sql`update outbox_message set tries = tries + 1, last_error = ${error} where id = ${id}`)
}

/** How many messages wait, and since when the oldest does. */
export async function waitingMessages(db: Db): Promise<{ count: number; oldest: Date | null }> {
  const row = await db.first<{ count: number; oldest: Date | null }>(sql`
    select count(*) as count, min(created_at) as oldest from outbox_message where status = 'Waiting'`)
  return row ?? { count: 0, oldest: null }
}

/** Messages that nobody has tried to send since, oldest first. */
export async function listForgottenMessages(db: Db, createdBefore: Date): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select id from outbox_message where status = 'Waiting' and created_at < ${createdBefore}
    order by created_at limit 200`)
  return rows.map(({ id }) => id)
}
