import Stripe from 'stripe'
import type { Cents } from '#domain/money.ts'
import { declineReason, type DeclineReason } from '#domain/payments.ts'
import type { Currency } from '#domain/region.ts'
import { callStripe, type StripeAccount } from './client.ts'

/** A payment as the provider is asked for it: the same words each time, or the key would be refused. */
export type Charge = {
  paymentId: string
  accountId: string
  /** The provider does what belongs to one key once, however often it is asked. */
  key: string
  total: Cents
  currency: Currency
  customerId: string
  paymentMethodId: string
  mandateId: string | null
}

/** A clear yes, a clear no, or neither. */
export type ChargeOutcome =
  | { kind: 'Succeeded'; providerPaymentId: string }
  | { kind: 'Processing'; providerPaymentId: string }
  | { kind: 'Declined'; providerPaymentId: string | null; reason: DeclineReason }
  | { kind: 'Unknown'; cause: unknown }

export async function charge({ client }: StripeAccount, wanted: Charge): Promise<ChargeOutcome> {
  try {
    const intent = await client.paymentIntents.create(
      {
        amount: wanted.total,
        currency: wanted.currency.toLowerCase(),
        customer: wanted.customerId,
        payment_method: wanted.paymentMethodId,
        ...(wanted.mandateId && { mandate: wanted.mandateId }),
        // Nobody is there to be led elsewhere.
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
        confirm: true,
        off_session: true,
        metadata: { paymentId: wanted.paymentId, accountId: wanted.accountId },
      },
      { idempotencyKey: wanted.key },
    )
    return outcomeOf(intent)
  } catch (error) {
    return outcomeOfError(error)
  }
}

/** What the provider knows of a payment by its own id. */
export async function readCharge(
  { client }: StripeAccount,
  providerPaymentId: string,
): Promise<ChargeOutcome> {
  return outcomeOf(await callStripe(client.paymentIntents.retrieve(providerPaymentId)))
}

/** Looks for a payment whose answer was lost among those of its customer. */
export async function findCharge(
  { client }: StripeAccount,
  { paymentId, customerId, since }: { paymentId: string; customerId: string; since: Date },
): Promise<ChargeOutcome | undefined> {
  const list = client.paymentIntents.list({
    customer: customerId,
    // The provider's clock and ours may differ a little.
    created: { gte: Math.floor(since.getTime() / 1000) - 300 },
    limit: 100,
  })
  const found = await callStripe(
    (async () => {
      for await (const intent of list) if (intent.metadata['paymentId'] === paymentId) return intent
      return undefined
    })(),
  )
  return found && outcomeOf(found)
}

export function outcomeOf(intent: Stripe.PaymentIntent): ChargeOutcome {
  const providerPaymentId = intent.id
  switch (intent.status) {
    case 'succeeded':
      return { kind: 'Succeeded', providerPaymentId }
    case 'processing':
      return { kind: 'Processing', providerPaymentId }
    case 'requires_payment_method':
    case 'requires_action':
    case 'canceled': {
      const { code, decline_code: declineCode } = intent.last_payment_error ?? {}
      const reason =
        intent.status === 'requires_action' ? 'authentication_required' : declineReason(declineCode, code)
      return { kind: 'Declined', providerPaymentId, reason }
    }
    default:
      return { kind: 'Unknown', cause: new Error(`a payment intent is in the state ${intent.status}`) }
  }
}

/** Only what the provider says about this very payment is a no; whatever else went wrong says nothing about it. */
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
  // The provider found the request wrong, which is no word about a card.
  return reason === 'card_declined' ? 'not_accepted' : reason
}

/** All charges there ever were, page by page: for comparing the provider's books with ours. */
export async function* listCharges({ client }: StripeAccount) {
  for await (const { payment_intent: intent, amount, currency, status } of client.charges.list({
    limit: 100,
  })) {
    const paymentIntent = typeof intent === 'string' ? intent : (intent?.id ?? '')
    yield { paymentIntent, amount, currency, hasSucceeded: status === 'succeeded' }
  }
}
