import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

export type DoneRow = { count: number; medianSeconds: number | null }

/**
 * The number of items that staff have settled in a period, and the median time: decided reviews, approvals by a second
 * person, offers to families that asked for help, and answers to messages. Items settled by a rule are not counted, nor
 * those without a timestamp of their own.
 */
export async function countDone(db: Db, { from, to }: { from: Date; to: Date }): Promise<DoneRow> {
  const row = await db.first<DoneRow>(sql`
    with done (opened_at, done_at) as (
      select opened_at, decided_at from review
      where decided_at >= ${from} and decided_at < ${to} and decided_by is not null
      union all
      select requested_at, decided_at from approval
      where decided_at >= ${from} and decided_at < ${to} and decided_by <> requested_by
      union all
      select request.sent_at, offer.made_at from care_offer offer join care_request request
        on request.account_id = offer.account_id and request.id = offer.request_id
      where offer.made_at >= ${from} and offer.made_at < ${to}
      union all
      -- The first of several messages that wait is the one that was answered.
      select asked.at, answer.created_at from conversation_message answer
        cross join lateral (
          select min(message.created_at) as at from conversation_message message
          where message.conversation_id = answer.conversation_id and message.author = 'Customer'
            and message.created_at < answer.created_at and message.created_at > coalesce((
              select max(earlier.created_at) from conversation_message earlier
              where earlier.conversation_id = answer.conversation_id and earlier.author = 'Staff'
                and earlier.created_at < answer.created_at), '-infinity')) asked
      where answer.author = 'Staff' and answer.created_at >= ${from} and answer.created_at < ${to}
        and asked.at is not null
    )
    select count(*)::int as count, (percentile_disc(0.5) within group (
      order by greatest(extract(epoch from done_at - opened_at), 0)))::float8 as "medianSeconds" from done`)
  return row ?? { count: 0, medianSeconds: null }
}
