import { cardName } from '#domain/card-entry.ts'
import { cents, type Cents } from '#domain/money.ts'
import { leftToPay } from '#domain/pay-now.ts'
import { surchargeOf } from '#domain/payment-methods/surcharges.ts'
import { Refusal } from '#domain/refusal.ts'
import { readCardToken } from '../../books/card-entry/card-entry.ts'
import type { Deps } from '../../platform/deps.ts'
import { bodyHash } from '../../platform/idempotency/body-hash.ts'
import { refuseForFirst } from '../../books/payments/first-payment.ts'
import { findAttempt, pay, priorResult, type Answer, type PaymentOrder } from '../../books/payments/pay.ts'
import { chargeable, readAmount, refuseAfterDeclines, refuseOtherTotal, surchargeTerms } from './amounts.ts'
import { factsOf, isEmailOf, knownRequest, refuseUnpayable, schoolOf } from './guest-request.ts'
import { findOpenRequest, type PayFacts, type RequestRow, type School } from './pay-now.store.ts'
import { refuseLocked, type Holder } from './saved-method-codes.ts'
import { closeOpenWalletSessions } from '../../books/checkout-sessions/sessions.ts'
import { withStillToPay } from './still-to-pay.ts'

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

type GuestCall = Holder & { clientRequestId: string; body: GuestBody }

/** The link is enough to pay with a card typed now. A saved method also needs its owner. */
export async function payAsGuest(deps: Deps, asked: GuestCall): Promise<Answer> {
  const { clientRequestId, body, ...holder } = asked
  // Without the link, knowing a family's details is not enough to spend its money.
  if (!('token' in body) && body.repaymentRequestId === undefined) throw new Refusal('forbidden')
  const request = await knownRequest(
    deps,
    body.repaymentRequestId ?? (() => requestOfCard(deps, body, clientRequestId)),
    holder,
  )
  const answer = await payRequest(deps, request, asked)
  return { ...answer, body: await withStillToPay(deps, request, answer.body) }
}

async function payRequest(
  deps: Deps,
  request: RequestRow,
  { clientRequestId, body, ...holder }: GuestCall,
): Promise<Answer> {
  const email = body.email?.toLowerCase()
  const amount = readAmount(body.amount, 'guest')
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
  if (body.larkwellId !== request.institutionId) {
    throw new Refusal('invalid_request', { fields: { larkwellId: 'Not the school of this request' } })
  }
  if (body.shortId !== request.shortId) {
    throw new Refusal('invalid_request', { fields: { shortId: 'Not the account of this request' } })
  }
  if (amount !== leftToPay(request) && !body.paymentAmountChangeReason) {
    await refuseIfPaidMeanwhile(deps, request, amount)
    throw new Refusal('invalid_request', { fields: { paymentAmountChangeReason: 'Required' } })
  }
  if ('source' in method) {
    if (email !== undefined && !isEmailOf(request, email)) throw new Refusal('forbidden')
    await refuseLocked(deps, request, holder)
  }
  const facts = await factsOf(deps, request, {
    sourceId: 'source' in method ? method.source : null,
    attempt: `${key.scope}:${key.key}`,
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
 * The newest request of a family, for a card that was typed in the form of that very request: only its link opens one. To
 * anybody else there is no such request, or their guesses would tell them what a family has to pay.
 */
async function requestOfCard(
  deps: Deps,
  body: GuestBody,
  clientRequestId: string,
): Promise<string | undefined> {
  const email = body.email?.toLowerCase()
  if (email === undefined || !('token' in body)) return undefined
  const { larkwellId: institutionId, shortId, token } = body
  const found = await findOpenRequest(deps.db, { institutionId, shortId, email })
  if (!found) return undefined
  const { id, accountId } = found
  // The card of an attempt that is repeated has been used.
  if (await findAttempt(deps, guestAttempt(found, clientRequestId))) return id
  try {
    await readCardToken(deps, { accountId, paymentRequestId: id, token })
  } catch (error) {
    if (error instanceof Refusal && error.code === 'card_form_expired') return undefined
    throw error
  }
  return id
}

/** The idempotency key of an attempt to pay a request. It contains the request's id: another link never sees the attempt. */
export function guestAttempt(
  { accountId, id }: Pick<RequestRow, 'accountId' | 'id'>,
  clientRequestId: string,
) {
  return { accountId, scope: 'guest' as const, key: `${id}.${clientRequestId}` }
}

/** The balance dropped while the page was open: show the payment that lowered it, don't ask for a reason. */
async function refuseIfPaidMeanwhile(deps: Deps, request: RequestRow, amount: Cents): Promise<void> {
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
  request: RequestRow,
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

/** A forwarded link must not let a stranger spend the family's money: it pays the family's own dues, no more. */
async function savedMethod(
  deps: Deps,
  facts: PayFacts,
  request: RequestRow,
  amount: Cents,
): Promise<PaidWith> {
  const now = deps.clock()
  const school = schoolOf(facts, request)
  const source = chargeable(facts, now)
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
  school: School,
  method: Pick<PaymentOrder['receipt'], 'methodName' | 'methodType'>,
): PaymentOrder['receipt'] {
  return { schoolName: school.name, shortId: facts.shortId, ...method, payer: facts.payer }
}
