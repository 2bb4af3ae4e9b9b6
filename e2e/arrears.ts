import { randomUUID } from 'node:crypto'
import { hashOfLink } from '#server/books/payment-requests/request-links.ts'
import type { Customer } from './customers.ts'
import { rows } from './rows.ts'

export type Overdue = { dueOn: string; amount: number; seq: number; planId: string }

/** Payments of the plan that were due in the last months are overdue, the newest five days ago. */
export async function fallBehind(
  { accountId }: Pick<Customer, 'accountId'>,
  count: number,
): Promise<{ overdue: Overdue[]; link: string }> {
  const overdue = await rows<Overdue>(
    `with late as (
       select plan_id, seq, row_number() over (order by status = 'Paid', seq) as place from instalment
       where account_id = $1 and status in ('Scheduled', 'Paid')
       order by status = 'Paid', seq limit $2
     )
     update instalment set status = 'Overdue', tries = 3, payment_id = null, covered_minor = 0, failure_code = 'insufficient_funds',
       due_on = current_date - 5 - 14 * ($2::int - late.place::int),
       collect_on = current_date - 5 - 14 * ($2::int - late.place::int),
       first_failed_on = current_date - 5 - 14 * ($2::int - late.place::int)
     from late where instalment.account_id = $1 and instalment.plan_id = late.plan_id and instalment.seq = late.seq
     returning due_on::text as "dueOn", amount_minor::int as amount, instalment.seq, instalment.plan_id as "planId"`,
    [accountId, count],
  )
  const inOrder = overdue.toSorted((a, b) => (a.dueOn < b.dueOn ? -1 : 1))
  const link = `journey-${randomUUID()}`
  await rows(
    `with asked as (
       insert into payment_request (account_id, id, link_hash, link_clear, institution_id, amount_due_minor, due_on,
         period_name, expires_at, status, created_at, is_arrears, reminders, reminded_at)
       select id, gen_random_uuid()::text, $2, $3, institution_id, $4, $5, 'overdue payments',
         now() + interval '90 days', 'Open', now(), true, 1, now() from account where id = $1 returning account_id, id
     ) update instalment set payment_request_id = asked.id from asked
     where instalment.account_id = asked.account_id and instalment.status = 'Overdue'`,
    [
      accountId,
      hashOfLink(link),
      link,
      inOrder.reduce((sum, { amount }) => sum + amount, 0),
      inOrder[0]?.dueOn ?? null,
    ],
  )
  return { overdue: inOrder, link }
}

/** The link of a request for one instalment alone, as it was mailed before, which is cancelled by now. */
export async function oldLinkOf(
  { accountId }: Pick<Customer, 'accountId'>,
  { planId, seq, amount, dueOn }: Overdue,
): Promise<string> {
  const link = `journey-${randomUUID()}`
  await rows(
    `insert into payment_request (account_id, id, link_hash, link_clear, institution_id, amount_due_minor, due_on,
       period_name, expires_at, status, created_at, plan_id, instalment_seq)
     select id, gen_random_uuid()::text, $2, $3, institution_id, $4, $5, 'the instalment', now() + interval '90 days',
       'Cancelled', now() - interval '20 days', $6, $7 from account where id = $1`,
    [accountId, hashOfLink(link), link, amount, dueOn, planId, seq],
  )
  return link
}
