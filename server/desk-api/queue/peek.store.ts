import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { DeclineReason } from '#domain/payments.ts'
import type { Channel } from '../../platform/providers/channels.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

export type PeekFacts = {
  isClosed: boolean
  hasOverdue: boolean
  /** The channels and time of the latest messages to the family, with all those sent in the same minutes. */
  lastSent: { channels: Channel[]; at: Date } | null
  words: { by: string; text: string; at: Date } | null
}

export async function findPeekFacts(
  db: Db,
  accountId: string,
  { wordsSince }: { wordsSince: Date },
): Promise<PeekFacts | undefined> {
  const row = await db.first<
    Omit<PeekFacts, 'told' | 'words'> & {
      toldAt: Date | null
      channels: Channel[] | null
      wordsBy: string | null
      wordsText: string | null
      wordsAt: Date | null
    }
  >(sql`
    select account.status = 'Inactive' as "isClosed",
      exists (select from instalment where instalment.account_id = account.id and instalment.status = 'Overdue')
        as "hasOverdue",
      told.sent_at as "toldAt", array(
        select distinct message.channel from outbox_message message where message.account_id = account.id
          and message.sent_at between told.sent_at - interval '10 minutes' and told.sent_at) as channels,
      said.first_name as "wordsBy", said.body as "wordsText", said.created_at as "wordsAt"
    from account
      left join lateral (
        select sent_at from outbox_message message where message.account_id = account.id and sent_at is not null
        order by sent_at desc limit 1) told on true
      left join lateral (
        select customer.first_name, message.body, message.created_at
        from account_member member
          join customer on customer.id = member.customer_id
          join conversation on conversation.customer_id = customer.id
          join conversation_message message on message.conversation_id = conversation.id
        where member.account_id = account.id and message.author = 'Customer' and message.created_at > ${wordsSince}
        order by message.created_at desc limit 1) said on true
    where account.id = ${accountId}`)
  if (!row) return undefined
  const { toldAt, channels, wordsBy, wordsText, wordsAt, ...facts } = row
  return {
    ...facts,
    lastSent: toldAt && { channels: channels ?? [], at: toldAt },
    words:
      wordsBy !== null && wordsText !== null && wordsAt
        ? { by: wordsBy, text: wordsText, at: wordsAt }
        : null,
  }
}

export type FailedTries = {
  seq: number
  count: number
  dueOn: CalendarDate
  tries: { at: Date; reason: DeclineReason | null }[]
}

/** The latest failed payment among those of a request for arrears, with its tries. */
export async function findFailedTries(
  db: Db,
  { accountId, requestId }: { accountId: string; requestId: string },
): Promise<FailedTries | undefined> {
  const row = await db.first<
    Omit<FailedTries, 'tries'> & { tries: { at: string; reason: DeclineReason | null }[] }
  >(sql`
    select instalment.seq, instalment.due_on as "dueOn",
      (select count(*)::int from instalment other where other.account_id = instalment.account_id
        and other.plan_id = instalment.plan_id and other.status <> 'Cancelled') as count,
      json_agg(json_build_object('at', payment.created_at, 'reason', payment.failure_code)
        order by payment.created_at) as tries
    from instalment join payment on payment.account_id = instalment.account_id
      and payment.plan_id = instalment.plan_id and payment.instalment_seq = instalment.seq
    where instalment.account_id = ${accountId} and instalment.payment_request_id = ${requestId}
      and instalment.status = 'Overdue' and payment.kind = 'Instalment' and payment.status = 'Failed'
    group by instalment.account_id, instalment.plan_id, instalment.seq, instalment.due_on
    order by max(payment.created_at) desc limit 1`)
  return row && { ...row, tries: row.tries.map(({ at, reason }) => ({ at: new Date(at), reason })) }
}
