import type { Customer } from './customers.ts'
import { newRequestLink } from './request-link.ts'
import { rows } from './rows.ts'
import { unpay, type Instalment } from './unpay.ts'

export type Overdue = Instalment & { dueOn: string; amount: number }

/** Payments of the plan that were due in the last months are overdue, the newest five days ago. */
export async function fallBehind(
  { accountId }: Pick<Customer, 'accountId'>,
  count: number,
): Promise<{ overdue: Overdue[]; link: string }> {
  const late = await rows<Instalment>(
    `select plan_id as "planId", seq from instalment where account_id = $1 and status in ('Scheduled', 'Paid')
     order by status = 'Paid', seq limit $2`,
    [accountId, count],
  )
  await unpay(accountId, late)
  const overdue = await rows<Overdue>(
    `update instalment set tries = 3, failure_code = 'insufficient_funds',
       due_on = current_date - 5 - 14 * ($2::int - late.place::int),
       collect_on = current_date - 5 - 14 * ($2::int - late.place::int),
       first_failed_on = current_date - 5 - 14 * ($2::int - late.place::int)
     from unnest($3::uuid[], $4::int[]) with ordinality late (plan_id, seq, place)
     where instalment.account_id = $1 and instalment.plan_id = late.plan_id and instalment.seq = late.seq
     returning due_on::text as "dueOn", amount_minor::int as amount, instalment.seq, instalment.plan_id as "planId"`,
    [accountId, count, late.map(({ planId }) => planId), late.map(({ seq }) => seq)],
  )
  const inOrder = overdue.toSorted((a, b) => (a.dueOn < b.dueOn ? -1 : 1))
  const { id, link, columns } = await newRequestLink(accountId)
  await rows(
    `with asked as (
       insert into payment_request (account_id, id, link_hash, link_sealed, link_key_id, institution_id,
         due_on, period_name, expires_at, status, created_at, is_arrears, reminders, reminded_at)
       select id, $2, $3, $4, $5, institution_id, $6, 'overdue payments',
         now() + interval '90 days', 'Open', now(), true, 1, now() from account where id = $1 returning account_id, id
     ) update instalment set payment_request_id = asked.id from asked
     where instalment.account_id = asked.account_id and instalment.status = 'Overdue'`,
    [accountId, id, ...columns, inOrder[0]?.dueOn ?? null],
  )
  return { overdue: inOrder, link }
}

/** The link of an earlier request for arrears, which is cancelled by now. */
export async function oldLinkOf(
  { accountId }: Pick<Customer, 'accountId'>,
  { amount, dueOn }: Overdue,
): Promise<string> {
  const { id, link, columns } = await newRequestLink(accountId)
  await rows(
    `insert into payment_request (account_id, id, link_hash, link_sealed, link_key_id, institution_id,
       amount_due_minor, due_on, period_name, expires_at, status, created_at, is_arrears)
     select id, $2, $3, $4, $5, institution_id, $6, $7, 'overdue payments', now() + interval '90 days',
       'Cancelled', now() - interval '20 days', true from account where id = $1`,
    [accountId, id, ...columns, amount, dueOn],
  )
  return link
}
