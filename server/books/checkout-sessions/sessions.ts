import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import type { Payment } from '#contract/pay-now.ts'
import { parseAmount, type Cents } from '#domain/money.ts'
import { isOpen } from '#domain/payments.ts'
import { fieldRefusal, orNotFound, Refusal } from '#domain/refusal.ts'
import { currencies, regionFacts, type Region } from '#domain/region.ts'
import type { Deps } from '../../platform/deps.ts'
import { lockAccount } from '../../people/accounts/accounts.ts'
import { bodyHash } from '../../platform/idempotency/body-hash.ts'
import { coverCharges } from '../charges/charges.ts'
import { refuseTaken } from '../payments/first-payment.ts'
import { findPayment, type Attempt, type PaymentRow } from '../payments/payments.reads.ts'
import { recordReturns } from '../payments/refresh.ts'
import { declineOf, factsOfPayment, paymentReply, settle } from '../payments/settle.ts'
import {
  expireSession,
  openPaymentSession,
  readSession,
  type SessionState,
  type SessionSubject,
} from '../../platform/providers/stripe/sessions.ts'
import type { Limit } from '../../platform/rate-limit/limits.ts'
import { countTry } from '../../platform/rate-limit/rate-limit.ts'
import { refusals } from '../../platform/http/refusals.ts'
import {
  closeSession,
  findPaymentOfSession,
  insertSession,
  insertSessionPayment,
  listReplacedSessions,
  listSessionsOfAttempt,
  setAmountChange,
  type AmountChange,
} from './sessions.store.ts'
import { findSession, type StoredSession } from './sessions.reads.ts'

export type SessionRequest = {
  region: Region
  subject: SessionSubject
  amount: Cents
  schoolName: string
  email: string | null
  returnUrl: string
  change: AmountChange | null
  attempt: Attempt
  limit: Limit
}

/**
 * Opens a session for a wallet, and closes those that it replaces: an outdated amount must not be paid any more. An
 * attempt that calls again gets its existing session, as long as that can be paid.
 */
export async function openSession(deps: Deps, input: SessionRequest): Promise<{ clientSecret: string }> {
  const { region, subject, amount, attempt } = input
  const account = deps.providers.stripe[region]
  const returnUrl = returnAddress(deps.config.portalOrigin, input.returnUrl)
  const sessions = await listSessionsOfAttempt(deps.db, attempt)
  const again = sessions.find(
    (session) =>
      session.status === 'Open' &&
      session.amount === amount &&
      session.institutionId === subject.institutionId &&
      session.requestId === subject.requestId,
  )
  if (again) {
    const { clientSecret } = await readSession(account, again.id)
    if (clientSecret !== null) {
      await setAmountChange(deps.db, again, input.change)
      return { clientSecret }
    }
  }
  await countTry(deps.db, [input.limit], deps.clock(), deps.config.rateLimits)
  const { schoolName, email } = input
  const session = await openPaymentSession(account, {
    subject,
    amount,
    currency: regionFacts[region].currency,
    productName: `School fees, ${schoolName}`,
    email,
    returnUrl,
    // The provider gives the same session for the same key, even one that is closed by now: each has its number.
    key: `session:${attempt.scope}:${attempt.key}:${sessions.length}:${bodyHash({ subject, amount, schoolName, email, returnUrl })}`,
  })
  await insertSession(deps.db, {
    ...subject,
    id: session.id,
    kind: 'Payment',
    amount,
    status: 'Open',
    attempt,
    change: input.change,
    createdAt: deps.clock(),
    expiresAt: session.expiresAt,
  })
  await closeReplaced(deps, input, session.id)
  return { clientSecret: session.clientSecret }
}

/** A replaced session may just have been paid: the payer then sees that payment instead of paying again. */
async function closeReplaced(deps: Deps, { region, subject }: SessionRequest, id: string): Promise<void> {
  let paid: PaymentRow | undefined
  for (const replaced of await listReplacedSessions(deps.db, id)) {
    paid = (await retire(deps, region, replaced)) ?? paid
  }
  if (!paid || paid.status === 'Failed') return
  await retire(deps, region, id)
  const { accountId, requestId } = subject
  if (requestId) await refuseTaken(deps, { accountId, requestId })
  throw new Refusal('payment_in_progress', { retryAfterSeconds: 5, payment: factsOfPayment(paid) })
}

