import { cardName } from '#domain/card-entry.ts'
import { cents, type Cents } from '#domain/money.ts'
import { leftToPay } from '#domain/pay-now.ts'
import { surchargeOf } from '#domain/payment-methods/surcharges.ts'
import { fieldRefusal, Refusal } from '#domain/refusal.ts'
import { readCardToken } from '../../books/card-entry/card-entry.ts'
import type { Deps } from '../../platform/deps.ts'
import { bodyHash } from '../../platform/idempotency/body-hash.ts'
import { refuseForFirst } from '../../books/payments/first-payment.ts'
import { findAttempt, pay, priorResult, type Answer, type PaymentOrder } from '../../books/payments/pay.ts'
import {
  chargeable,
  amountOf,
  refuseAfterDeclines,
  refuseOtherTotal,
  refuseOver,
  surchargeTerms,
} from './amounts.ts'
import { factsOf, isEmailOf, requireRequest, refuseUnpayable, schoolOf } from './guest-request.ts'
import { findOpenRequest, type PayFacts, type PayRequestRow, type PaySchool } from './pay-now.store.ts'
import { refuseLocked, type LinkHolder } from './saved-method-codes.ts'
import { closeOpenWalletSessions } from '../../books/checkout-sessions/sessions.ts'
import { withStillToPay } from './still-to-pay.ts'
import type { RowKey } from '../../platform/database/row-key.ts'

type GuestBody = {
  amount: number | string
  total?: number | string | undefined
  paymentAmountChangeReason?: string | null | undefined
  paymentAmountChangeReasonDescription?: string | null | undefined
  larkwellId: string
  shortId: string
  email?: string | undefined
  repaymentRequestId?: string | undefined
} & ({ token: string } | { repaymentSourceId: string })

type GuestCall = LinkHolder & { clientRequestId: string; body: GuestBody }

/** Pays by link. The link is enough for a card entered now; a saved method also needs its owner. */
export async function payAsGuest(deps: Deps, call: GuestCall): Promise<Answer> {
  const { clientRequestId, body, ...holder } = call
  // Without the link, knowing a family's details is not enough to spend its money.
  if (!('token' in body) && body.repaymentRequestId === undefined) throw new Refusal('forbidden')
  const request = await requireRequest(
    deps,
    body.repaymentRequestId ?? (() => requestOfCard(deps, body, clientRequestId)),
    holder,
  )
  const reply = await payRequest(deps, request, call)
  return { ...reply, body: await withStillToPay(deps, request, reply.body) }
}

async function payRequest(
  deps: Deps,
  request: PayRequestRow,
  { clientRequestId, body, ...holder }: GuestCall,
): Promise<Answer> {
  const email = body.email?.toLowerCase()
  const amount = amountOf(body.amount, 'guest')
  const method: { token: string } | { source: string } =
    'token' in body ? { token: body.token } : { source: body.repaymentSourceId }
  const key = {
    ...guestAttempt(request, clientRequestId),
    bodyHash: bodyHash({
      ...method,
      amount,
      reason: body.paymentAmountChangeReason,
      description: body.paymentAmountChangeReasonDescription,
    }),
  }
  const again = await priorResult(deps, key)
  if (again) return again
  await refuseUnpayable(deps, request)
  refuseOver(amount, leftToPay(request))
  if (body.larkwellId !== request.institutionId) {
    throw fieldRefusal({ larkwellId: 'Not the school of this request' })
  }
  if (body.shortId !== request.shortId) {
    throw fieldRefusal({ shortId: 'Not the account of this request' })
  }
  if (amount !== leftToPay(request) && !body.paymentAmountChangeReason) {
    await refuseIfPaidMeanwhile(deps, request, amount)
    throw fieldRefusal({ paymentAmountChangeReason: 'Required' })
  }
  if ('source' in method) {
    if (email !== undefined && !isEmailOf(request, email)) throw new Refusal('forbidden')
    await refuseLocked(deps, request, holder)
  }
  const facts = await factsOf(deps, request, {
    sourceId: 'source' in method ? method.source : null,
    attempt: key,
  })
  refuseAfterDeclines(facts, deps.config.rateLimits['guest-declines'], deps.clock())
  let paidWith: PaidWith
  try {
    paidWith = await ('token' in method
      ? enteredCard(deps, facts, request, method.token, amount)
      : savedMethod(deps, facts, request, amount))
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'card_form_expired') throw error
    // The same call, sent twice, may just have used the form.
    const meanwhile = await priorResult(deps, key)
    if (!meanwhile) throw error
    return meanwhile
  }
  refuseOtherTotal(body.total, cents(amount + paidWith.surcharge), facts.region)
  await closeOpenWalletSessions(deps, facts, { institutionId: request.institutionId, requestId: request.id })
  return pay(deps, {
    ...key,
    ...paidWith,
    region: facts.region,
    kind: 'Guest',
    institutionId: request.institutionId,
    requestId: request.id,
    amount,
    changeReason: body.paymentAmountChangeReason ?? null,
    changeDescription: body.paymentAmountChangeReasonDescription ?? null,
    actor: { actorKind: 'Guest', actorId: null, requestId: holder.requestId },
    limit: ['guest-payments', request.id],
  })
}

