import type { GuestPaymentPage, Payment, PaymentBreakdown } from '#contract/pay-now.ts'
import { dateIn } from '#domain/calendar.ts'
import { cents, toDecimal, type Cents } from '#domain/money.ts'
import { tuitionYearOf, tuitionYearStart, tuitionYearEnd } from '#domain/payment-schedule.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Region } from '#domain/region.ts'
import { readCardToken, tokenizationUrl } from '../card-entry/card-entry.ts'
import type { Deps } from '../deps.ts'
import { bodyHash } from '../idempotency/body-hash.ts'
import { readSources } from '../payment-methods/repayment-details.ts'
import { pay, priorAnswer, type Answer, type PaymentWish } from '../payments/pay.ts'
import type { Limit } from '../rate-limit/limits.ts'
import { countTry, refuseUsedUp } from '../rate-limit/rate-limit.ts'
import { chargeable, readAmount, recently, refuseAfterDeclines, surchargeOf } from './amounts.ts'
import {
  findBpay,
  findBreakdown,
  findOpenRequestId,
  findPayFacts,
  findRequest,
  type PayFacts,
  type RequestRow,
  type School,
} from './pay-now.store.ts'
import { isSessionOpenFor, openSession, sessionPayment } from './sessions.ts'

type Visitor = { address: string }

/** What a guest may see: a request that exists and can still be paid. Guessing ids is made slow. */
async function openRequest(deps: Deps, id: string, { address }: Visitor): Promise<RequestRow> {
  const request = await knownRequest(deps, id, { address })
  refuseClosed(request)
  return request
}

/**
 * After too many ids that nobody has, a right one opens nothing either: whoever guesses must not learn that they have
 * found one.
 */
async function knownRequest(
  { db, clock, config }: Deps,
  wanted: string | (() => Promise<string | undefined>),
  { address }: Visitor,
): Promise<RequestRow> {
  const now = clock()
  const guesses: Limit = ['unknown-request-address', address]
  await refuseUsedUp(db, guesses, now, config.rateLimits)
  const id = typeof wanted === 'string' ? wanted : await wanted()
  const request = id === undefined ? undefined : await findRequest(db, id, now)
  if (request) return request
  await countTry(db, [guesses], now, config.rateLimits)
  throw new Refusal('not_found')
}

function refuseClosed(request: RequestRow): void {
  if (request.status === 'Paid') throw new Refusal('request_paid')
  if (request.status === 'Cancelled') throw new Refusal('request_cancelled')
  if (request.status === 'Expired' || request.isExpired) throw new Refusal('request_expired')
}

/** What is left to pay, counting what banks are just bringing. */
function leftToPay({ amountDue, amountPaid, amountPending }: RequestRow): Cents {
  return cents(Math.max(0, amountDue - amountPaid - amountPending))
}

export async function readGuestPage(
  deps: Deps,
  id: string,
  visitor: Visitor,
): Promise<{ region: Region; page: GuestPaymentPage }> {
  const { db, config } = deps
  await countTry(db, [['guest-details-address', visitor.address]], deps.clock(), config.rateLimits)
  const request = await openRequest(deps, id, visitor)
  const [facts, bpay] = await Promise.all([factsOf(deps, request, null), findBpay(db, request.accountId)])
  const school = schoolOf(facts, request)
  const { region } = facts
  return {
    region,
    page: {
      accountInfo: {
        accountShortId: facts.shortId,
        bpayInfo: bpay && {
          billerCode: bpay.billerCode,
          reference: bpay.reference,
          amount: bpay.amountMinor === null ? null : toDecimal(bpay.amountMinor),
        },
        customerDisplayName: request.customerName,
        email: request.emails[0] ?? '',
        repaymentSources: await readSources(deps, request.accountId),
      },
      institutionInfo: {
        displayName: school.name,
        larkwellId: school.id,
        absorbCardSurcharge: school.absorbCardSurcharge,
      },
      payableDetails: { amountDue: toDecimal(leftToPay(request)), periodName: request.periodName },
      tokenizationUrl: await tokenizationUrl(deps, {
        accountId: request.accountId,
        region,
        paymentRequestId: request.id,
      }),
      config: { showBreakdown: request.showsBreakdown },
    },
  }
}