/** The state of the account's wallet sessions when another method is about to pay. */
type WalletFacts = {
  accountId: string
  region: Region
  openSessions: { id: string; institutionId: string }[]
  /** Whether a wallet has paid in the same attempt. */
  isPaidByWallet: boolean
}

/**
 * Closes wallet sessions before a card or saved method pays, so that of two simultaneous payments one succeeds. A wallet
 * that has paid by then came first, and its payment is shown.
 */
export async function closeOpenWalletSessions(
  deps: Deps,
  { accountId, region, openSessions, isPaidByWallet }: WalletFacts,
  { institutionId, requestId }: Pick<SessionSubject, 'institutionId' | 'requestId'>,
): Promise<void> {
  // An attempt is charged once, by whichever method.
  if (isPaidByWallet) throw new Refusal('request_id_reused')
  for (const session of openSessions) {
    if (session.institutionId !== institutionId) continue
    const paid = await retire(deps, region, session.id)
    if (!paid || paid.status === 'Failed') continue
    if (requestId) await refuseTaken(deps, { accountId, requestId })
    throw new Refusal('payment_in_progress', { retryAfterSeconds: 5, payment: factsOfPayment(paid) })
  }
}

/** Closes a session, and records its outcome if it was paid by then. */
export async function retire(deps: Deps, region: Region, id: string): Promise<PaymentRow | undefined> {
  try {
    await expireSession(deps.providers.stripe[region], id)
  } catch (error) {
    // It was completed or had expired by itself: then what it says is recorded below.
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
  }
  return recordSession(deps, region, id)
}

/**
 * Our own return address, with what the page needs. Other origins are refused: a payment must not redirect to a
 * stranger's page.
 */
export function returnAddress(portalOrigin: string, input: string): string {
  const url = URL.canParse(input) ? new URL(input) : undefined
  const hasNames = url !== undefined && (url.username !== '' || url.password !== '')
  const isOurs = url?.origin === portalOrigin && !hasNames && /^\/pay-now\/?$/.test(url.pathname)
  if (!url || !isOurs) throw fieldRefusal({ returnUrl: 'Not an address of ours' })
  url.searchParams.delete('success')
  url.searchParams.delete('checkout-session-id')
  url.hash = ''
  url.searchParams.append('success', 'true')
  // The provider replaces these characters with the session's id.
  return `${url.href}&checkout-session-id={CHECKOUT_SESSION_ID}`
}

/**
 * Records the outcome of a session once, whether the payer's return, a webhook or both report it. The browser's word is
 * never enough: the session is fetched from the provider.
 */
export async function recordSession(
  deps: Deps,
  region: Region,
  sessionId: string,
): Promise<PaymentRow | undefined> {
  const state = await readSession(deps.providers.stripe[region], sessionId)
  if (state.mode !== 'payment') return undefined
  if (state.status === 'expired') await closeSession(deps.db, sessionId, 'Expired', null)
  if (state.status !== 'complete' || !state.payment) return undefined
  const opened = await findSession(deps.db, sessionId)
  const payment = await writePayment(deps, region, opened, state, state.payment)
  if (!payment) return undefined
  const settled = await settle(deps, payment, state.payment.outcome)
  // Events about its refunds and disputes may have come before its own, and have been given up.
  if (opened?.status !== 'Complete') await recordReturns(deps, settled)
  await closeSession(deps.db, sessionId, 'Complete', settled.id)
  return settled
}

