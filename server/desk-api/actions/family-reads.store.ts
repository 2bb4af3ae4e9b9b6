import type { Db, Transaction } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

export type ActionMessageRow = {
  id: string
  accountId: string | null
  kind: string
  facts: unknown
  recipient: string
  region: string | null
  /** The reader's first name, if the reader is a customer. */
  firstName: string | null
  name: string | null
}

/** Lists mails before texts, in the order of their readers. */
export async function listMessagesOfAction(db: Db, actionId: string) {
  return db.many<ActionMessageRow>(sql`
    select message.id, message.account_id as "accountId", message.kind, message.facts, message.recipient,
      customer.region, customer.first_name as "firstName", customer.first_name || ' ' || customer.last_name as name
    from outbox_message message join customer on customer.id = message.customer_id
    where message.staff_action_id = ${actionId} and message.kind is not null
    order by message.channel, customer.created_at, message.kind, message.recipient`)
}

/** Adds the words to mails to customers only: a text message has no room for them. */
export async function insertStaffWords(tx: Transaction, actionId: string, words: string): Promise<void> {
  await tx.run(sql`
    update outbox_message set facts = facts || jsonb_build_object('staffWords', ${words}::text)
    where staff_action_id = ${actionId} and channel = 'email' and customer_id is not null`)
}