export async function readBreakdown(deps: Deps, id: string, visitor: Visitor): Promise<PaymentBreakdown> {
  await countTry(deps.db, [['guest-details-address', visitor.address]], deps.clock(), deps.config.rateLimits)
  const request = await openRequest(deps, id, visitor)
  if (!request.showsBreakdown) throw new Refusal('not_found')
  const year = tuitionYearOf(dateIn(request.region, deps.clock()), request.region)
  const { paidThisYear, frequency } = await findBreakdown(deps.db, {
    accountId: request.accountId,
    institutionId: request.institutionId,
    from: tuitionYearStart(year, request.region),
    to: tuitionYearEnd(year, request.region),
  })
  return {
    paidThisYear: toDecimal(paidThisYear),
    amountDueNow: toDecimal(leftToPay(request)),
    paymentFrequency: frequency,
    overdueFees: toDecimal(request.overdue),
    annualTotalFees: request.annualTotal === null ? null : toDecimal(request.annualTotal),
  }
}

type GuestBody = {
  amount: number | string
  paymentAmountChangeReason?: string | null | undefined
  paymentAmountChangeReasonDescription?: string | null | undefined
  larkwellId: string
  shortId: string
  email: string
  repaymentRequestId?: string | undefined
} & ({ token: string } | { repaymentSourceId: string })

/** Whoever holds the link pays: with a card typed now, or with the family's own saved method for what is due. */
export async function payAsGuest(
  deps: Deps,
  {
    address,
    requestId,
    clientRequestId,
    body,
  }: Visitor & { requestId: string; clientRequestId: string; body: GuestBody },
): Promise<Answer> {
  const email = body.email.toLowerCase()
  const newest = () =>
    findOpenRequestId(deps.db, { institutionId: body.larkwellId, shortId: body.shortId, email })
  const request = await knownRequest(deps, body.repaymentRequestId ?? newest, { address })
  const amount = readAmount(body.amount, 'guest')
  const method: { token: string } | { source: string } =
    'token' in body ? { token: body.token } : { source: body.repaymentSourceId }
  const key = {
    accountId: request.accountId,
    scope: 'guest' as const,
    key: `${request.id}.${clientRequestId}`,
    bodyHash: bodyHash({
      ...method,
      amount,
      reason: body.paymentAmountChangeReason,
      description: body.paymentAmountChangeReasonDescription,
    }),
  }
  const again = await priorAnswer(deps, key)
  if (again) return again
  refuseClosed(request)
  if (body.larkwellId !== request.institutionId) {
    throw new Refusal('invalid_request', { fields: { larkwellId: 'Not the school of this request' } })
  }
  if (amount !== leftToPay(request) && !body.paymentAmountChangeReason) {
    throw new Refusal('invalid_request', { fields: { paymentAmountChangeReason: 'Required' } })
  }
  const facts = await factsOf(deps, request, 'source' in method ? method.source : null)
  refuseAfterDeclines(facts, deps.config.rateLimits['guest-declines'], deps.clock())
  const paidWith = await ('token' in method
    ? enteredCard(deps, facts, request, method.token, amount)
    : savedMethod(deps, facts, request, email, amount))
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
    actor: { actorKind: 'Guest', actorId: null, requestId },
    limit: ['guest-payments', request.id],
  })
}

