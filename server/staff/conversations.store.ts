import type { ChatLine, Conversation } from '#contract/staff-house.ts'
import type { Db } from '../database/open.ts'
import { sql } from '../database/sql.ts'

export type ChatRow = Omit<ChatLine, 'sentAt'> & { sentAt: Date }

/** One for each account that has one; the newest message says whether it waits for an answer. */
export async function listConversations(db: Db, limit: number): Promise<Conversation[]> {
  return db.many<Conversation>(sql`
    select account.id as "accountId", account.short_id as "shortId", last.author = 'Staff' as "isAnswered",
      coalesce((select first_name || ' ' || last_name
        from account_member join customer on customer.id = account_member.customer_id
        where account_member.account_id = account.id order by customer.created_at, customer.id limit 1), '')
        as "customerName",
      json_build_object('id', last.id, 'author', last.author, 'name', coalesce(staff.name,
        customer.first_name || ' ' || customer.last_name, ''), 'text', last.body, 'sentAt',
        to_char(last.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as last
    from (
      select distinct on (account_id) account_id, id, author, author_id, body, created_at
      from chat_message order by account_id, created_at desc, id) as last
      join account on account.id = last.account_id
      left join staff on last.author = 'Staff' and staff.id = last.author_id
      left join customer on last.author = 'Customer' and customer.id = last.author_id
    order by last.author = 'Staff', last.created_at desc limit ${limit}`)
}

export async function listChat(db: Db, accountId: string): Promise<ChatRow[]> {
  return db.many<ChatRow>(sql`
    select chat_message.id, author, body as text, chat_message.created_at as "sentAt",
      coalesce(staff.name, first_name || ' ' || last_name, '') as name
    from chat_message left join staff on author = 'Staff' and staff.id = author_id
      left join customer on author = 'Customer' and customer.id = author_id
    where account_id = ${accountId} order by chat_message.created_at, chat_message.id`)
}

export type Listener = { customerId: string; firstName: string; email: string }

/** Who is to be told: whoever of the account wrote last, or else the first member. */
export async function findListener(db: Db, accountId: string): Promise<Listener | undefined> {
  return db.first<Listener>(sql`
    select customer.id as "customerId", first_name as "firstName", email
    from account_member join customer on customer.id = account_member.customer_id
    where account_member.account_id = ${accountId}
    order by (select max(chat_message.created_at) from chat_message
        where chat_message.account_id = ${accountId} and author_id = customer.id) desc nulls last,
      customer.created_at, customer.id limit 1`)
}

export async function insertReply(
  db: Db,
  reply: { accountId: string; id: string; staffId: string; text: string; createdAt: Date },
): Promise<void> {
  await db.run(sql`
    insert into chat_message (account_id, id, author, author_id, body, created_at)
    values (${reply.accountId}, ${reply.id}, 'Staff', ${reply.staffId}, ${reply.text}, ${reply.createdAt})`)
}
