import { randomUUID } from 'node:crypto'
import type { ReturnOutcome } from '#domain/charges.ts'
import { refundableCredit } from '#domain/free-credit.ts'
import { surchargeShare } from '#domain/ledger.ts'
import { refundLimitDays, refundNeedsApproval } from '#domain/approvals.ts'
import { cents, formatCurrency, toDecimal, type Cents } from '#domain/money.ts'
import { hasArrived, nextLook, processingLookMs, resendLimitMs } from '#domain/payments.ts'
import { orNotFound, Refusal } from '#domain/refusal.ts'
import { regionFacts } from '#domain/region.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import { readFreeCredit, lockCredit, recordOverride } from '../free-credit/free-credit.ts'
import { workOn } from '../../platform/jobs/work-through.ts'
import type { ProviderRefund } from '../../platform/providers/stripe/returns.ts'
import { lockForReturn, recordRefund } from '../payments/returns.ts'
import { ProviderFailure } from '../../platform/providers/provider-failure.ts'
import {
  createRefund,
  listRefundsOfPayment,
  type RefundOutcome,
} from '../../platform/providers/stripe/returns.ts'
import {
  claimOrder,
  findOrder,
  findOrderByRequestId,
  findPaymentKey,
  insertOrder,
  listDueOrders,
  moveOrder,
  rescheduleOrderLook,
  sumOfOpenOrders,
  sumOfOrdersSince,
} from './refunds.store.ts'
import type { RefundOrder } from './refunds.reads.ts'
import { recordAction, type StaffActor } from '../../people/audit/staff-audit.ts'
import type { Effect } from '../../people/audit/effect.ts'

const dayMs = 24 * 60 * 60_000

export type RefundInput = {
  paymentId: string
  /** Null gives back all that is left. */
  amount: Cents | null
  outcome: ReturnOutcome
  clientRequestId: string
}

/**
 * Refunds a payment, in full or in part. The order is recorded with its idempotency key before the provider is called, so
 * that after any failure the same request is repeated and the refund is made once. `recordRefund` writes it to the
 * ledger, as for a webhook.
 */
export async function orderRefund(
  deps: Deps,
  actor: StaffActor,
  input: RefundInput,
): Promise<RefundOrder | 'NeedsApproval'> {
  const written = await deps.db.transaction((tx) => writeOrder(tx, deps, actor, input, undefined))
  if (written === 'NeedsApproval') return written
  const { order, isNew } = written
  if (!isNew) return order
  if (!deps.afterCommit) return send(deps, order)
  deps.afterCommit((later) => send(later, order), rehearsalOf(order))
  return order
}

/** Records the effect of an accepted refund, for a preview. */
const rehearsalOf = (order: RefundOrder) => (deps: Deps) =>
  recordProviderRefund(deps, order, {
    id: `preview:${order.id}`,
    amount: order.amount,
    hasSucceeded: true,
    hasFailed: false,
    orderId: order.id,
  })

/** Orders a refund that two people have approved: neither the limit nor the family's credit restricts it. */
export async function orderApprovedRefund(
  tx: Transaction,
  deps: Deps,
  actor: StaffActor,
  input: RefundInput,
  approvalId: string,
): Promise<Effect> {
  const written = await writeOrder(tx, deps, actor, input, approvalId)
  if (written === 'NeedsApproval') throw new Error('An approved refund asks for approval')
  const { order, overCredit } = written
  const { accountId, amount, region } = order
  const missing =
    overCredit > 0 ? `; the family no longer has ${formatCurrency(toDecimal(overCredit), region)} of it` : ''
  const waived = input.outcome === 'Waive' ? ', and the family is not asked for it again' : ''
  return {
    accountId,
    summary: `A payment goes back to its payer${waived}${missing}`,
    amount,
    currency: regionFacts[region].currency,
    afterwards: () => send(deps, order),
    rehearse: () => rehearsalOf(order)(deps),
  }
}