type PaidWith = Pick<
  PaymentWish,
  | 'sourceId'
  | 'cardEntryId'
  | 'basisPoints'
  | 'surcharge'
  | 'providerCustomerId'
  | 'providerPaymentMethodId'
  | 'providerMandateId'
  | 'told'
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
  return {
    sourceId: null,
    cardEntryId: card.cardEntryId,
    ...surchargeOf(facts, school, card, amount, deps.clock()),
    providerCustomerId: card.customerId,
    providerPaymentMethodId: card.paymentMethodId,
    providerMandateId: null,
    told: toldOf(facts, school, `Card ending ${card.last4}`),
  }
}

/** A forwarded link must not let a stranger spend the family's money: it pays the family's own dues, no more. */
async function savedMethod(
  deps: Deps,
  facts: PayFacts,
  request: RequestRow,
  email: string,
  amount: Cents,
): Promise<PaidWith> {
  if (!request.emails.includes(email)) throw new Refusal('forbidden')
  const now = deps.clock()
  const school = schoolOf(facts, request)
  const source = chargeable(facts, now)
  if (amount > leftToPay(request)) throw new Refusal('amount_over_due')
  return {
    sourceId: source.id,
    cardEntryId: null,
    ...surchargeOf(facts, school, source, amount, now),
    providerCustomerId: source.providerCustomerId,
    providerPaymentMethodId: source.providerPaymentMethodId,
    providerMandateId: source.providerMandateId,
    told: toldOf(facts, school, source.displayName),
  }
}

function toldOf(facts: PayFacts, school: School, methodName: string): PaymentWish['told'] {
  return { schoolName: school.name, shortId: facts.shortId, methodName, payer: facts.payer }
}

async function factsOf(deps: Deps, request: RequestRow, sourceId: string | null): Promise<PayFacts> {
  const facts = await findPayFacts(deps.db, {
    accountId: request.accountId,
    sourceId,
    requestId: request.id,
    since: recently(deps.clock()),
  })
  if (!facts) throw new Refusal('not_found')
  return facts
}

function schoolOf(facts: PayFacts, { institutionId }: RequestRow): School {
  const school = facts.schools.find(({ id }) => id === institutionId)
  if (!school) throw new Error('A request names a school that its account does not have')
  return school
}

export async function openGuestSession(
  deps: Deps,
  {
    address,
    clientRequestId,
    body,
  }: Visitor & {
    clientRequestId: string
    body: { repaymentRequestId: string; amount: number | string; returnUrl: string }
  },
): Promise<{ clientSecret: string }> {
  const request = await openRequest(deps, body.repaymentRequestId, { address })
  const amount = readAmount(body.amount, 'guest')
  const now = deps.clock()
  await countTry(deps.db, [['guest-sessions', request.id]], now, deps.config.rateLimits)
  const facts = await factsOf(deps, request, null)
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
    clientRequestId,
  })
}

export async function verifyWallet(
  deps: Deps,
  { address, body }: Visitor & { body: { repaymentRequestId: string; amount: number | string } },
): Promise<{ verified: boolean; message: string | null }> {
  const refuse = (message: string | null) => ({ verified: false, message })
  const request = await knownRequest(deps, body.repaymentRequestId, { address })
  const amount = readAmount(body.amount, 'guest')
  if (request.status === 'Paid') return refuse('This payment request has already been paid.')
  if (request.status === 'Cancelled') return refuse('This payment request was cancelled.')
  if (request.status === 'Expired' || request.isExpired) return refuse('This payment request has expired.')
  const isOpen = await isSessionOpenFor(deps, request.region, request.id, amount)
  return isOpen ? { verified: true, message: null } : refuse('The amount has changed. Please start again.')
}

export async function recordGuestSession(
  deps: Deps,
  { address, body }: Visitor & { body: { repaymentRequestId: string; checkoutSessionId: string } },
): Promise<Payment> {
  const { accountId, region, id } = await knownRequest(deps, body.repaymentRequestId, { address })
  return sessionPayment(deps, { region, accountId, requestId: id, sessionId: body.checkoutSessionId })
}
