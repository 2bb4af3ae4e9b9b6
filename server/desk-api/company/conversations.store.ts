import type { ChatLine, ConversationHead } from '#contract/staff-company.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

export type ChatRow = Omit<ChatLine, 'sentAt'> & { sentAt: Date }
type Standing = { waitingSince: Date | null; closedAt: Date | null }
type Head = Omit<ConversationHead, 'waitingSince' | 'closedAt'> & Standing
export type HeadRow = Head & { firstName: string | null }
export type ConversationRow = Head & {
  messageId: string
  author: ChatLine['author']
  authorName: string
  text: string
  about: string | null
  sentAt: Date
}

/** The first unanswered message, unless it needs no answer. */
const standing = sql`conversation.closed_at as "closedAt", case when conversation.closed_at is null then (
    select min(unanswered.created_at) from conversation_message unanswered
    where unanswered.conversation_id = conversation.id and unanswered.author = 'Customer'
      and unanswered.created_at > coalesce((select max(answer.created_at) from conversation_message answer
        where answer.conversation_id = conversation.id and answer.author = 'Staff'), '-infinity')) end
    as "waitingSince"`

/** The newest message decides whether a conversation waits for an answer. A visitor's address is never looked up. */
export async function listConversations(
  db: Db,
  filter: { state: 'Waiting' | 'Answered' | null; before: Date | null; limit: number },
) {
  return db.many<ConversationRow>(sql`
    select conversation.id, conversation.customer_id as "customerId",
      coalesce(customer.first_name || ' ' || customer.last_name, 'Visitor') as name,
      coalesce(customer.email, conversation.email) as email,
      array(select short_id from account_member join account on account.id = account_member.account_id
        where account_member.customer_id = conversation.customer_id order by short_id) as "shortIds",
      ${standing}, last.id as "messageId", last.author, last.body as text, last.about,
      last.created_at as "sentAt",
      coalesce(staff.name, customer.first_name || ' ' || customer.last_name, 'Visitor') as "authorName"
    from (
      select distinct on (conversation_id) conversation_id, id, author, author_id, body, about, created_at
      from conversation_message order by conversation_id, created_at desc, id) as last
      join conversation on conversation.id = last.conversation_id
      left join customer on customer.id = conversation.customer_id
      left join staff on last.author = 'Staff' and staff.id = last.author_id
    where (${filter.before}::timestamptz is null or last.created_at < ${filter.before})
      and (${filter.state}::text is null or (${filter.state} = 'Waiting')
        = (last.author = 'Customer' and conversation.closed_at is null))
    order by last.author = 'Staff' or conversation.closed_at is not null,
      case when last.author = 'Customer' and conversation.closed_at is null then last.created_at end,
      last.created_at desc limit ${filter.limit}`)
}

export async function findConversation(db: Db, id: string) {
  return db.first<HeadRow>(sql`
    select conversation.id, conversation.customer_id as "customerId", customer.first_name as "firstName",
      coalesce(customer.first_name || ' ' || customer.last_name, 'Visitor') as name,
      coalesce(customer.email, conversation.email) as email,
      array(select short_id from account_member join account on account.id = account_member.account_id
        where account_member.customer_id = conversation.customer_id order by short_id) as "shortIds", ${standing}
    from conversation left join customer on customer.id = conversation.customer_id
    where conversation.id = ${id}`)
}

export async function listChat(db: Db, conversationId: string) {
  return db.many<ChatRow>(sql`
    select message.id, author, body as text, about, message.created_at as "sentAt",
      coalesce(staff.name, first_name || ' ' || last_name, 'Visitor') as name
    from conversation_message as message
      left join staff on author = 'Staff' and staff.id = author_id
      left join customer on author = 'Customer' and customer.id = author_id
    where conversation_id = ${conversationId} order by message.created_at, message.id`)
}

/** Returns whether the reply is new: a repeated call finds its id already stored. */
export async function insertStaffReply(
  db: Db,
  reply: { conversationId: string; id: string; staffId: string; text: string; createdAt: Date },
): Promise<boolean> {
  const inserted = await db.run(sql`
    insert into conversation_message (conversation_id, id, author, author_id, body, created_at)
    values (${reply.conversationId}, ${reply.id}, 'Staff', ${reply.staffId}, ${reply.text}, ${reply.createdAt})
    on conflict do nothing`)
  return inserted > 0
}

export async function setClosed(db: Db, id: string, closed: { at: Date; by: string } | null): Promise<void> {
  await db.run(sql`
    update conversation set closed_at = ${closed?.at ?? null}, closed_by = ${closed?.by ?? null} where id = ${id}`)
}
