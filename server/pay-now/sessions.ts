import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import type { Payment } from '#contract/pay-now.ts'
import type { Cents } from '#domain/money.ts'
import { isOpen } from '#domain/payments.ts'
import { Refusal } from '#domain/refusal.ts'
import { regionFacts, type Region } from '#domain/region.ts'
import type { Deps } from '../deps.ts'
import { findPayment, type PaymentRow } from '../payments/payments.store.ts'
import { paymentReply, settle } from '../payments/settle.ts'
import {
  expireSession,
  openPaymentSession,
  readSession,
  type SessionState,
  type SessionSubject,
} from '../providers/stripe/sessions.ts'
import {
  closeSession,
  findSession,
  insertSession,
  insertSessionPayment,
  listOpenSessions,
} from './sessions.store.ts'

/** Opens a session for a wallet, and closes those that it replaces: an old sum must not be paid any more. */
export async function openSession(
  deps: Deps,
  wanted: {
    region: Region
    subject: SessionSubject
    amount: Cents
    schoolName: string
    email: string | null
    returnUrl: string
    clientRequestId: string
  },
): Promise<{ clientSecret: string }> {
  const account = deps.providers.stripe[wanted.region]
  const { subject, amount } = wanted
  const session = await openPaymentSession(account, {
    subject,
    amount,
    currency: regionFacts[wanted.region].currency,
    productName: `School fees, ${wanted.schoolName}`,
    email: wanted.email,
    returnUrl: returnAddress(deps.config.portalOrigin, wanted.returnUrl),
    key: `session:${subject.requestId ?? subject.accountId}:${wanted.clientRequestId}:${amount}`,
  })
  if (subject.requestId) {
    const replaced = await listOpenSessions(deps.db, subject.requestId)
    for (const id of replaced) if (id !== session.id) await retire(deps, wanted.region, id)
  }
  await insertSession(deps.db, {
    ...subject,
    id: session.id,
    kind: 'Payment',
    amount,
    status: 'Open',
    createdAt: deps.clock(),
    expiresAt: session.expiresAt,
  })
  return { clientSecret: session.clientSecret }
}

/** A session that must not be paid any more; what it says by then is recorded. */
export async function retire(deps: Deps, region: Region, id: string): Promise<void> {
  try {
    await expireSession(deps.providers.stripe[region], id)
  } catch (error) {
    // It was completed or had expired by itself: then what it says is recorded below.
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
  }
  await recordSession(deps, region, id)
}

/**
 * Our own address to return to, with what the page needs to know. Anything that leads elsewhere is refused: money
 * must not lead a payer to a stranger's page.
 */
export function returnAddress(portalOrigin: string, wanted: string): string {
  const url = URL.canParse(wanted) ? new URL(wanted) : undefined
  const isOurs = url?.origin === portalOrigin && url.username === '' && /^\/pay-now(\/|$)/.test(url.pathname)
  if (!url || !isOurs)
    throw new Refusal('invalid_request', { fields: { returnUrl: 'Not an address of ours' } })
  url.searchParams.delete('success')
  url.searchParams.delete('checkout-session-id')
  url.hash = ''
  url.searchParams.append('success', 'true')
  // The provider puts the session's id in place of these very characters.
  return `${url.href}&checkout-session-id={CHECKOUT_SESSION_ID}`
}

/**
 * Records what became of a session, once, whoever tells of it: the payer's return, a webhook, or both at the same
 * moment. What the browser claims is never taken: the session is fetched from the provider.
 */
export async function recordSession(
  deps: Deps,
  region: Region,
  sessionId: string,
): Promise<PaymentRow | undefined> {
  const state = await readSession(deps.providers.stripe[region], sessionId)
  if (state.mode !== 'payment' || !state.subject) return undefined
  if (state.status === 'expired') await closeSession(deps.db, sessionId, 'Expired', null)
  if (state.status !== 'complete' || !state.payment) return undefined
  const payment = await writePayment(deps, region, state, state.subject, state.payment)
  const settled = await settle(deps, payment, state.payment.outcome)
  await closeSession(deps.db, sessionId, 'Complete', settled.id)
  return settled
}

async function writePayment(
  deps: Deps,
  region: Region,
  state: SessionState,
  subject: SessionSubject,
  paid: NonNullable<SessionState['payment']>,
): Promise<PaymentRow> {
  const now = deps.clock()
  // Our row may have been lost in a crash right after the session was opened.
  await insertSession(deps.db, {
    ...subject,
    id: state.id,
    kind: 'Payment',
    amount: state.amount,
    status: 'Open',
    createdAt: now,
    expiresAt: state.expiresAt,
  })
  const wanted = {
    ...subject,
    id: randomUUID(),
    kind: subject.requestId ? ('Guest' as const) : ('Early' as const),
    sessionId: state.id,
    currency: regionFacts[region].currency,
    amount: state.amount,
    providerPaymentId: paid.id,
    providerCustomerId: paid.customerId,
    providerPaymentMethodId: paid.paymentMethodId,
    now,
  }
  // Another process may write it at the very moment: the second look then sees its row.
  const id = (await insertSessionPayment(deps.db, wanted)) ?? (await insertSessionPayment(deps.db, wanted))
  const payment = id && (await findPayment(deps.db, { accountId: subject.accountId, id }))
  if (!payment) throw new Error('The payment of a session could not be written')
  return payment
}

/** The payer is back from the wallet: what is to be shown. */
export async function sessionPayment(
  deps: Deps,
  asked: { region: Region; accountId: string; requestId: string | null; sessionId: string },
): Promise<Payment> {
  const known = await findSession(deps.db, asked.sessionId)
  // A session counts for the request it was opened for, and for no other.
  if (!known || known.accountId !== asked.accountId || known.requestId !== asked.requestId) {
    throw new Refusal('not_found')
  }
  const payment = await recordSession(deps, asked.region, asked.sessionId)
  if (!payment) throw new Refusal(known.status === 'Expired' ? 'session_expired' : 'payment_in_progress')
  if (payment.status === 'Failed') {
    throw new Refusal('payment_declined', { reason: payment.failureCode ?? 'not_accepted' })
  }
  if (isOpen(payment.status)) throw new Refusal('payment_in_progress')
  return paymentReply(payment)
}

/** Whether a wallet may go on: the session is open and over the very sum that is shown. */
export async function isSessionOpenFor(
  deps: Deps,
  region: Region,
  requestId: string,
  amount: Cents,
): Promise<boolean> {
  const [id] = await listOpenSessions(deps.db, requestId)
  if (!id) return false
  const state = await readSession(deps.providers.stripe[region], id)
  return state.status === 'open' && state.amount === amount
}
