import type { Cents } from '#domain/money.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

type ExtraRow = { accountId: string; planId: string; seq: number }

/** The amount that an extra payment had paid of a plan and that is owing again; and whether it still pays any of it. */
export async function listReturned(
  db: Db,
  {
    accountId,
    paymentId,
    planId,
    seqs,
  }: { accountId: string; paymentId: string; planId: string; seqs: readonly number[] },
) {
  return db.many<{ planId: string; seq: number; owing: Cents; isWhole: boolean }>(sql`
    select plan_id as "planId", seq, amount_minor - covered_minor as owing, covered_minor = 0 as "isWhole"
    from instalment
    where account_id = ${accountId} and plan_id = ${planId} and is_extra and status = 'Overdue'
      and payment_request_id is null and (payment_id = ${paymentId} or seq = any(${seqs}::int[]))
    order by seq`)
}

/** Reduces the row to what the payment still pays; a row without money is deleted. */
export async function settleExtra(db: Db, { accountId, planId, seq }: ExtraRow): Promise<void> {
  await db.run(sql`
    delete from instalment
    where account_id = ${accountId} and plan_id = ${planId} and seq = ${seq} and covered_minor = 0`)
  await db.run(sql`
    update instalment set amount_minor = covered_minor, status = 'Paid', collected_on = due_on, payment_id = (
      select cover.payment_id from instalment_cover cover
      where cover.account_id = instalment.account_id and cover.plan_id = instalment.plan_id
        and cover.seq = instalment.seq limit 1)
    where account_id = ${accountId} and plan_id = ${planId} and seq = ${seq} and covered_minor > 0`)
}

/** The total of a plan's extra payments whose money is on its way. */
export async function readExtraOnItsWay(
  db: Db,
  { accountId, planId }: { accountId: string; planId: string },
) {
  return db.value<Cents>(sql`
    select coalesce(sum(amount_minor), 0)::bigint as amount from payment
    where account_id = ${accountId} and extra_plan_id = ${planId}
      and (status in ('Created', 'Sent', 'Unknown', 'Processing') or status = 'Succeeded' and not is_allocated)`)
}