async function writePayment(
  deps: Deps,
  region: Region,
  opened: StoredSession | undefined,
  state: SessionState,
  paid: NonNullable<SessionState['payment']>,
): Promise<PaymentRow | undefined> {
  const now = deps.clock()
  const subject = opened?.institutionId
    ? { accountId: opened.accountId, institutionId: opened.institutionId, requestId: opened.requestId }
    : state.subject
  if (!subject) return undefined
  const currency = currencies.find((known) => known === state.currency?.toUpperCase())
  if (!currency) throw new Error('A session was paid in a currency that we do not keep')
  // Money is recorded as it arrived, even if it differs from what we asked for; staff must find out why.
  if (!isAsOpened(opened, state) || currency !== regionFacts[region].currency) {
    deps.log.error({ code: 'session_differs' }, 'a session was paid that is not as we opened it')
  }
  // Our row may have been lost in a crash right after the session was opened.
  await insertSession(deps.db, {
    ...subject,
    id: state.id,
    kind: 'Payment',
    amount: state.amount,
    status: 'Open',
    attempt: null,
    change: null,
    createdAt: now,
    expiresAt: state.expiresAt,
  })
  const { accountId } = subject
  const row = {
    ...subject,
    id: randomUUID(),
    kind: subject.requestId ? ('Guest' as const) : ('Early' as const),
    sessionId: state.id,
    currency,
    amount: state.amount,
    providerPaymentId: paid.id,
    providerCustomerId: paid.customerId,
    providerPaymentMethodId: paid.paymentMethodId,
    methodName: paid.methodName,
    now,
  }
  return deps.db.transaction(async (tx) => {
    // One payment for each session, whichever source reports it first.
    await lockAccount(tx, accountId)
    const existing = await findPaymentOfSession(tx, accountId, state.id)
    if (existing === undefined) {
      await insertSessionPayment(tx, row)
      await coverCharges(tx, row, now)
    }
    return findPayment(tx, { accountId, id: existing ?? row.id })
  })
}

function isAsOpened(opened: StoredSession | undefined, { subject, amount }: SessionState): boolean {
  return (
    opened !== undefined &&
    opened.amount === amount &&
    opened.accountId === subject?.accountId &&
    opened.institutionId === subject.institutionId &&
    opened.requestId === subject.requestId
  )
}

/** Returns the payment to show a payer who comes back from the wallet. */
export async function sessionPayment(
  deps: Deps,
  request: { accountId: string; requestId: string | null; sessionId: string },
): Promise<Payment> {
  const session = orNotFound(await findSession(deps.db, request.sessionId))
  // A session is valid only for the request it was opened for.
  if (session.accountId !== request.accountId || session.requestId !== request.requestId) {
    throw new Refusal('session_expired')
  }
  const payment = await recordSession(deps, session.region, request.sessionId)
  if (!payment) {
    const now = await findSession(deps.db, request.sessionId)
    throw new Refusal(now?.status === 'Expired' ? 'session_expired' : 'payment_in_progress')
  }
  if (payment.status === 'Failed') {
    throw new Refusal('payment_declined', declineOf(payment))
  }
  if (isOpen(payment.status)) throw new Refusal('payment_in_progress')
  return paymentReply(payment)
}

/**
 * Returns the payment of an attempt by wallet, if there is one. Asks the provider about sessions that are still open.
 */
export async function findSessionPayment(deps: Deps, attempt: Attempt): Promise<PaymentRow | undefined> {
  const { accountId } = attempt
  for (const session of await listSessionsOfAttempt(deps.db, attempt)) {
    const payment =
      session.status === 'Open'
        ? await recordSession(deps, session.region, session.id)
        : session.paymentId && (await findPayment(deps.db, { accountId, id: session.paymentId }))
    if (payment) return payment
  }
  return undefined
}

export const amountChanged = 'The amount has changed. Please start again.'

/** Returns an error if the amount on the wallet's own sheet is known and differs from the amount requested. */
export function faultOfEvent(
  event: { amount?: number | string | null | undefined },
  amount: Cents,
): string | null {
  if (event.amount === null || event.amount === undefined) return null
  return parseAmount(event.amount) === amount ? null : amountChanged
}

/**
 * Returns null if the wallet may pay, because the session is open and has the amount shown. Otherwise returns the
 * reason.
 */
export async function faultOfSession(
  { providers }: Pick<Deps, 'providers'>,
  session: StoredSession,
  amount: Cents,
): Promise<string | null> {
  if (session.amount !== amount) return amountChanged
  const state = await readSession(providers.stripe[session.region], session.id)
  if (state.status !== 'open') return refusals.session_expired.msg
  return state.amount === amount ? null : amountChanged
}
