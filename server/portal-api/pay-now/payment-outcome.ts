import type { FileReply } from '#contract/endpoint.ts'
import type { Payment } from '#contract/pay-now.ts'
import { orNotFound, Refusal } from '#domain/refusal.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Attempt } from '../../books/payments/payments.reads.ts'
import { currentResult, callOff, findAttempt } from '../../books/payments/pay.ts'
import { countTry } from '../../platform/rate-limit/rate-limit.ts'
import { readReceipt } from '../transactions/receipt-file.ts'
import { guestAttempt } from './guest-payment.ts'
import { requireRequest, type Visitor } from './guest-request.ts'
import { isPaymentOfRequest } from './payments-of-request.store.ts'
import { findSessionPayment } from '../../books/checkout-sessions/sessions.ts'
import { withStillToPay } from './still-to-pay.ts'

export type PaymentOutcome = { status: number; body: Payment }

/**
 * The outcome of an attempt whose reply the payer never saw. It pays nothing and needs only the attempt's id, which is
 * valid only together with the request or the account that it was made for.
 */
export async function readGuestOutcome(
  deps: Deps,
  { clientRequestId, query, ...visitor }: Visitor & { clientRequestId: string; query: { request: string } },
): Promise<PaymentOutcome> {
  await countRead(deps, visitor)
  const request = await requireRequest(deps, query.request, visitor)
  const attempt = guestAttempt(request, clientRequestId)
  const outcome = await outcomeOf(deps, attempt)
  return { ...outcome, body: await withStillToPay(deps, request, outcome.body) }
}

export async function readCustomerOutcome(
  deps: Deps,
  { accountId, clientRequestId }: { accountId: string; clientRequestId: string },
): Promise<PaymentOutcome> {
  return outcomeOf(deps, { accountId, scope: 'customer', key: clientRequestId })
}

async function outcomeOf(deps: Deps, attempt: Attempt): Promise<PaymentOutcome> {
  const payment = await findAttempt(deps, attempt)
  if (payment && payment.status !== 'Failed') return currentResult(deps, payment)
  // One attempt may try a card and, after a decline, a wallet.
  const paid = orNotFound((await findSessionPayment(deps, attempt)) ?? payment)
  return currentResult(deps, paid)
}

/** The payer gives up a payment that their bank asks them to confirm, so that they can pay in another way. */
export async function callOffAsGuest(
  deps: Deps,
  {
    clientRequestId,
    body,
    ...visitor
  }: Visitor & { clientRequestId: string; body: { repaymentRequestId: string } },
): Promise<PaymentOutcome> {
  await countRead(deps, visitor)
  const request = await requireRequest(deps, body.repaymentRequestId, visitor)
  return callOffAttempt(deps, guestAttempt(request, clientRequestId))
}

export async function callOffAsCustomer(
  deps: Deps,
  { accountId, clientRequestId }: { accountId: string; clientRequestId: string },
): Promise<PaymentOutcome> {
  return callOffAttempt(deps, { accountId, scope: 'customer', key: clientRequestId })
}

async function callOffAttempt(deps: Deps, attempt: Attempt): Promise<PaymentOutcome> {
  const payment = orNotFound(await findAttempt(deps, attempt))
  return callOff(deps, payment)
}

/** Only for a payment of this request: a link shows no other payment of the family, and no member's name. */
export async function readGuestReceipt(
  deps: Deps,
  { query, ...visitor }: Visitor & { query: { request: string; payment: string } },
): Promise<FileReply> {
  await countRead(deps, visitor)
  const { accountId, id: requestId } = await requireRequest(deps, query.request, visitor)
  if (!(await isPaymentOfRequest(deps.db, { accountId, requestId, id: query.payment })))
    throw new Refusal('not_found')
  return readReceipt(deps, { accountId, id: query.payment }, { isForGuest: true })
}

async function countRead({ db, clock, config }: Deps, { address }: Visitor): Promise<void> {
  await countTry(db, [['guest-details-address', address]], clock(), config.rateLimits)
}
