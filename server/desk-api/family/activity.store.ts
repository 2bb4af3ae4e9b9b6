import type { Cents } from '#domain/money.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import type { TimePosition } from './messages.store.ts'

export type ActivityRow = {
  id: string
  at: Date
  actorKind: 'Customer' | 'Guest' | 'Staff' | 'System'
  actorName: string | null
  impersonatorEmail: string | null
  action: string
  details: Record<string, string>
  /** The amount of the payment that the event is about. */
  paymentAmount: Cents | null
}

type ActivityQuery = {
  actorKinds: readonly string[] | null
  /** Limits the list to these actions, unless null. */
  actions: readonly string[] | null
  without: readonly string[]
  after: TimePosition | null
  limit: number
}

/**
 * The events of an account and its members, newest first. An index has each one's events in order, so a page reads at
 * most its own length from each.
 */
export async function listActivity(db: Db, accountId: string, query: ActivityQuery): Promise<ActivityRow[]> {
  const { actorKinds, actions, without, after, limit } = query
  return db.many<ActivityRow>(sql`
    with subject as (
      select ${accountId}::uuid as id
      union all select member.customer_id from account_member member where member.account_id = ${accountId}
    ), page as (
      select own.* from subject cross join lateral (
        select * from audit_event event
        where event.subject_id = subject.id and (${after?.at ?? null}::timestamptz is null
            or event.at <= ${after?.at ?? null}::timestamptz
              and (event.at, event.id) < (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid))
          and (${actorKinds}::text[] is null or event.actor_kind = any(${actorKinds}::text[]))
          and (${actions}::text[] is null or event.action = any(${actions}::text[]))
          and event.action <> all(${without}::text[])
        order by event.at desc, event.id desc limit ${limit}
      ) own
      order by own.at desc, own.id desc limit ${limit}
    )
    select page.id, page.at, page.actor_kind as "actorKind", page.impersonator_email as "impersonatorEmail",
      coalesce(staff.name, customer.first_name || ' ' || customer.last_name) as "actorName", page.action, page.details,
      (select payment.amount_minor from payment
        where payment.account_id = ${accountId} and payment.id::text = page.details->>'paymentId') as "paymentAmount"
    from page
      left join staff on page.actor_kind = 'Staff' and staff.id = page.actor_id
      left join customer on page.actor_kind = 'Customer' and customer.id = page.actor_id
    order by page.at desc, page.id desc`)
}
