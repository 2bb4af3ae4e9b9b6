import { randomUUID } from 'node:crypto'
import type { Payment } from '#contract/pay-now.ts'
import { cents, type Cents } from '#domain/money.ts'
import { isOpen, nextLook, type DeclineReason } from '#domain/payments.ts'
import { Refusal } from '#domain/refusal.ts'
import { regionFacts, type Region } from '#domain/region.ts'
import { brokenCheck, uniqueConstraint, type Db } from '../database/open.ts'
import type { Limit } from '../rate-limit/limits.ts'
import { counterOf, refuseUsedUp } from '../rate-limit/rate-limit.ts'
import { carryOut } from './carry-out.ts'
import { refuseForEarly, refuseForFirst, refuseTaken } from './first-payment.ts'
import { look } from './look.ts'
import {
  findPayment,
  findPrior,
  holdRequest,
  insertPayment,
  type AuditColumns,
  type PaymentKind,
  type PaymentRow,
  type Prior,
} from './payments.store.ts'
import { paymentReply, type PaymentDeps } from './settle.ts'

/** A payment that was validated and can be made. */
export type PaymentWish = {
  accountId: string
  region: Region
  kind: PaymentKind
  scope: 'customer' | 'guest'
  key: string
  bodyHash: string
  institutionId: string
  requestId: string | null
  sourceId: string | null
  cardEntryId: string | null
  amount: Cents
  surcharge: Cents
  basisPoints: number
  providerCustomerId: string
  providerPaymentMethodId: string
  providerMandateId: string | null
  changeReason: string | null
  changeDescription: string | null
  /** For the reply and the receipt. */
  receipt: Pick<PaymentRow, 'schoolName' | 'shortId' | 'methodName' | 'payer'>
  actor: Pick<AuditColumns, 'actorKind' | 'actorId' | 'requestId'>
  limit: Limit
}

/** The reply: the payment as it stands, and whether it existed before. */
export type Answer = { status: number; body: Payment; isReplay: boolean }

/**
 * The only way to take a payment. It is recorded before the provider is called, so that after any failure we know what
 * was asked and can repeat the same request.
 */
export async function pay(deps: PaymentDeps, wish: PaymentWish): Promise<Answer> {
  const started = await start(deps, wish)
  if (!started) return answerAgain(deps, wish)
  return { ...answer(await carryOut(deps, started)), isReplay: false }
}

/** The reply to an idempotency key that was used before; undefined for a new one. */
export async function priorAnswer(
  deps: PaymentDeps,
  asked: { accountId: string; scope: string; key: string; bodyHash: string },
): Promise<Answer | undefined> {
  const prior = await findPrior(deps.db, asked)
  return prior && answerOfPrior(deps, asked, prior)
}

/** The payment that an idempotency key was used for, as it stands now; undefined for a new key. */
export async function findAttempt(
  deps: PaymentDeps,
  asked: { accountId: string; scope: string; key: string },
): Promise<PaymentRow | undefined> {
  const prior = await findPrior(deps.db, asked)
  return prior && paymentOf(deps, asked, prior)
}

async function answerAgain(deps: PaymentDeps, wish: PaymentWish): Promise<Answer> {
  const again = await priorAnswer(deps, wish)
  if (again) return again
  // The key is free, so it was the request that could not be paid: another payment of it came first.
  const { accountId, requestId } = wish
  if (requestId) return refuseTaken(deps, { accountId, requestId })
  throw new Refusal('payment_in_progress', { retryAfterSeconds: 2 })
}

async function answerOfPrior(
  deps: PaymentDeps,
  asked: { accountId: string; bodyHash: string },
  prior: Prior,
): Promise<Answer> {
  if (prior.bodyHash !== asked.bodyHash) throw new Refusal('request_id_reused')
  if (prior.replyStatus !== null) return storedAnswer(prior)
  return { ...(await answerAsItStands(deps, await paymentOf(deps, asked, prior))), isReplay: true }
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

/** Replies without paying: the payment, its decline, or that it is still under way. */
export async function answerAsItStands(
  deps: PaymentDeps,
  payment: PaymentRow,
): Promise<{ status: number; body: Payment }> {
  if (isOpen(payment.status) && payment.nextLookAt && payment.nextLookAt <= deps.clock()) {
    // The process that sent it has had its time: ask the provider now rather than let the payer wait.
    return answer(await look(deps, payment))
  }
  if (isOpen(payment.status) && payment.status !== 'Unknown') {
    throw new Refusal('payment_in_progress', { retryAfterSeconds: 2 })
  }
  return answer(payment)
}

function storedAnswer({ replyStatus, replyBody }: Prior): Answer {
  const status = replyStatus ?? 200
  if (status < 400) return { status, body: replyBody as Payment, isReplay: true }
  const { reason } = replyBody as { reason: DeclineReason }
  throw new Refusal('payment_declined', { reason })
}

function answer(payment: PaymentRow): { status: number; body: Payment } {
  if (payment.status === 'Failed') {
    throw new Refusal('payment_declined', { reason: payment.failureCode ?? 'not_accepted' })
  }
  const isChecking = isOpen(payment.status)
  return { status: isChecking ? 202 : 200, body: paymentReply(payment) }
}

async function start(deps: PaymentDeps, wish: PaymentWish): Promise<PaymentRow | undefined> {
  const now = deps.clock()
  const id = randomUUID()
  const { actor, receipt, region, limit, ...columns } = wish
  const { currency } = regionFacts[region]
  const { rateLimits } = deps.config
  // A new key is made only after a definite decline.
  const providerKey = `${id}:1`
  const nextLookAt = nextLook(now, 0) ?? now
  const { accountId, requestId } = wish
  const write = (db: Db) =>
    insertPayment(db, {
      ...columns,
      id,
      methodName: wish.sourceId === null ? receipt.methodName : null,
      upToDue: requestId !== null && wish.sourceId !== null,
      currency,
      providerKey,
      nextLookAt,
      now,
      audit: { ...actor, id: randomUUID() },
      counter: counterOf(limit, rateLimits),
    })
  try {
    const isNew =
      requestId === null
        ? await write(deps.db)
        : await deps.db.transaction(async (tx) => {
            await holdRequest(tx, accountId, requestId)
            return write(tx)
          })
    if (!isNew) return undefined
  } catch (error) {
    if (brokenCheck(error) === 'within_limit') {
      await refuseUsedUp(deps.db, limit, now, rateLimits)
      // A new rate-limit window has begun since.
      throw new Refusal('rate_limited', { retryAfterSeconds: 1 })
    }
    const taken = uniqueConstraint(error)
    if (taken === 'one_payment_of_card_entry') throw new Refusal('card_form_expired')
    if (taken === 'one_open_payment_of_request' && requestId) {
      return refuseForFirst(deps, 'payment_in_progress', { accountId, requestId })
    }
    if (taken === 'one_open_early_payment') return refuseForEarly(deps, wish)
    throw error
  }
  return {
    ...columns,
    ...receipt,
    id,
    region,
    currency,
    status: 'Created',
    refunded: cents(0),
    disputed: cents(0),
    clientRequestId: `${wish.scope}:${wish.key}`,
    providerKey,
    providerPaymentId: null,
    failureCode: null,
    looks: 0,
    sentAt: null,
    nextLookAt,
    paidOn: null,
    instalment: null,
    // Only asked for where a plan is paid.
    methodType: null,
    createdAt: now,
  }
}
