import type { OutboxLine } from '#contract/staff-company.ts'
import type { Region } from '#domain/region.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

export type OutboxLineRow = Omit<OutboxLine, 'createdAt' | 'sentAt'> & {
  createdAt: Date
  sentAt: Date | null
  customerId: string | null
}

export async function listMessages(
  db: Db,
  wanted: { status: string | null; recipient: string | null; limit: number },
): Promise<OutboxLineRow[]> {
  return db.many<OutboxLineRow>(sql`
    select id, channel, kind, recipient, status, tries, last_error as "lastError", created_at as "createdAt",
      sent_at as "sentAt", customer_id as "customerId"
    from outbox_message
    where (${wanted.status}::text is null or status = ${wanted.status})
      and (${wanted.recipient}::text is null or recipient = ${wanted.recipient})
    order by created_at desc limit ${wanted.limit}`)
}

export type OutboxMessageRow = OutboxLineRow & {
  isSecret: boolean
  facts: unknown
  subject: string | null
  text: string | null
  html: string | null
  region: Region | null
  /** Where the customer is reached today by this way; null where the message belongs to no customer. */
  currentRecipient: string | null
}

/** Locked until the transaction ends, where there is one. */
export async function lockMessage(db: Db, id: string): Promise<OutboxMessageRow | undefined> {
  return db.first<OutboxMessageRow>(sql`
    select outbox_message.id, channel, kind, recipient, outbox_message.status, tries, last_error as "lastError",
      outbox_message.created_at as "createdAt", sent_at as "sentAt", customer_id as "customerId",
      is_secret as "isSecret", facts, subject, text_body as text, html_body as html, customer.region,
      case channel when 'sms' then customer.mobile_e164 else customer.email end as "currentRecipient"
    from outbox_message left join customer on customer.id = outbox_message.customer_id
    where outbox_message.id = ${id} for update of outbox_message`)
}

export async function putBack(db: Db, id: string, recipient: string): Promise<void> {
  await db.run(sql`
    update outbox_message set status = 'Waiting', recipient = ${recipient}, tries = 0, try_after = null, not_before = null
    where id = ${id}`)
}
