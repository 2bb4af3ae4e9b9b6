import { whyClosed } from '#domain/pay-now.ts'
import { orNotFound, Refusal, type ClosedRequest } from '#domain/refusal.ts'
import type { Db } from '../../platform/database/open.ts'
import type { BasicDeps, Deps } from '../../platform/deps.ts'
import { findPayment, findStanding, type PaymentRow } from './payments.reads.ts'
import { factsOfPayment } from './settle.ts'

type OfRequest = { accountId: string; requestId: string }

type Code = 'request_paid' | 'payment_in_progress' | 'amount_changed'

/** Refuses because of another payment of the same request, and shows that payment, so that nobody pays again. */
export async function refuseForFirst(
  { db, clock }: BasicDeps,
  code: Code,
  { accountId, requestId }: OfRequest,
  request?: ClosedRequest,
): Promise<never> {
  const standing = await findStanding(db, { accountId, requestId, now: clock() })
  const why = standing?.isUnderWay && code === 'amount_changed' ? 'payment_in_progress' : code
  throw await refusalFor(db, why, accountId, standing?.paymentId ?? null, request)
}

/** Refuses a request that has just become unpayable: another payment came first, or it has expired. */
export async function refuseTaken(
  { db, clock }: BasicDeps,
  { accountId, requestId }: OfRequest,
): Promise<never> {
  const standing = orNotFound(await findStanding(db, { accountId, requestId, now: clock() }))
  const { rest, isUnderWay, paymentId } = standing
  const why = whyClosed(standing)
  if (why === 'request_paid') throw await refusalFor(db, why, accountId, paymentId)
  if (why) throw new Refusal(why)
  if (isUnderWay) throw await refusalFor(db, 'payment_in_progress', accountId, paymentId)
  // It can be paid, so the saved method must have been charged for more than what remains by now.
  if (rest !== null && rest > 0) throw await refusalFor(db, 'amount_changed', accountId, paymentId)
  throw await refusalFor(db, 'request_paid', accountId, paymentId)
}

/** Refuses a payment because the same one is under way already, in another tab or by another parent. */
export async function refuseForSame(db: Db, accountId: string, paymentId: string): Promise<never> {
  throw inProgress(await findPayment(db, { accountId, id: paymentId }))
}

async function refusalFor(
  db: Deps['db'],
  code: Code,
  accountId: string,
  paymentId: string | null,
  request?: ClosedRequest,
): Promise<Refusal> {
  const payment = paymentId === null ? undefined : await findPayment(db, { accountId, id: paymentId })
  if (code === 'payment_in_progress') return inProgress(payment)
  return new Refusal(code, { payment: payment && factsOfPayment(payment), ...(request && { request }) })
}

function inProgress(payment: PaymentRow | undefined): Refusal {
  return new Refusal('payment_in_progress', {
    retryAfterSeconds: 5,
    payment: payment && factsOfPayment(payment),
  })
}
