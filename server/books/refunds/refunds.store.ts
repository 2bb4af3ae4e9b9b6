import type { Cents } from '#domain/money.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import { isFree, type Turn } from '../../platform/jobs/parked-items.reads.ts'
import type { RefundOrder } from './refunds.reads.ts'
import type { RowKey } from '../../platform/database/row-key.ts'

/** The account that the payment belongs to. */
export async function findPaymentKey(db: Db, paymentId: string) {
  return db.first<RowKey>(sql`select account_id as "accountId", id from payment where id = ${paymentId}`)
}

export async function findOrderByRequestId(
  db: Db,
  { accountId, clientRequestId }: { accountId: string; clientRequestId: string },
) {
  return db.first<RefundOrder>(sql`
    select * from refund_order_in_full
    where "accountId" = ${accountId} and "clientRequestId" = ${clientRequestId}`)
}

export async function findOrder(db: Db, { accountId, id }: RowKey) {
  return db.first<RefundOrder>(sql`
    select * from refund_order_in_full where "accountId" = ${accountId} and id = ${id}`)
}

/** The total that staff have refunded to a family, or have started to refund, since a given time. */
export async function sumOfOrdersSince(tx: Transaction, { accountId }: { accountId: string }, since: Date) {
  return tx.value<Cents>(sql`
    select coalesce(sum(amount_minor), 0)::bigint as amount from refund_order
    where account_id = ${accountId} and created_at >= ${since} and status not in ('Failed', 'Refused')`)
}

/** The amount of orders that are promised but not yet counted among the payment's refunds. */
export async function sumOfOpenOrders(tx: Transaction, { accountId, id }: RowKey) {
  return tx.value<Cents>(sql`
    select coalesce(sum(refund_order.amount_minor), 0)::bigint as amount
    from refund_order
    where refund_order.account_id = ${accountId} and payment_id = ${id}
      and refund_order.status in ('Ordered', 'Unknown', 'Accepted')
      and not exists (select from refund where refund.account_id = refund_order.account_id
        and refund.provider_refund_id = refund_order.provider_refund_id)`)
}

export async function insertOrder(
  tx: Transaction,
  order: Pick<
    RefundOrder,
    'accountId' | 'id' | 'paymentId' | 'amount' | 'outcome' | 'clientRequestId' | 'providerKey' | 'createdAt'
  > & { orderedBy: string; nextLookAt: Date },
): Promise<void> {
  await tx.run(sql`
    insert into refund_order (account_id, id, payment_id, amount_minor, outcome, status, client_request_id, provider_key,
      ordered_by, next_look_at, created_at)
    values (${order.accountId}, ${order.id}, ${order.paymentId}, ${order.amount}, ${order.outcome}, 'Ordered',
      ${order.clientRequestId}, ${order.providerKey}, ${order.orderedBy}, ${order.nextLookAt}, ${order.createdAt})`)
}

/** Moves an order on. A completed order is not changed. */
export async function moveOrder(
  db: Db,
  { accountId, id }: RowKey,
  move: { status: RefundOrder['status']; providerRefundId: string | null; nextLookAt: Date | null },
): Promise<void> {
  await db.run(sql`
    update refund_order set status = ${move.status}, next_look_at = ${move.nextLookAt},
      provider_refund_id = coalesce(${move.providerRefundId}, provider_refund_id)
    where account_id = ${accountId} and id = ${id} and status not in ('Done', 'Failed', 'Refused')`)
}

export async function listDueOrders(db: Db, turn: Turn): Promise<RowKey[]> {
  return db.many(sql`
    select account_id as "accountId", id from refund_order
    where next_look_at <= ${turn.now} and ${isFree(turn, sql`id::text`)}
    order by next_look_at limit ${turn.limit}`)
}

/** Makes a check due again that failed for a reason of ours, so that it does not count. */
export async function rescheduleOrderLook(db: Db, { accountId, id }: RowKey, now: Date): Promise<void> {
  await db.run(sql`
    update refund_order set next_look_at = ${now}
    where account_id = ${accountId} and id = ${id} and status not in ('Done', 'Failed', 'Refused')`)
}

/** Claims an order for one of several processes. Returns whether this process has it. */
export async function claimOrder(
  db: Db,
  { accountId, id, looks }: RefundOrder,
  claim: { now: Date; nextLookAt: Date | null },
): Promise<boolean> {
  const claimed = await db.run(sql`
    update refund_order set looks = looks + 1, next_look_at = ${claim.nextLookAt}
    where account_id = ${accountId} and id = ${id} and looks = ${looks} and next_look_at <= ${claim.now}`)
  return claimed === 1
}