async function writeOrder(
  tx: Transaction,
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  actor: StaffActor,
  { paymentId, amount: requested, outcome, clientRequestId }: RefundInput,
  approvalId: string | undefined,
): Promise<{ order: RefundOrder; isNew: boolean; overCredit: Cents } | 'NeedsApproval'> {
  const now = clock()
  const key = orNotFound(await findPaymentKey(tx, paymentId))
  await lockCredit(tx, key.accountId)
  const payment = orNotFound(await lockForReturn(tx, key))
  const request = { accountId: key.accountId, clientRequestId }
  const known = await findOrderByRequestId(tx, request)
  if (known) {
    const isSame =
      known.paymentId === key.id &&
      known.outcome === outcome &&
      (requested === null || requested === known.amount)
    if (!isSame) throw new Refusal('request_id_reused')
    return { order: known, isNew: false, overCredit: cents(0) }
  }
  if (!hasArrived(payment.status) || payment.providerPaymentId === null) throw new Refusal('not_refundable')
  const promised = await sumOfOpenOrders(tx, key)
  const left = payment.amount + payment.surcharge - payment.refunded - payment.disputed - promised
  const amount = requested ?? cents(left)
  if (amount < 1 || amount > left) throw new Refusal('refund_over_left')
  // The family gave up the money less its part of the surcharge, which was never in its balance.
  const going = cents(promised + amount)
  const ofBalance = going - surchargeShare(payment, payment.refunded, going)
  const credit = await readFreeCredit(tx, { accountId: key.accountId, now })
  const overCredit = cents(Math.max(0, ofBalance - refundableCredit(credit, key.id)))
  const refundedLately = await sumOfOrdersSince(tx, key, new Date(now.getTime() - refundLimitDays * dayMs))
  const limit = config.refundApprovalLimit
  if (approvalId === undefined && refundNeedsApproval({ amount, refundedLately, limit, overCredit })) {
    return 'NeedsApproval'
  }
  if (approvalId !== undefined && overCredit > 0) {
    await recordOverride(tx, { accountId: key.accountId, approvalId, amount: overCredit })
  }
  const id = randomUUID()
  await insertOrder(tx, {
    ...request,
    id,
    paymentId: key.id,
    amount,
    outcome,
    providerKey: `refund:${id}`,
    orderedBy: actor.staff.staffId,
    nextLookAt: nextLook(now, 0) ?? now,
    createdAt: now,
  })
  await recordAction(tx, actor, {
    subjectId: key.accountId,
    action: 'RefundOrdered',
    at: now,
    details: { paymentId: key.id, refundOrderId: id, amountMinor: String(amount), outcome },
  })
  const order = await findOrderByRequestId(tx, request)
  if (!order) throw new Error('A refund that was ordered has vanished')
  return { order, isNew: true, overCredit }
}

async function send(deps: Deps, order: RefundOrder): Promise<RefundOrder> {
  const outcome = await createRefund(deps.providers.stripe[order.region], {
    providerPaymentId: order.providerPaymentId ?? '',
    amount: order.amount,
    key: order.providerKey,
    orderId: order.id,
  })
  return take(deps, order, outcome)
}

async function take(deps: Deps, order: RefundOrder, outcome: RefundOutcome): Promise<RefundOrder> {
  if (outcome.kind === 'Accepted') await recordProviderRefund(deps, order, outcome.refund)
  else {
    const isUnknown = outcome.kind === 'Unknown'
    if (isUnknown)
      deps.log.warn({ err: outcome.cause, provider: 'stripe' }, 'a refund is not known to be made')
    await moveOrder(deps.db, order, {
      status: outcome.kind,
      providerRefundId: null,
      nextLookAt: isUnknown ? nextLook(order.createdAt, order.looks) : null,
    })
  }
  return (await findOrder(deps.db, order)) ?? order
}

/** A refund to a bank account takes days and may come back: until then the provider is asked daily. */
async function recordProviderRefund(deps: Deps, order: RefundOrder, refund: ProviderRefund): Promise<void> {
  await recordRefund(deps, { accountId: order.accountId, id: order.paymentId }, refund)
  const status = refund.hasSucceeded ? 'Done' : refund.hasFailed ? 'Failed' : 'Accepted'
  await moveOrder(deps.db, order, {
    status,
    providerRefundId: refund.id,
    nextLookAt: status === 'Accepted' ? new Date(deps.clock().getTime() + processingLookMs) : null,
  })
}

const ordersAtOnce = 100

/** Asks the provider about refunds whose outcome is not known. Returns the number checked. */
export async function lookAtRefunds(deps: Deps): Promise<number> {
  const name = 'look-at-refunds'
  const due = await listDueOrders(deps.db, { work: name, now: deps.clock(), limit: ordersAtOnce })
  const itemOf = ({ id, accountId }: (typeof due)[number]) => ({ item: id, accountId })
  return workOn(deps, { name, itemOf }, due, async (keys) => {
    for (const key of keys) {
      const order = await findOrder(deps.db, key)
      if (!order) continue
      try {
        await look(deps, order)
      } catch (error) {
        await rescheduleOrderLook(deps.db, order, deps.clock())
        throw error
      }
    }
  })
}

function lookAfter({ status, createdAt, looks }: RefundOrder, now: Date): Date | null {
  if (status === 'Accepted') return new Date(now.getTime() + processingLookMs)
  const next = nextLook(createdAt, looks + 1)
  return next && next <= now ? new Date(now.getTime() + 60_000) : next
}

async function look(deps: Deps, order: RefundOrder): Promise<void> {
  const now = deps.clock()
  const nextLookAt = lookAfter(order, now)
  if (!(await claimOrder(deps.db, order, { now, nextLookAt }))) return
  const claimed = { ...order, looks: order.looks + 1, nextLookAt }
  try {
    const made = await listRefundsOfPayment(
      deps.providers.stripe[order.region],
      order.providerPaymentId ?? '',
    )
    const own = made.find(({ id, orderId }) => id === order.providerRefundId || orderId === order.id)
    if (own) return await recordProviderRefund(deps, claimed, own)
    // The provider has no trace of it. While it remembers the idempotency key, sending again refunds once at most.
    const isRemembered = now.getTime() - order.createdAt.getTime() < resendLimitMs
    if (isRemembered) await send(deps, claimed)
    else await take(deps, claimed, { kind: 'Refused' })
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    deps.log.warn({ err: error }, 'a refund could not be looked up')
  }
}
