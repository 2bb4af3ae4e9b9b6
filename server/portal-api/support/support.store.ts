import type { ChatAuthor } from '#contract/support.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

export type ChatRow = { id: string; author: ChatAuthor; text: string; sentAt: Date }

/** The number of newest messages shown. */
const maxShown = 200

/**
 * A customer's conversation, or that of a visitor who shows their key: empty for an unknown key, as a visitor's
 * conversation begins with a message.
 */
export async function listChat(db: Db, owner: { customerId: string } | { keyHash: string }) {
  const [customerId, keyHash] = 'customerId' in owner ? [owner.customerId, null] : [null, owner.keyHash]
  return db.many<ChatRow>(sql`
    select * from (
      select message.id, author, body as text, message.created_at as "sentAt"
      from conversation join conversation_message as message on message.conversation_id = conversation.id
      where conversation.customer_id = ${customerId} or conversation.key_hash = ${keyHash}
      order by message.created_at desc, message.id limit ${maxShown}) as newest
    order by "sentAt", id`)
}

/** Returns the customer's conversation and begins one if there is none. */
export async function openConversation(
  db: Db,
  conversation: { id: string; customerId: string; createdAt: Date },
): Promise<string> {
  await db.run(sql`
    insert into conversation (id, customer_id, created_at)
    values (${conversation.id}, ${conversation.customerId}, ${conversation.createdAt}) on conflict (customer_id) do nothing`)
  const row = await db.first<{ id: string }>(sql`
    select id from conversation where customer_id = ${conversation.customerId}`)
  return row?.id ?? conversation.id
}

export async function insertVisitor(
  db: Db,
  visitor: { id: string; email: string; keyHash: string; createdAt: Date },
): Promise<void> {
  await db.run(sql`
    insert into conversation (id, email, key_hash, created_at)
    values (${visitor.id}, ${visitor.email}, ${visitor.keyHash}, ${visitor.createdAt})`)
}

export async function findVisitor(db: Db, keyHash: string): Promise<{ id: string } | undefined> {
  return db.first<{ id: string }>(sql`select id from conversation where key_hash = ${keyHash}`)
}

/** A visitor who mistyped their address can give another one; replies go to the last. */
export async function setVisitorEmail(db: Db, id: string, email: string): Promise<void> {
  await db.run(sql`update conversation set email = ${email} where id = ${id} and email <> ${email}`)
}

type NewMessage = {
  conversationId: string
  id: string
  authorId: string | null
  text: string
  about: string | null
  createdAt: Date
}

/** Returns whether the message is new: a repeated call finds its id already stored. */
export async function insertMessage(db: Db, message: NewMessage): Promise<boolean> {
  const inserted = await db.run(sql`
    insert into conversation_message (conversation_id, id, author, author_id, body, about, created_at)
    values (${message.conversationId}, ${message.id}, 'Customer', ${message.authorId}, ${message.text},
      ${message.about}, ${message.createdAt})
    on conflict do nothing`)
  return inserted > 0
}

/** Reopens a closed conversation, because a new message needs an answer. */
export async function reopen(db: Db, conversationId: string): Promise<void> {
  await db.run(sql`
    update conversation set closed_at = null, closed_by = null
    where id = ${conversationId} and closed_at is not null`)
}

export async function findMessage(db: Db, conversationId: string, id: string): Promise<ChatRow | undefined> {
  return db.first<ChatRow>(sql`
    select id, author, body as text, created_at as "sentAt" from conversation_message
    where conversation_id = ${conversationId} and id = ${id}`)
}

export type Writer = { name: string; email: string; accounts: string | null }

export async function findWriter(db: Db, customerId: string) {
  return db.first<Writer>(sql`
    select first_name || ' ' || last_name as name, email,
      (select string_agg(short_id, ', ' order by short_id)
        from account_member join account on account.id = account_member.account_id
        where account_member.customer_id = customer.id) as accounts
    from customer where id = ${customerId}`)
}

export async function isMember(
  db: Db,
  { customerId, accountId }: { customerId: string; accountId: string },
): Promise<boolean> {
  const row = await db.first(sql`
    select from account_member where account_id = ${accountId} and customer_id = ${customerId}`)
  return row !== undefined
}
