import type { Cents } from '#domain/money.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import type { PlaceInTime } from './messages.store.ts'

export type ActivityRow = {
  id: string
  at: Date
  actorKind: 'Customer' | 'Guest' | 'Staff' | 'System'
  actorName: string | null
  impersonatorEmail: string | null
  action: string
  details: Record<string, string>
  /** Of the payment that it is about. */
  paymentAmount: Cents | null
}

type Wanted = {
  actorKinds: readonly string[] | null
  /** Only these actions, where there are some. */
  actions: readonly string[] | null
  without: readonly string[]
  after: PlaceInTime | null
  limit: number
}

/**
 * What happened to an account and to its members, newest first. Each of them has its events in order in an index, so a
 * page costs no more than as many rows of each as it has.
 */
export async function listActivity(db: Db, accountId: string, wanted: Wanted): Promise<ActivityRow[]> {
  const { actorKinds, actions, without, after, limit } = wanted
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
