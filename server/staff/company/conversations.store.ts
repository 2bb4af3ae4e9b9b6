import type { ChatLine, ConversationHead } from '#contract/staff-company.ts'
import type { Db } from '../../database/open.ts'
import { sql } from '../../database/sql.ts'

export type ChatRow = Omit<ChatLine, 'sentAt'> & { sentAt: Date }
export type HeadRow = ConversationHead & { firstName: string | null }
export type ConversationRow = ConversationHead & {
  messageId: string
  author: ChatLine['author']
  authorName: string
  text: string
  about: string | null
  sentAt: Date
}

/** The newest message says whether it waits for an answer. A visitor's address is never looked up. */
export async function listConversations(db: Db, limit: number): Promise<ConversationRow[]> {
  return db.many<ConversationRow>(sql`
    select conversation.id, conversation.customer_id as "customerId",
      coalesce(customer.first_name || ' ' || customer.last_name, 'Visitor') as name,
      coalesce(customer.email, conversation.email) as email,
      array(select short_id from account_member join account on account.id = account_member.account_id
        where account_member.customer_id = conversation.customer_id order by short_id) as "shortIds",
      last.id as "messageId", last.author, last.body as text, last.about,
      last.created_at as "sentAt",
      coalesce(staff.name, customer.first_name || ' ' || customer.last_name, 'Visitor') as "authorName"
    from (
      select distinct on (conversation_id) conversation_id, id, author, author_id, body, about, created_at
      from conversation_message order by conversation_id, created_at desc, id) as last
      join conversation on conversation.id = last.conversation_id
      left join customer on customer.id = conversation.customer_id
      left join staff on last.author = 'Staff' and staff.id = last.author_id
    order by last.author = 'Staff', last.created_at desc limit ${limit}`)
}

export async function findConversation(db: Db, id: string): Promise<HeadRow | undefined> {
  return db.first<HeadRow>(sql`
    select conversation.id, conversation.customer_id as "customerId", customer.first_name as "firstName",
      coalesce(customer.first_name || ' ' || customer.last_name, 'Visitor') as name,
      coalesce(customer.email, conversation.email) as email,
      array(select short_id from account_member join account on account.id = account_member.account_id
        where account_member.customer_id = conversation.customer_id order by short_id) as "shortIds"
    from conversation left join customer on customer.id = conversation.customer_id
    where conversation.id = ${id}`)
}

export async function listChat(db: Db, conversationId: string): Promise<ChatRow[]> {
  return db.many<ChatRow>(sql`
    select message.id, author, body as text, about, message.created_at as "sentAt",
      coalesce(staff.name, first_name || ' ' || last_name, 'Visitor') as name
    from conversation_message as message
      left join staff on author = 'Staff' and staff.id = author_id
      left join customer on author = 'Customer' and customer.id = author_id
    where conversation_id = ${conversationId} order by message.created_at, message.id`)
}

export async function insertReply(
  db: Db,
  reply: { conversationId: string; id: string; staffId: string; text: string; createdAt: Date },
): Promise<void> {
  await db.run(sql`
    insert into conversation_message (conversation_id, id, author, author_id, body, created_at)
    values (${reply.conversationId}, ${reply.id}, 'Staff', ${reply.staffId}, ${reply.text}, ${reply.createdAt})`)
}
