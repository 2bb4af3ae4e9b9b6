import { findMessage, type OutboxLineRow, type OutboxMessageRow } from './outbox-desk.reads.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

export async function listMessages(
  db: Db,
  filter: { status: string | null; recipient: string | null; limit: number },
) {
  return db.many<OutboxLineRow>(sql`
    select id, channel, kind, recipient, status, tries, last_error as "lastError", created_at as "createdAt",
      sent_at as "sentAt", customer_id as "customerId"
    from outbox_message
    where (${filter.status}::text is null or status = ${filter.status})
      and (${filter.recipient}::text is null or recipient = ${filter.recipient})
    order by created_at desc limit ${filter.limit}`)
}

/** Locks the row until the transaction ends. */
export async function lockMessage(tx: Transaction, id: string): Promise<OutboxMessageRow | undefined> {
  await tx.run(sql`select 1 from outbox_message where id = ${id} for update`)
  return findMessage(tx, id)
}

export async function putBack(db: Db, id: string, recipient: string): Promise<void> {
  await db.run(sql`
    update outbox_message set status = 'Waiting', recipient = ${recipient}, tries = 0, try_after = null, not_before = null
    where id = ${id}`)
}
