import { randomUUID } from 'node:crypto'
import type { Payment } from '#contract/pay-now.ts'
import { cents, type Cents } from '#domain/money.ts'
import { isOpen, nextLook, type DeclineReason } from '#domain/payments.ts'
import { Refusal } from '#domain/refusal.ts'
import { regionFacts, type Region } from '#domain/region.ts'
import { brokenCheck, uniqueConstraint } from '../database/open.ts'
import type { Limit } from '../rate-limit/limits.ts'
import { counterOf, refuseUsedUp } from '../rate-limit/rate-limit.ts'
import { carryOut } from './carry-out.ts'
import { look } from './look.ts'
import {
  findPayment,
  findPrior,
  insertPayment,
  type AuditColumns,
  type PaymentKind,
  type PaymentRow,
  type Prior,
} from './payments.store.ts'
import { paymentReply, type PaymentDeps } from './settle.ts'

/** Someone wants to pay, and everything about it has been looked up and found in order. */
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
  /** For the answer and the receipt. */
  told: Pick<PaymentRow, 'schoolName' | 'shortId' | 'methodName' | 'payer'>
  actor: Pick<AuditColumns, 'actorKind' | 'actorId' | 'requestId'>
  limit: Limit
}

/** What the caller is told: the payment as it stands, and whether it was there before. */
export type Answer = { status: number; body: Payment; isReplay: boolean }

/**
 * The one way money is taken. The wish is written down before the provider hears of it, so that whatever fails
 * afterwards, we know what was asked and can ask again in the same words.
 */
export async function pay(deps: PaymentDeps, wish: PaymentWish): Promise<Answer> {
  const started = await start(deps, wish)
  if (!started) return answerAgain(deps, wish)
  return { ...answer(await carryOut(deps, started)), isReplay: false }
}

/** The answer to a request id that was used before, if it was: then nothing may happen again. */
export async function priorAnswer(
  deps: PaymentDeps,
  asked: { accountId: string; scope: string; key: string; bodyHash: string },
): Promise<Answer | undefined> {
  const prior = await findPrior(deps.db, asked)
  return prior && answerOfPrior(deps, asked, prior)
}

async function answerAgain(deps: PaymentDeps, wish: PaymentWish): Promise<Answer> {
  const again = await priorAnswer(deps, wish)
  // The key is free, so it was the request that could not be paid: another payment of it came first.
  if (!again) throw new Refusal(wish.requestId ? 'request_paid' : 'payment_in_progress')
  return again
}

async function answerOfPrior(
  deps: PaymentDeps,
  asked: { accountId: string; bodyHash: string },
  prior: Prior,
): Promise<Answer> {
  if (prior.bodyHash !== asked.bodyHash) throw new Refusal('request_id_reused')
  if (prior.replyStatus !== null) return storedAnswer(prior)
  const payment = prior.paymentId && (await findPayment(deps.db, { ...asked, id: prior.paymentId }))
  if (!payment) throw new Refusal('payment_in_progress', { retryAfterSeconds: 2 })
  const now = deps.clock()
  if (isOpen(payment.status) && payment.nextLookAt && payment.nextLookAt <= now) {
    // Whoever was at it has had their time: ask the provider now rather than let the payer wait.
    return { ...answer(await look(deps, payment)), isReplay: true }
  }
  if (payment.status === 'Unknown') return { ...answer(payment), isReplay: true }
  if (isOpen(payment.status)) throw new Refusal('payment_in_progress', { retryAfterSeconds: 2 })
  return { ...answer(payment), isReplay: true }
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
  const { actor, told, region, limit, ...columns } = wish
  const { currency } = regionFacts[region]
  const { rateLimits } = deps.config
  // A new attempt gets a new key only after a clear no.
  const providerKey = `${id}:1`
  const nextLookAt = nextLook(now, 0) ?? now
  try {
    const isNew = await insertPayment(deps.db, {
      ...columns,
      id,
      upToDue: wish.requestId !== null && wish.sourceId !== null,
      currency,
      providerKey,
      nextLookAt,
      now,
      audit: { ...actor, id: randomUUID() },
      counter: counterOf(limit, rateLimits),
    })
    if (!isNew) return undefined
  } catch (error) {
    if (brokenCheck(error) === 'within_limit') {
      await refuseUsedUp(deps.db, limit, now, rateLimits)
      // Meanwhile another window has begun.
      throw new Refusal('rate_limited', { retryAfterSeconds: 1 })
    }
    const taken = uniqueConstraint(error)
    if (taken === 'one_payment_of_card_entry') throw new Refusal('card_form_expired')
    if (taken?.startsWith('one_open_')) throw new Refusal('payment_in_progress', { retryAfterSeconds: 5 })
    throw error
  }
  return {
    ...columns,
    ...told,
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
