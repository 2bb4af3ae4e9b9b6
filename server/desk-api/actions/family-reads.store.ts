import type { Db, Transaction } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

export type MessageRow = {
  id: string
  accountId: string | null
  kind: string
  facts: unknown
  recipient: string
  region: string | null
  /** Of the reader, where it is a customer. */
  firstName: string | null
  name: string | null
}

/** Mails before texts, in the order of their readers. */
export async function listMessagesOf(db: Db, actionId: string): Promise<MessageRow[]> {
  return db.many<MessageRow>(sql`
    select message.id, message.account_id as "accountId", message.kind, message.facts, message.recipient,
      customer.region, customer.first_name as "firstName", customer.first_name || ' ' || customer.last_name as name
    from outbox_message message join customer on customer.id = message.customer_id
    where message.staff_action_id = ${actionId} and message.kind is not null
    order by message.channel, customer.created_at, message.kind, message.recipient`)
}

/** Of the mails to customers; a text message has no room for them. */
export async function addWords(tx: Transaction, actionId: string, words: string): Promise<void> {
  await tx.run(sql`
    update outbox_message set facts = facts || jsonb_build_object('staffWords', ${words}::text)
    where staff_action_id = ${actionId} and channel = 'email' and customer_id is not null`)
}
