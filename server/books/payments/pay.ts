import { randomUUID } from 'node:crypto'
import type { Payment } from '#contract/pay-now.ts'
import { cents, formatCurrency, toDecimal, type Cents } from '#domain/money.ts'
import { isOpen, nextLook } from '#domain/payments.ts'
import { Refusal } from '#domain/refusal.ts'
import { regionFacts, type Region } from '#domain/region.ts'
import { notifyFamilyOfStaffAction } from '../../people/audit/done-by-staff.ts'
import { lockAccount, refuseClosedAccount } from '../../people/accounts/accounts.ts'
import { violatedCheck, uniqueConstraint, type Db, type Transaction } from '../../platform/database/open.ts'
import { ProviderFailure } from '../../platform/providers/provider-failure.ts'
import { cancelCharge, readCharge, type ChargeOutcome } from '../../platform/providers/stripe/charges.ts'
import type { Limit } from '../../platform/rate-limit/limits.ts'
import { counterOf, refuseUsedUp } from '../../platform/rate-limit/rate-limit.ts'
import { coverCharges } from '../charges/charges.ts'
import { carryOut } from './carry-out.ts'
import { refuseForSame, refuseTaken } from './first-payment.ts'
import { look } from './look.ts'
import {
  findPrior,
  insertPayment,
  type AuditColumns,
  type Prior,
  type OrderedPayment,
} from './payments.store.ts'
import { findPayment, type Attempt, type PaymentRow } from './payments.reads.ts'
import { declineOf, paymentReply, settle, type Decline, type PaymentDeps } from './settle.ts'

/** A payment that was validated and can be made. */
export type PaymentOrder = OrderedPayment & {
  region: Region
  /** The data for the reply and the receipt. */
  receipt: Pick<PaymentRow, 'schoolName' | 'shortId' | 'methodName' | 'methodType' | 'payer'>
  actor: Omit<AuditColumns, 'id'>
  limit: Limit
  /** What the payer was shown that it would pay first. */
  due?: Cents | undefined
}

/** The reply: the payment in its current state, and whether it existed before. */
export type Answer = { status: number; body: Payment; isReplay: boolean }

/**
 * The only way to take a payment. It is recorded before the provider is called, so that after any failure we know the
 * exact request and can repeat it.
 */
export async function pay(deps: PaymentDeps, order: PaymentOrder): Promise<Answer> {
  const started = await start(deps, order)
  if (!started) return repeatedResult(deps, order)
  return { ...(await answer(deps, await carryOut(deps, started))), isReplay: false }
}

/** Returns the reply to an idempotency key that was used before; undefined for a new key. */
export async function priorResult(
  deps: PaymentDeps,
  request: Attempt & { bodyHash: string },
): Promise<Answer | undefined> {
  const prior = await findPrior(deps.db, request)
  return prior && resultOfPrior(deps, request, prior)
}

/** Returns the current state of the payment that an idempotency key was used for; undefined for a new key. */
export async function findAttempt(deps: PaymentDeps, attempt: Attempt): Promise<PaymentRow | undefined> {
  const prior = await findPrior(deps.db, attempt)
  return prior && paymentOf(deps, attempt, prior)
}

async function repeatedResult(deps: PaymentDeps, order: PaymentOrder): Promise<Answer> {
  const again = await priorResult(deps, order)
  if (again) return again
  // The key is free, so it was the request that could not be paid: another payment of it came first.
  const { accountId, requestId } = order
  if (requestId) return refuseTaken(deps, { accountId, requestId })
  throw new Refusal('payment_in_progress', { retryAfterSeconds: 2 })
}

async function resultOfPrior(
  deps: PaymentDeps,
  request: { accountId: string; bodyHash: string },
  prior: Prior,
): Promise<Answer> {
  if (prior.bodyHash !== request.bodyHash) throw new Refusal('request_id_reused')
  if (prior.replyStatus !== null) return storedResult(prior)
  return { ...(await currentResult(deps, await paymentOf(deps, request, prior))), isReplay: true }
}

async function paymentOf(
  deps: PaymentDeps,
  { accountId }: { accountId: string },
  { paymentId }: Prior,
): Promise<PaymentRow> {
  const payment = paymentId && (await findPayment(deps.db, { accountId, id: paymentId }))
  if (!payment) throw new Refusal('payment_in_progress', { retryAfterSeconds: 2 })
  return payment
}

/** Replies without paying: with the payment, its decline, or a refusal because it is still under way. */
export async function currentResult(
  deps: PaymentDeps,
  payment: PaymentRow,
): Promise<{ status: number; body: Payment }> {
  if (isOpen(payment.status) && payment.nextLookAt && payment.nextLookAt <= deps.clock()) {
    // The process that sent it is overdue: ask the provider now rather than let the payer wait.
    return answer(deps, await look(deps, payment))
  }
  if (isOpen(payment.status) && payment.status !== 'Unknown') {
    throw new Refusal('payment_in_progress', { retryAfterSeconds: 2 })
  }
  return answer(deps, payment)
}

/**
 * Cancels a payment that the payer does not want to confirm. If the provider has taken the money meanwhile, the payment
 * counts.
 */
