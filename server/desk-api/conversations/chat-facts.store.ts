import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cents } from '#domain/money.ts'
import type { Region } from '#domain/region.ts'
import { familyNameOf } from '../../platform/database/family-name.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

export type FamilyRow = {
  accountId: string
  shortId: string
  familyName: string
  schoolName: string
  region: Region
  /** Bank debits under way. */
  processing: { amount: Cents; since: CalendarDate } | null
  requestId: string | null
  note: { text: string; byName: string; writtenAt: string } | null
}

export async function listFamiliesOfCustomer(db: Db, customerId: string) {
  return db.many<FamilyRow>(sql`
    select account.id as "accountId", account.short_id as "shortId", institution.name as "schoolName", account.region,
      ${familyNameOf(sql`account.id`)} as "familyName",
      (select json_build_object('amount', sum(payment.amount_minor), 'since', min(coalesce(payment.sent_at,
          payment.created_at))::date)
        from payment where payment.account_id = account.id and payment.status = 'Processing'
        having count(*) > 0) as processing,
      (select request.id from payment_request request
        where request.account_id = account.id and request.is_arrears and request.is_open
        order by request.created_at desc limit 1) as "requestId",
      (select json_build_object('text', note.body, 'byName', staff.name,
          'writtenAt', to_char(note.written_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        from family_note note join staff on staff.id = note.written_by
        where note.account_id = account.id order by note.is_pinned desc, note.written_at desc, note.id limit 1) as note
    from account_member
      join account on account.id = account_member.account_id
      join institution on institution.id = account.institution_id
    where account_member.customer_id = ${customerId} and account.status = 'Active'
    order by account.short_id`)
}

export type NoticeRow = { id: string; kind: string; facts: unknown; region: Region | null; at: Date }

const maxNotices = 20

/** The mails to a customer since the conversation began, without our replies in it. */
export async function listNotices(db: Db, conversationId: string) {
  return db.many<NoticeRow>(sql`
    select * from (
      select message.id, message.kind, message.facts, customer.region, message.sent_at as at
      from conversation
        join customer on customer.id = conversation.customer_id
        join outbox_message message on message.customer_id = customer.id
      where conversation.id = ${conversationId} and message.channel = 'email' and message.status = 'Sent'
        and not message.is_secret and message.kind is not null and message.kind <> 'SupportReply'
        and message.sent_at >= conversation.created_at
      order by message.sent_at desc limit ${maxNotices}) newest
    order by at, id`)
}

export async function findLastLogIn(db: Db, customerId: string) {
  return db.value<Date | undefined>(sql`
    select created_at as at from session
    where customer_id = ${customerId} and proof <> 'Impersonation' order by created_at desc limit 1`)
}
