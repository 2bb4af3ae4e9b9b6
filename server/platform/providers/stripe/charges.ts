import Stripe from 'stripe'
import type { Cents } from '#domain/money.ts'
import { declineReason, type DeclineReason } from '#domain/payments.ts'
import { regions, type Currency, type Region } from '#domain/region.ts'
import { callStripe, type StripeAccount } from './client.ts'
import { pagesOf } from './pages.ts'

/** The parameters of a charge. They must be the same on every retry, or Stripe refuses the idempotency key. */
export type ChargeRequest = {
  paymentId: string
  accountId: string
  /** The idempotency key. */
  key: string
  total: Cents
  currency: Currency
  customerId: string
  paymentMethodId: string
  mandateId: string | null
  /** Whether the payer is present, so that their bank may ask them to confirm. */
  isPayerPresent: boolean
}

/** The payment succeeded, was declined, needs the payer's confirmation, or has an unknown outcome. */
export type ChargeOutcome =
  | { kind: 'Succeeded'; providerPaymentId: string }
  | { kind: 'Processing'; providerPaymentId: string }
  /** The bank asks the payer to confirm the payment, for which the page needs the secret. */
  | { kind: 'NeedsPayer'; providerPaymentId: string; clientSecret: string }
  | { kind: 'Declined'; providerPaymentId: string | null; reason: DeclineReason }
  | { kind: 'Unknown'; cause: unknown }

export async function charge({ client }: StripeAccount, request: ChargeRequest): Promise<ChargeOutcome> {
  try {
    const intent = await client.paymentIntents.create(
      {
        amount: request.total,
        currency: request.currency.toLowerCase(),
        customer: request.customerId,
        payment_method: request.paymentMethodId,
        ...(request.mandateId && { mandate: request.mandateId }),
        // The payer stays on the portal's page: Stripe.js shows the bank's question.
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
        confirm: true,
        ...(request.isPayerPresent ? { use_stripe_sdk: true } : { off_session: true }),
        metadata: { paymentId: request.paymentId, accountId: request.accountId },
      },
      { idempotencyKey: request.key },
    )
    return chargeOutcomeOf(intent)
  } catch (error) {
    return outcomeOfError(error)
  }
}

/** Reads a payment by the provider's id. */
export async function readCharge(
  { client }: StripeAccount,
  providerPaymentId: string,
): Promise<ChargeOutcome> {
  return chargeOutcomeOf(await callStripe(() => client.paymentIntents.retrieve(providerPaymentId)))
}

/**
 * Cancels a payment that its payer has not confirmed. If it was completed first at the provider, that outcome counts.
 */
export async function cancelCharge(
  account: StripeAccount,
  providerPaymentId: string,
): Promise<ChargeOutcome> {
  try {
    return chargeOutcomeOf(
      await callStripe(() =>
        account.client.paymentIntents.cancel(providerPaymentId, { cancellation_reason: 'abandoned' }),
      ),
    )
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    return readCharge(account, providerPaymentId)
  }
}

/** Searches the customer's payments for one whose reply was lost. */
export async function findCharge(
  { client }: StripeAccount,
  { paymentId, customerId, since }: { paymentId: string; customerId: string; since: Date },
): Promise<ChargeOutcome | undefined> {
  const list = client.paymentIntents.list({
    customer: customerId,
    // The provider's clock may differ from the server's.
    created: { gte: Math.floor(since.getTime() / 1000) - 300 },
    limit: 100,
  })
  const match = await callStripe(() =>
    (async () => {
      for await (const intent of list) if (intent.metadata['paymentId'] === paymentId) return intent
      return undefined
    })(),
  )
  return match && chargeOutcomeOf(match)
}

export function chargeOutcomeOf(intent: Stripe.PaymentIntent): ChargeOutcome {
  const providerPaymentId = intent.id
  switch (intent.status) {
    case 'succeeded':
      return { kind: 'Succeeded', providerPaymentId }
    case 'processing':
      return { kind: 'Processing', providerPaymentId }
    case 'requires_action':
      return { kind: 'NeedsPayer', providerPaymentId, clientSecret: intent.client_secret ?? '' }
    case 'requires_payment_method':
    case 'canceled': {
      const { code, decline_code: declineCode } = intent.last_payment_error ?? {}
      const isAbandoned = intent.cancellation_reason === 'abandoned'
      const reason = isAbandoned ? 'not_confirmed' : declineReason(declineCode, code)
      return { kind: 'Declined', providerPaymentId, reason }
    }
    default:
      return { kind: 'Unknown', cause: new Error(`a payment intent is in the state ${intent.status}`) }
  }
}

/** Only an error about this payment means that it was declined; any other error leaves the outcome unknown. */
function outcomeOfError(error: unknown): ChargeOutcome {
  const isAboutPayment =
    error instanceof Stripe.errors.StripeCardError || error instanceof Stripe.errors.StripeInvalidRequestError
  if (!isAboutPayment) return { kind: 'Unknown', cause: error }
  const providerPaymentId = error.payment_intent?.id ?? null
  const reason =
    error instanceof Stripe.errors.StripeCardError
      ? declineReason(error.decline_code, error.code)
      : reasonOfRefusal(error)
  return { kind: 'Declined', providerPaymentId, reason }
}

function reasonOfRefusal({ code, decline_code: declineCode }: Stripe.errors.StripeError): DeclineReason {
  const reason = declineReason(declineCode, code)
  // The provider refused the request, not the card.
  return reason === 'card_declined' ? 'not_accepted' : reason
}

export type ListedCharge = {
  paymentIntent: string
  amount: number
  currency: string
  hasSucceeded: boolean
  /** True for a full refund only. */
  isRefunded: boolean
  /** The sum of its refunds, with those that are under way. */
  refunded: number
  /** Whether it has ever been disputed. */
  isDisputed: boolean
  createdAt: Date
}

/** The charges of an account since a moment, newest first. */
export async function* pagesOfCharges(
  { client }: StripeAccount,
  since: Date,
): AsyncGenerator<ListedCharge[]> {
  const created = { gte: Math.floor(since.getTime() / 1000) }
  for await (const page of pagesOf((params) => client.charges.list({ created, ...params })))
    yield page.map(listedCharge)
}

/** Every charge of both regions, for tests and drills. */
export async function allCharges(accounts: Record<Region, StripeAccount>): Promise<ListedCharge[]> {
  const charges: ListedCharge[] = []
  for (const region of regions)
    for await (const page of pagesOfCharges(accounts[region], new Date(0))) charges.push(...page)
  return charges
}

/** The charges of one payment: failed tries, and the one that succeeded. */
export async function chargesOfPayment(
  { client }: StripeAccount,
  providerPaymentId: string,
): Promise<ListedCharge[]> {
  const { data } = await callStripe(() =>
    client.charges.list({ payment_intent: providerPaymentId, limit: 100 }),
  )
  return data.map(listedCharge)
}

export function listedCharge(charge: Stripe.Charge): ListedCharge {
  const { payment_intent: intent, amount, currency } = charge
  return {
    paymentIntent: typeof intent === 'string' ? intent : (intent?.id ?? ''),
    amount,
    currency,
    hasSucceeded: charge.status === 'succeeded',
    isRefunded: charge.refunded,
    refunded: charge.amount_refunded,
    isDisputed: charge.disputed,
    createdAt: new Date(charge.created * 1000),
  }
}
