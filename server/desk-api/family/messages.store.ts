import type { Db } from '../../platform/database/open.ts'
import { sql, type Statement } from '../../platform/database/sql.ts'

/**
 * The messages of a family: those about its account, and those to its members that are about no account, such as
 * log-in codes.
 */
export const messagesOfFamily = (accountId: Statement) => sql`(
  select * from outbox_message where outbox_message.account_id = ${accountId}
  union all
  select outbox_message.* from account_member member
    join outbox_message on outbox_message.customer_id = member.customer_id and outbox_message.account_id is null
  where member.account_id = ${accountId})`

export type MessageLine = {
  id: string
  channel: 'sms' | 'email'
  kind: string | null
  subject: string | null
  recipient: string
  status: 'Waiting' | 'Sent' | 'Expired' | 'Refused'
  isSecret: boolean
  createdAt: Date
  sentAt: Date | null
}

const line = sql`message.id, message.channel, message.kind, message.subject, message.recipient, message.status,
  message.is_secret as "isSecret", message.created_at as "createdAt", message.sent_at as "sentAt"`

export type TimePosition = { at: Date; id: string }

export async function listMessageLines(
  db: Db,
  accountId: string,
  filter: { channel: 'sms' | 'email' | null; after: TimePosition | null; limit: number },
): Promise<MessageLine[]> {
  const { channel, after, limit } = filter
  return db.many<MessageLine>(sql`
    select ${line} from ${messagesOfFamily(sql`${accountId}::uuid`)} message
    where (${channel}::text is null or message.channel = ${channel})
      and (${after?.at ?? null}::timestamptz is null
        or (message.created_at, message.id) < (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    order by message.created_at desc, message.id desc limit ${limit}`)
}

export async function countMessages(db: Db, accountId: string) {
  const row = await db.first<{ All: number; Mails: number; Texts: number }>(sql`
    select count(*) as "All", count(*) filter (where channel = 'email') as "Mails",
      count(*) filter (where channel = 'sms') as "Texts"
    from ${messagesOfFamily(sql`${accountId}::uuid`)} message`)
  return row ?? { All: 0, Mails: 0, Texts: 0 }
}

export async function isMessageOfFamily(
  db: Db,
  { accountId, messageId }: { accountId: string; messageId: string },
): Promise<boolean> {
  const row = await db.first(sql`
    select 1 from ${messagesOfFamily(sql`${accountId}::uuid`)} message where message.id = ${messageId}`)
  return row !== undefined
}

/**
 * The messages about an entry or a payment: those that name the payment, and those written in the entry's transaction,
 * which have the same timestamp.
 */
export async function listMessagesAbout(
  db: Db,
  accountId: string,
  about: { at: Date | null; paymentId: string | null; reference: string | null },
): Promise<MessageLine[]> {
  return db.many<MessageLine>(sql`
    select ${line} from outbox_message message
    where message.account_id = ${accountId} and not message.is_secret and (
      message.created_at = ${about.at}::timestamptz
      or message.facts->>'paymentId' = ${about.paymentId}
      or message.facts->>'reference' = ${about.reference} and message.created_at >= ${about.at}::timestamptz)
    order by message.created_at, message.id limit 20`)
}
