import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Quote } from '#domain/plan/debits.ts'
import type { Region } from '#domain/region.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import type { MessageFacts } from '../../letters/messages/message.ts'
import type { InstalmentKey } from './repayments.reads.ts'

/** Links a notice to its instalments by its name, whether it was written just now or before, and keeps what it says. */
export async function linkNotices(
  tx: Db,
  linked: readonly (InstalmentKey & Quote & { once: string })[],
): Promise<void> {
  await tx.run(sql`
    update instalment set notice_id = message.id, quoted_minor = key.amount, quoted_surcharge_minor = key.surcharge,
      quoted_source_id = key."sourceId"
    from jsonb_to_recordset(${JSON.stringify(linked)}::jsonb)
        as key ("accountId" uuid, "planId" uuid, seq int, amount bigint, surcharge bigint, "sourceId" uuid,
          once text)
      join outbox_message message on message.once = key.once
    where instalment.account_id = key."accountId" and instalment.plan_id = key."planId" and instalment.seq = key.seq`)
}

export type ReportedNotice = InstalmentKey & {
  noticeId: string
  region: Region
  status: 'Sent' | 'Expired' | 'Refused'
  sentAt: Date | null
  customerId: string
  mobile: string | null
  facts: MessageFacts['UpcomingDebit'] | null
}

/** A subquery: instalments of whose notice it is known what became of it. */
export const reportedNotices = sql`
  select instalment.account_id as "accountId", instalment.plan_id as "planId", instalment.seq,
    message.id as "noticeId", account.region, message.status, message.sent_at as "sentAt",
    message.customer_id as "customerId", customer.mobile_e164 as mobile,
    case when message.kind = 'UpcomingDebit' then message.facts end as facts
  from instalment
    join outbox_message message on message.id = instalment.notice_id
    join account on account.id = instalment.account_id
    left join customer on customer.id = message.customer_id
  where instalment.notice_id is not null and message.status <> 'Waiting'`

/** Stores the day of delivery. An instalment without a day is announced again. */
export async function settleNotices(
  tx: Db,
  settled: readonly (InstalmentKey & { noticedOn: CalendarDate | null })[],
): Promise<void> {
  await tx.run(sql`
    update instalment set notice_id = null, noticed_on = settled."noticedOn"
    from jsonb_to_recordset(${JSON.stringify(settled)}::jsonb)
      as settled ("accountId" uuid, "planId" uuid, seq int, "noticedOn" date)
    where instalment.account_id = settled."accountId" and instalment.plan_id = settled."planId"
      and instalment.seq = settled.seq`)
}