/**
 * The newest request of a family, for a card that was typed in the form of that very request: only its link opens that
 * form. To anybody else there is no such request, because guesses must not reveal what a family has to pay.
 */
async function requestOfCard(
  deps: Deps,
  body: GuestBody,
  clientRequestId: string,
): Promise<string | undefined> {
  const email = body.email?.toLowerCase()
  if (email === undefined || !('token' in body)) return undefined
  const { larkwellId: institutionId, shortId, token } = body
  const request = await findOpenRequest(deps.db, { institutionId, shortId, email })
  if (!request) return undefined
  const { id, accountId } = request
  // In a repeated attempt the card token has been used already.
  if (await findAttempt(deps, guestAttempt(request, clientRequestId))) return id
  try {
    await readCardToken(deps, { accountId, paymentRequestId: id, token })
  } catch (error) {
    if (error instanceof Refusal && error.code === 'card_form_expired') return undefined
    throw error
  }
  return id
}

/** The idempotency key of an attempt to pay a request. It contains the request's id: another link never sees the attempt. */
export function guestAttempt({ accountId, id }: RowKey, clientRequestId: string) {
  return { accountId, scope: 'guest' as const, key: `${id}.${clientRequestId}` }
}

/** The balance dropped while the page was open: show the payment that lowered it, don't ask for a reason. */
async function refuseIfPaidMeanwhile(deps: Deps, request: PayRequestRow, amount: Cents): Promise<void> {
  const { accountId, id: requestId, amountPaid, amountPending, amountDue } = request
  if (amountPaid + amountPending > 0 && amount > leftToPay(request) && amount <= amountDue)
    await refuseForFirst(deps, 'amount_changed', { accountId, requestId })
}

type PaidWith = Pick<
  PaymentOrder,
  | 'sourceId'
  | 'cardEntryId'
  | 'basisPoints'
  | 'surcharge'
  | 'providerCustomerId'
  | 'providerPaymentMethodId'
  | 'providerMandateId'
  | 'receipt'
>

async function enteredCard(
  deps: Deps,
  facts: PayFacts,
  request: PayRequestRow,
  token: string,
  amount: Cents,
): Promise<PaidWith> {
  const school = schoolOf(facts, request)
  const card = await readCardToken(deps, {
    accountId: request.accountId,
    paymentRequestId: request.id,
    token,
  })
  const charged = { cardBrand: card.brand, cardFunding: card.funding }
  return {
    sourceId: null,
    cardEntryId: card.cardEntryId,
    ...surchargeOf(charged, amount, surchargeTerms(facts, school, deps.clock())),
    providerCustomerId: card.customerId,
    providerPaymentMethodId: card.paymentMethodId,
    providerMandateId: null,
    receipt: receiptOf(facts, school, { methodName: cardName(card), methodType: null }),
  }
}

/**
 * A forwarded link must not let a stranger spend the family's money, so a saved method pays no more than the amount
 * due.
 */
async function savedMethod(
  deps: Deps,
  facts: PayFacts,
  request: PayRequestRow,
  amount: Cents,
): Promise<PaidWith> {
  const now = deps.clock()
  const school = schoolOf(facts, request)
  const source = chargeable(facts, now)
  if (amount > leftToPay(request) && request.amountPending > 0)
    await refuseForFirst(deps, 'payment_in_progress', { accountId: request.accountId, requestId: request.id })
  if (amount > leftToPay(request)) throw new Refusal('amount_over_due')
  return {
    sourceId: source.id,
    cardEntryId: null,
    ...surchargeOf(source, amount, surchargeTerms(facts, school, now)),
    providerCustomerId: source.providerCustomerId,
    providerPaymentMethodId: source.providerPaymentMethodId,
    providerMandateId: source.providerMandateId,
    receipt: receiptOf(facts, school, { methodName: source.displayName, methodType: source.type }),
  }
}

function receiptOf(
  facts: PayFacts,
  school: PaySchool,
  method: Pick<PaymentOrder['receipt'], 'methodName' | 'methodType'>,
): PaymentOrder['receipt'] {
  return { schoolName: school.name, shortId: facts.shortId, ...method, payer: facts.payer }
}
