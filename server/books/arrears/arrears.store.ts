import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cents } from '#domain/money.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import { sql, type Statement } from '../../platform/database/sql.ts'
import type { KeptLink } from '../payment-requests/request-links.ts'
import { isInstalmentDisputed } from '../payments/disputes.store.ts'

/** A request for what a plan could not collect: for all of it, or, from before, for a single instalment. */
export const isForPlan = sql`(request.is_arrears or request.plan_id is not null)`

/** Whether the family is asked for an overdue instalment: not while its bank decides about the money. */
export const isChased = sql`not ${isInstalmentDisputed}`

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

/** The one open request for what an account is behind with. Nobody else makes or changes one until the transaction ends. */
export async function lockArrears(tx: Transaction, accountId: string): Promise<{ id: string } | undefined> {
  await tx.run(sql`select 1 from account where id = ${accountId} for no key update`)
  return tx.first<{ id: string }>(sql`
    select id from payment_request
    where account_id = ${accountId} and is_arrears and status in ('Open', 'PartPaid') for update`)
}

/** A fee joins the request, whose amount `fitArrears` then sets. The family has not been told of what joined it. */
export async function growArrears(
  tx: Transaction,
  { accountId, id }: { accountId: string; id: string },
  { fee, now }: { fee: Cents; now: Date },
): Promise<void> {
  await tx.run(sql`
    update payment_request set fee_minor = fee_minor + ${fee}, grown_at = ${now}
    where account_id = ${accountId} and id = ${id}`)
}

/**
 * Makes the open request of an account ask for what is owing now, due since the oldest of it was due. It is closed when
 * nothing is owing any more.
 */
export async function fitArrears(tx: Transaction, accountId: string): Promise<void> {
  // Apart from the update, which could otherwise count with sums from before another transaction ended.
  await tx.run(sql`
    select 1 from payment_request where account_id = ${accountId} and is_arrears and status in ('Open', 'PartPaid')
    for update`)
  await tx.run(sql`
    update payment_request request set
      amount_due_minor = case when left_minor + amount_paid_minor > 0 then left_minor + amount_paid_minor
        else amount_due_minor end,
      due_on = coalesce(oldest_due_on, due_on),
      status = case
        when left_minor > 0 then case when amount_paid_minor > 0 then 'PartPaid' else 'Open' end
        when amount_paid_minor > 0 then 'Paid' else 'Cancelled' end
    from open_arrears arrears
    where arrears.account_id = ${accountId} and request.account_id = arrears.account_id and request.id = arrears.id`)
}

export type ArrearsPart = { dueOn: CalendarDate; amount: Cents }

/** What a request for overdue instalments consists of, by the day on which it was due, the oldest first. */
export async function listArrearsParts(
  db: Db,
  { accountId, id }: { accountId: string; id: string },
): Promise<ArrearsPart[]> {
  return db.many<ArrearsPart>(sql`
    select due_on as "dueOn", sum(amount_minor - covered_minor)::bigint as amount from instalment
    where account_id = ${accountId} and payment_request_id = ${id} and status = 'Overdue'
      and amount_minor > covered_minor
    group by due_on order by due_on`)
}

/** Where an old link for arrears leads: the link of what is owing now, and whether anything is. */
export async function findCurrentArrears(
  db: Db,
  accountId: string,
  now: Date,
): Promise<{ link: KeptLink | null; isOwing: boolean }> {
  const row = await db.first<{ link: KeptLink | null; isOwing: boolean }>(sql`
    select (
        select json_build_object('accountId', account_id, 'id', id, 'clear', link_clear, 'keyId', link_key_id,
          'sealed', encode(link_sealed, 'base64'))
        from payment_request where account_id = ${accountId} and is_arrears and status in ('Open', 'PartPaid')
          and expires_at > ${now}) as link,
      exists (
        select from instalment where account_id = ${accountId} and status = 'Overdue'
          and amount_minor > covered_minor) as "isOwing"`)
  return row ?? { link: null, isOwing: false }
}
