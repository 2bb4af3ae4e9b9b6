import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cents } from '#domain/money.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import type { RowKey } from '../../platform/database/row-key.ts'
import type { ExtraIntent } from '../../books/payments/payments.reads.ts'

const isToCount = sql`payment.extra_plan_id is not null and payment.status = 'Succeeded' and not payment.is_extra_counted`
// What its school has got already is asked for like any other payment, so that it is not passed on again.
const isToReturn = sql`charge.is_extra and charge.open_minor > 0 and charge.payment_request_id is null
  and charge.passed_on_minor <= charge.settled_minor`

/** A subquery: extra payments that have arrived, or whose money has gone back, and that their plan does not know of. */
export const extrasToCount = sql`
  select account_id as "accountId", id from payment where ${isToCount}
  union
  select account_id, payment_id from charge where ${isToReturn}`

export type ArrivedExtra = RowKey & { extra: ExtraIntent; paidOn: CalendarDate }

/** The extra payments of an account that have arrived and do not count yet, the oldest first. */
export async function listExtrasOfAccount(db: Db, accountId: string): Promise<ArrivedExtra[]> {
  return db.many<ArrivedExtra>(sql`
    select account_id as "accountId", id, paid_on as "paidOn",
      json_build_object('planId', extra_plan_id, 'outcome', extra_outcome, 'byId', extra_by_id) as extra
    from payment where account_id = ${accountId} and ${isToCount} order by paid_on, created_at, id`)
}

export async function markCounted(
  tx: Transaction,
  { accountId, id }: RowKey,
  isCounted = true,
): Promise<void> {
  await tx.run(sql`
    update payment set is_extra_counted = ${isCounted} where account_id = ${accountId} and id = ${id}`)
}

export type ReturnedExtra = { planId: string; seq: number; owing: Cents; isWhole: boolean }

/** The amount that an extra payment had paid of a plan and that is owing again; and whether it still pays any of it. */
export async function listReturned(db: Db, { accountId, id }: RowKey): Promise<ReturnedExtra[]> {
  return db.many<ReturnedExtra>(sql`
    select plan_id as "planId", seq, open_minor as owing, open_minor = amount_minor as "isWhole"
    from charge where account_id = ${accountId} and payment_id = ${id} and ${isToReturn} order by seq`)
}

/** Reduces the row to what the payment still pays; a row without money is deleted. */
export async function settleExtra(
  tx: Transaction,
  { accountId, planId, seq }: { accountId: string; planId: string; seq: number },
): Promise<void> {
  const isRow = sql`account_id = ${accountId} and plan_id = ${planId} and seq = ${seq}`
  await tx.run(sql`delete from instalment where ${isRow} and open_minor = amount_minor`)
  await tx.run(sql`
    update instalment set amount_minor = amount_minor - open_minor, collected_on = due_on,
      status = case when reserved_minor = 0 then 'Paid' else status end
    where ${isRow}`)
}

/** The total of a plan's extra payments whose money is on its way. */
export async function readExtraOnItsWay(
  db: Db,
  { accountId, planId }: { accountId: string; planId: string },
) {
  return db.value<Cents>(sql`
    select coalesce(sum(amount_minor), 0)::bigint as amount from payment
    where account_id = ${accountId} and extra_plan_id = ${planId}
      and (is_under_way or status = 'Succeeded' and not is_extra_counted)`)
}
