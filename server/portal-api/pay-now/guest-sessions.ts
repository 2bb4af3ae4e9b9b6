import type { Payment } from '#contract/pay-now.ts'
import type { Cents } from '#domain/money.ts'
import { leftToPay, whyClosed } from '#domain/pay-now.ts'
import type { Deps } from '../../platform/deps.ts'
import { findStanding } from '../../books/payments/payments.reads.ts'
import { refusals } from '../../platform/http/refusals.ts'
import { amountOf, refuseOver } from './amounts.ts'
import { factsOf, requireRequest, refuseUnpayable, schoolOf, type Visitor } from './guest-request.ts'
import { guestAttempt } from './guest-payment.ts'
import { withStillToPay } from './still-to-pay.ts'
import {
  amountChanged,
  faultOfEvent,
  faultOfSession,
  openSession,
  sessionPayment,
} from '../../books/checkout-sessions/sessions.ts'
import { findLatestSession } from '../../books/checkout-sessions/sessions.reads.ts'

export async function openGuestSession(
  deps: Deps,
  {
    clientRequestId,
    body,
    ...visitor
  }: Visitor & {
    clientRequestId: string
    body: {
      repaymentRequestId: string
      amount: number | string
      returnUrl: string
      paymentAmountChangeReason?: string | null | undefined
      paymentAmountChangeReasonDescription?: string | null | undefined
    }
  },
): Promise<{ clientSecret: string }> {
  const request = await requireRequest(deps, body.repaymentRequestId, visitor)
  await refuseUnpayable(deps, request)
  const amount = amountOf(body.amount, 'guest')
  refuseOver(amount, leftToPay(request))
  const facts = await factsOf(deps, request)
  return openSession(deps, {
    region: facts.region,
    subject: {
      accountId: request.accountId,
      institutionId: request.institutionId,
      requestId: request.id,
    },
    amount,
    schoolName: schoolOf(facts, request).name,
    email: null,
    returnUrl: body.returnUrl,
    change: {
      reason: body.paymentAmountChangeReason ?? null,
      description: body.paymentAmountChangeReasonDescription ?? null,
    },
    attempt: guestAttempt(request, clientRequestId),
    limit: ['guest-sessions', request.id],
  })
}

/** The last check before a wallet pays. A payment that the provider then takes is recorded in any case. */
export async function verifyWallet(
  deps: Deps,
  {
    body,
    ...visitor
  }: Visitor & {
    body: {
      repaymentRequestId: string
      amount: number | string
      event: { amount?: number | string | null | undefined }
    }
  },
): Promise<{ verified: boolean; message: string | null }> {
  const {
    accountId,
    id: requestId,
    isAccountClosed,
  } = await requireRequest(deps, body.repaymentRequestId, visitor)
  if (isAccountClosed) return { verified: false, message: refusals.account_closed.msg }
  const amount = amountOf(body.amount, 'guest')
  const message =
    faultOfEvent(body.event, amount) ?? (await whyWalletRefused(deps, { accountId, requestId }, amount))
  return { verified: message === null, message }
}

async function whyWalletRefused(
  deps: Deps,
  { accountId, requestId }: { accountId: string; requestId: string },
  amount: Cents,
): Promise<string | null> {
  const standing = await findStanding(deps.db, { accountId, requestId, now: deps.clock() })
  if (!standing) return refusals.request_expired.msg
  const reason = whyClosed(standing)
  if (reason) return refusals[reason].msg
  if (standing.rest !== null && standing.rest <= 0) return refusals.payment_in_progress.msg
  const session = await findLatestSession(deps.db, requestId)
  if (!session) return amountChanged
  // A part was paid after the wallet was opened with the amount due then.
  const isLate = standing.paidAt !== null && standing.paidAt > session.createdAt
  if (isLate && standing.rest !== null && amount > standing.rest) return amountChanged
  return faultOfSession(deps, session, amount)
}

export async function recordGuestSession(
  deps: Deps,
  { body, ...visitor }: Visitor & { body: { repaymentRequestId: string; checkoutSessionId: string } },
): Promise<Payment> {
  const { accountId, id } = await requireRequest(deps, body.repaymentRequestId, visitor)
  const payment = await sessionPayment(deps, {
    accountId,
    requestId: id,
    sessionId: body.checkoutSessionId,
  })
  return withStillToPay(deps, { accountId, id }, payment)
}