export async function callOff(
  deps: PaymentDeps,
  payment: PaymentRow,
): Promise<{ status: number; body: Payment }> {
  const { confirmBy, providerPaymentId, region, status } = payment
  if (!isOpen(status) || !confirmBy || !providerPaymentId) return currentResult(deps, payment)
  return answer(
    deps,
    await settle(deps, payment, await cancelCharge(deps.providers.stripe[region], providerPaymentId)),
  )
}

function storedResult({ replyStatus, replyBody }: Prior): Answer {
  const status = replyStatus ?? 200
  if (status < 400) return { status, body: replyBody as Payment, isReplay: true }
  throw new Refusal('payment_declined', replyBody as Decline)
}

async function answer(deps: PaymentDeps, payment: PaymentRow): Promise<{ status: number; body: Payment }> {
  if (payment.status === 'Failed') {
    throw new Refusal('payment_declined', declineOf(payment))
  }
  if (!isOpen(payment.status)) return { status: 200, body: paymentReply(payment) }
  const question = payment.confirmBy && (await askProvider(deps, payment))
  if (question && question.kind !== 'NeedsPayer') return answer(deps, await settle(deps, payment, question))
  const confirmation = question ? { confirmation: { clientSecret: question.clientSecret } } : {}
  return { status: 202, body: { ...paymentReply(payment), ...confirmation } }
}

/**
 * Asks the provider whether the bank still waits for the payer. The secret is never stored; undefined while the
 * provider is unavailable.
 */
async function askProvider(
  deps: PaymentDeps,
  { providerPaymentId, region }: PaymentRow,
): Promise<ChargeOutcome | undefined> {
  if (!providerPaymentId) return undefined
  try {
    const outcome = await readCharge(deps.providers.stripe[region], providerPaymentId)
    return outcome.kind === 'Unknown' ? undefined : outcome
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    return undefined
  }
}

async function start(deps: PaymentDeps, order: PaymentOrder): Promise<PaymentRow | undefined> {
  const now = deps.clock()
  const id = randomUUID()
  const { actor, receipt, region, limit, due = cents(0), ...columns } = order
  const { currency } = regionFacts[region]
  const { rateLimits } = deps.config
  // A new key is made only after a definite decline.
  const providerKey = `${id}:1`
  const nextLookAt = nextLook(now, 0) ?? now
  const { accountId, requestId } = order
  const write = (tx: Transaction) =>
    insertPayment(tx, {
      ...columns,
      id,
      methodName: order.sourceId === null ? receipt.methodName : null,
      upToDue: requestId !== null && order.sourceId !== null,
      currency,
      providerKey,
      nextLookAt,
      now,
      audit: { ...actor, id: randomUUID() },
      counter: counterOf(limit, rateLimits),
    })
  const payment: PaymentRow = {
    ...columns,
    ...receipt,
    id,
    region,
    currency,
    status: 'Sent',
    isExtra: order.extra !== undefined,
    refunded: cents(0),
    disputed: cents(0),
    providerKey,
    providerPaymentId: null,
    failureCode: null,
    looks: 0,
    sentAt: now,
    nextLookAt,
    confirmBy: null,
    paidOn: null,
    instalment: null,
    createdAt: now,
  }
  try {
    const isNew = await deps.db.transaction(async (tx) => {
      await lockAccount(tx, accountId)
      const written = await write(tx)
      if (!written) return false
      // Its request was cancelled with it.
      if (order.requestId !== null) await refuseClosedAccount(tx, accountId)
      if (written.same !== null) return refuseForSame(tx, accountId, written.same)
      const { covered, credit } = await coverCharges(tx, payment, now)
      // Somebody else has paid it since: what was meant for it must not go to the school besides.
      if (covered < Math.min(order.amount, due)) throw new Refusal('amount_changed')
      // Another payment has left less of the plan than was shown.
      if (order.extra && credit > 0) throw new Refusal('plan_changed')
      const staffEmail = actor.impersonatorEmail ?? null
      if (staffEmail !== null) await notifyOfStaffPayment(tx, order, staffEmail, now)
      return true
    })
    return isNew ? payment : undefined
  } catch (error) {
    if (violatedCheck(error) === 'within_limit') {
      await refuseUsedUp(deps.db, limit, now, rateLimits)
      // A new rate-limit window has begun since.
      throw new Refusal('rate_limited', { retryAfterSeconds: 1 })
    }
    const taken = uniqueConstraint(error)
    if (taken === 'one_payment_of_card_entry') throw new Refusal('card_form_expired')
    throw error
  }
}

/** Notifies the family that staff began the payment; the receipt only reports its outcome. */
async function notifyOfStaffPayment(
  tx: Db,
  { accountId, amount, surcharge, region, receipt: { methodName, schoolName } }: PaymentOrder,
  staffEmail: string,
  at: Date,
): Promise<void> {
  const total = formatCurrency(toDecimal(cents(amount + surcharge)), region)
  const detail = `${total} to ${schoolName} with ${methodName ?? 'a saved payment method'}`
  await notifyFamilyOfStaffAction(tx, { accountId, staffEmail, action: 'PaymentStarted', at, detail })
}
