import type { ExtraRequest, Payment } from '#contract/pay-now.ts'
import { cents, parseAmount } from '#domain/money.ts'
import { surchargeOf } from '#domain/payment-methods/surcharges.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Deps } from '../../platform/deps.ts'
import { bodyHash } from '../../platform/idempotency/body-hash.ts'
import { pay, priorResult, type Answer } from '../../books/payments/pay.ts'
import { checkExtra } from '../../plans/plan-changes/check-extra.ts'
import { refusals } from '../../platform/http/refusals.ts'
import type { Caller } from '../../platform/http/callers.ts'
import {
  chargeable,
  amountOf,
  declinesSince,
  dueAt,
  refuseAfterDeclines,
  refuseOtherTotal,
  refuseOver,
  surchargeTerms,
} from './amounts.ts'
import { findPayFacts, findRequest } from './pay-now.store.ts'
import { hashOfLink } from '../../books/payment-requests/request-links.ts'
import {
  amountChanged,
  faultOfEvent,
  faultOfSession,
  openSession,
  sessionPayment,
  closeOpenWalletSessions,
} from '../../books/checkout-sessions/sessions.ts'
import { findSession } from '../../books/checkout-sessions/sessions.reads.ts'

type CustomerCall = { accountId: string; caller: Caller; requestId: string }

/** A parent pays a school with a saved method, in addition to the plan or ahead of it. */
export async function payEarly(
  deps: Deps,
  {
    accountId,
    caller,
    requestId,
    clientRequestId,
    body,
  }: CustomerCall & {
    clientRequestId: string
    body: {
      repaymentSourceId: string
      amount: number | string
      total?: number | string | undefined
      instId: string
      due?: number | string | undefined
      extra?: ExtraRequest | undefined
    }
  },
): Promise<Answer> {
  const amount = amountOf(body.amount, 'customer')
  const key = {
    accountId,
    scope: 'customer' as const,
    key: clientRequestId,
    bodyHash: bodyHash({
      source: body.repaymentSourceId,
      amount,
      institution: body.instId,
      ...(body.extra && { plan: body.extra.planId, outcome: body.extra.outcome }),
    }),
  }
  const again = await priorResult(deps, key)
  if (again) return again
  const now = deps.clock()
  const facts = await findPayFacts(deps.db, {
    accountId,
    sourceId: body.repaymentSourceId,
    requestId: null,
    attempt: key,
    since: declinesSince(now),
  })
  const school = facts?.schools.find(({ id }) => id === body.instId)
  if (!facts || !school) throw new Refusal('not_found')
  refuseOver(amount, await dueAt(deps, accountId, school.id))
  const extra =
    body.extra && (await checkExtra(deps, { accountId, institutionId: school.id, amount, ...body.extra }))
  const source = chargeable(facts, now)
  refuseAfterDeclines(facts, deps.config.rateLimits['customer-declines'], now)
  const cost = surchargeOf(source, amount, surchargeTerms(facts, school, now))
  refuseOtherTotal(body.total, cents(amount + cost.surcharge), facts.region)
  await closeOpenWalletSessions(deps, facts, { institutionId: school.id, requestId: null })
  return pay(deps, {
    ...key,
    region: facts.region,
    kind: 'Early',
    institutionId: school.id,
    requestId: null,
    sourceId: source.id,
    cardEntryId: null,
    amount,
    ...cost,
    providerCustomerId: source.providerCustomerId,
    providerPaymentMethodId: source.providerPaymentMethodId,
    providerMandateId: source.providerMandateId,
    changeReason: null,
    changeDescription: null,
    extra: extra && { ...extra, byId: caller.impersonatorEmail === null ? caller.customerId : null },
    receipt: {
      schoolName: school.name,
      shortId: facts.shortId,
      methodName: source.displayName,
      methodType: source.type,
      payer: facts.payer,
    },
    actor: {
      actorKind: 'Customer',
      actorId: caller.customerId,
      impersonatorEmail: caller.impersonatorEmail,
      requestId,
    },
    limit: ['customer-payments', accountId],
    due: parseAmount(body.due ?? 0),
  })
}

/** A parent pays with the wallet of their device. */
export async function openCustomerSession(
  deps: Deps,
  {
    accountId,
    caller,
    requestId,
    clientRequestId,
    body,
  }: CustomerCall & {
    clientRequestId: string | undefined
    body: { amount: number | string; instId: string | undefined; returnUrl: string | undefined }
  },
): Promise<{ clientSecret: string }> {
  const amount = amountOf(body.amount, 'customer')
  const facts = await findPayFacts(deps.db, {
    accountId,
    sourceId: null,
    requestId: null,
    since: declinesSince(deps.clock()),
  })
  const school =
    facts?.schools.find(({ id }) => id === body.instId) ?? (body.instId ? undefined : facts?.schools[0])
  if (!facts || !school) throw new Refusal('not_found')
  refuseOver(amount, await dueAt(deps, accountId, school.id))
  return openSession(deps, {
    region: facts.region,
    subject: { accountId, institutionId: school.id, requestId: null },
    amount,
    schoolName: school.name,
    email: caller.email,
    change: null,
    returnUrl: body.returnUrl ?? `${deps.config.portalOrigin}/pay-now`,
    attempt: { accountId, scope: 'customer', key: clientRequestId ?? requestId },
    limit: ['customer-sessions', accountId],
  })
}

/** The last check before a parent's wallet pays: the session must be theirs and have the amount shown. */
export async function verifyCustomerWallet(
  deps: Deps,
  {
    accountId,
    body,
  }: CustomerCall & {
    body: {
      checkoutSessionId: string
      amount: number | string
      instId: string
      event: { amount?: number | string | null | undefined }
    }
  },
): Promise<{ verified: boolean; message: string | null }> {
  const refuse = (message: string | null) => ({ verified: message === null, message })
  const amount = amountOf(body.amount, 'customer')
  const session = await findSession(deps.db, body.checkoutSessionId)
  const isTheirs =
    session?.accountId === accountId && session.kind === 'Payment' && session.requestId === null
  if (!session || !isTheirs) return refuse(refusals.session_expired.msg)
  if (session.institutionId !== body.instId) return refuse(amountChanged)
  return refuse(faultOfEvent(body.event, amount) ?? (await faultOfSession(deps, session, amount)))
}

/** A parent returns from the wallet, after an early payment or one for a request, which is named by its link. */
export async function recordCustomerSession(
  deps: Deps,
  {
    accountId,
    body,
  }: CustomerCall & { body: { repaymentRequestId?: string | null | undefined; checkoutSessionId: string } },
): Promise<Payment> {
  const link = body.repaymentRequestId
  const request = link ? await findRequest(deps.db, { linkHash: hashOfLink(link) }, deps.clock()) : undefined
  if (link && !request) throw new Refusal('not_found')
  return sessionPayment(deps, {
    accountId,
    requestId: request?.id ?? null,
    sessionId: body.checkoutSessionId,
  })
}
