import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cents } from '#domain/money.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql, type Statement } from '../../platform/database/sql.ts'
import type { StoredLink } from '../payment-requests/request-links.ts'
import type { RowKey } from '../../platform/database/row-key.ts'

/**
 * Whether a family pays as we have agreed with it: its plan is an arrangement, and none of the payments that this made
 * is overdue. What it was behind with before stays open, and nobody urges it.
 */
export const keepsArrangement = (accountId: Statement) => sql`exists (
  select from plan cross join lateral (
      select (select min((each->>'dueOn')::date) from jsonb_array_elements(change.after) each) as begins
      from plan_change change where change.account_id = plan.account_id and change.plan_id = plan.id
        and change.kind = 'Arrangement' and change.status = 'Made'
      order by change.made_at desc limit 1) agreed
  where plan.account_id = ${accountId} and plan.status = 'Current' and plan.tailored_type is not null
    and not exists (select from instalment missed where missed.account_id = plan.account_id
      and missed.plan_id = plan.id and missed.status = 'Overdue' and missed.due_on >= agreed.begins))`

export type ArrearsPart = { dueOn: CalendarDate; amount: Cents }

/** The parts of a request for overdue instalments, by the day on which each was due, the oldest first. */
export async function listArrearsParts(db: Db, { accountId, id }: RowKey) {
  return db.many<ArrearsPart>(sql`
    select due_on as "dueOn", sum(open_minor)::bigint as amount from instalment
    where account_id = ${accountId} and payment_request_id = ${id} and open_minor > 0
    group by due_on order by due_on`)
}

/** The request to which an old link for arrears leads: the one for what is owing now, and whether anything is. */
export async function findCurrentArrears(db: Db, accountId: string, now: Date) {
  const row = await db.first<{ link: StoredLink | null; isOwing: boolean }>(sql`
    select (
        select json_build_object('accountId', account_id, 'id', id, 'keyId', link_key_id,
          'sealed', encode(link_sealed, 'base64'))
        from payment_request where account_id = ${accountId} and is_arrears and is_open
          and expires_at > ${now}) as link,
      exists (
        select from charge where account_id = ${accountId} and open_minor > 0
          and (status = 'Overdue' or kind = 'Fee')) as "isOwing"`)
  return row ?? { link: null, isOwing: false }
}
