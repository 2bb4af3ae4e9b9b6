import type { OutboxLine } from '#contract/staff-company.ts'
import type { Region } from '#domain/region.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

export type OutboxLineRow = Omit<OutboxLine, 'createdAt' | 'sentAt'> & {
  createdAt: Date
  sentAt: Date | null
  customerId: string | null
}

export type OutboxMessageRow = OutboxLineRow & {
  isSecret: boolean
  facts: unknown
  subject: string | null
  text: string | null
  html: string | null
  region: Region | null
  /** The customer's current address for this channel; null if the message belongs to no customer. */
  currentRecipient: string | null
}

export async function findMessage(db: Db, id: string) {
  return db.first<OutboxMessageRow>(sql`
    select outbox_message.id, channel, kind, recipient, outbox_message.status, tries, last_error as "lastError",
      outbox_message.created_at as "createdAt", sent_at as "sentAt", customer_id as "customerId",
      is_secret as "isSecret", facts, subject, text_body as text, html_body as html, customer.region,
      case channel when 'sms' then customer.mobile_e164 else customer.email end as "currentRecipient"
    from outbox_message left join customer on customer.id = outbox_message.customer_id
    where outbox_message.id = ${id}`)
}
