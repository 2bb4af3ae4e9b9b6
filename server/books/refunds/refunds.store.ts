import type { Cents } from '#domain/money.ts'
import type { Region } from '#domain/region.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import { isFree, type Turn } from '../../platform/jobs/parked-items.store.ts'

/** A refund that staff have ordered, and how far it has come. */
export type RefundOrder = {
  accountId: string
  id: string
  paymentId: string
  amount: Cents
  status: 'Ordered' | 'Unknown' | 'Accepted' | 'Done' | 'Failed' | 'Refused'
  clientRequestId: string
  providerKey: string
  providerRefundId: string | null
  looks: number
  nextLookAt: Date | null
  createdAt: Date
  /** From its payment and account. */
  region: Region
  shortId: string
  providerPaymentId: string | null
}

/** Which account has the payment. */
export async function findPaymentKey(
  db: Db,
  paymentId: string,
): Promise<{ accountId: string; id: string } | undefined> {
  return db.first(sql`select account_id as "accountId", id from payment where id = ${paymentId}`)
}

export async function findOrderByRequestId(
  db: Db,
  { accountId, clientRequestId }: { accountId: string; clientRequestId: string },
): Promise<RefundOrder | undefined> {
  return db.first<RefundOrder>(sql`
    select * from refund_order_in_full
    where "accountId" = ${accountId} and "clientRequestId" = ${clientRequestId}`)
}

export async function findOrder(
  db: Db,
  { accountId, id }: { accountId: string; id: string },
): Promise<RefundOrder | undefined> {
  return db.first<RefundOrder>(sql`
    select * from refund_order_in_full where "accountId" = ${accountId} and id = ${id}`)
}

/** What staff have refunded to a family since a moment, or have started to. */
export async function sumOfOrdersSince(
  tx: Transaction,
  { accountId }: { accountId: string },
  since: Date,
): Promise<Cents> {
  const row = await tx.first<{ amount: Cents }>(sql`
    select coalesce(sum(amount_minor), 0)::bigint as amount from refund_order
    where account_id = ${accountId} and created_at >= ${since} and status not in ('Failed', 'Refused')`)
  return row?.amount ?? (0 as Cents)
}

/** The request that was paid with the payment, where it asks for something again. */
export async function findOpenRequest(
  db: Db,
  { accountId, paymentId }: Pick<RefundOrder, 'accountId' | 'paymentId'>,
  now: Date,
): Promise<{ id: string; left: Cents } | undefined> {
  return db.first(sql`
    select request.id, amount_due_minor - amount_paid_minor - amount_pending_minor as left
    from payment join payment_request request
      on request.account_id = payment.account_id and request.id = payment.payment_request_id
    where payment.account_id = ${accountId} and payment.id = ${paymentId}
      and request.status in ('Open', 'PartPaid') and request.expires_at > ${now}
      and amount_due_minor > amount_paid_minor + amount_pending_minor`)
}

/** What is promised already and not yet among what went back of the payment. */
export async function sumOfOpenOrders(
  tx: Transaction,
  { accountId, id }: { accountId: string; id: string },
): Promise<Cents> {
  const row = await tx.first<{ amount: Cents }>(sql`
    select coalesce(sum(refund_order.amount_minor), 0)::bigint as amount
    from refund_order
    where refund_order.account_id = ${accountId} and payment_id = ${id}
      and refund_order.status in ('Ordered', 'Unknown', 'Accepted')
      and not exists (select from refund where refund.account_id = refund_order.account_id
        and refund.provider_refund_id = refund_order.provider_refund_id)`)
  return row?.amount ?? (0 as Cents)
}

export async function insertOrder(
  tx: Transaction,
  order: Pick<
    RefundOrder,
    'accountId' | 'id' | 'paymentId' | 'amount' | 'clientRequestId' | 'providerKey' | 'createdAt'
  > & { orderedBy: string; nextLookAt: Date },
): Promise<void> {
  await tx.run(sql`
    insert into refund_order (account_id, id, payment_id, amount_minor, status, client_request_id, provider_key,
      ordered_by, next_look_at, created_at)
    values (${order.accountId}, ${order.id}, ${order.paymentId}, ${order.amount}, 'Ordered',
      ${order.clientRequestId}, ${order.providerKey}, ${order.orderedBy}, ${order.nextLookAt}, ${order.createdAt})`)
}

/** What is over stays as it is. */
export async function moveOrder(
  db: Db,
  { accountId, id }: { accountId: string; id: string },
  move: { status: RefundOrder['status']; providerRefundId: string | null; nextLookAt: Date | null },
): Promise<void> {
  await db.run(sql`
    update refund_order set status = ${move.status}, next_look_at = ${move.nextLookAt},
      provider_refund_id = coalesce(${move.providerRefundId}, provider_refund_id)
    where account_id = ${accountId} and id = ${id} and status not in ('Done', 'Failed', 'Refused')`)
}

export async function listDueOrders(db: Db, turn: Turn): Promise<{ accountId: string; id: string }[]> {
  return db.many(sql`
    select account_id as "accountId", id from refund_order
    where next_look_at <= ${turn.now} and ${isFree(turn, sql`id::text`)}
    order by next_look_at limit ${turn.limit}`)
}

/** A look that failed for a reason of ours did not count: it is due again. */
export async function repeatLookAtOrder(
  db: Db,
  { accountId, id }: { accountId: string; id: string },
  now: Date,
): Promise<void> {
  await db.run(sql`
    update refund_order set next_look_at = ${now}
    where account_id = ${accountId} and id = ${id} and status not in ('Done', 'Failed', 'Refused')`)
}

/** Of several processes that want to look at an order, one may. */
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
