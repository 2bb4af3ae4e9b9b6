import type Stripe from 'stripe'
import { cents, type Cents } from '#domain/money.ts'
import type { Currency } from '#domain/region.ts'
import { chargeOutcomeOf, type ChargeOutcome } from './charges.ts'
import { callStripe, type StripeAccount } from './client.ts'

/** The subject of a session. Stored in the session's metadata too, in case the row in the database is lost. */
export type SessionSubject = { accountId: string; institutionId: string; requestId: string | null }

export type OpenedSession = { id: string; clientSecret: string; expiresAt: Date }

/** Opens a session in which a wallet pays a fixed amount. */
export async function openPaymentSession(
  { client }: StripeAccount,
  request: {
    subject: SessionSubject
    amount: Cents
    currency: Currency
    productName: string
    email: string | null
    returnUrl: string
    key: string
  },
): Promise<OpenedSession> {
  const { accountId, institutionId, requestId } = request.subject
  const metadata = { accountId, institutionId, ...(requestId && { requestId }) }
  const session = await callStripe(() =>
    client.checkout.sessions.create(
      {
        mode: 'payment',
        ui_mode: 'elements',
        allowed_payment_method_types: ['card'],
        client_reference_id: requestId ?? accountId,
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: request.currency.toLowerCase(),
              unit_amount: request.amount,
              product_data: { name: request.productName },
            },
          },
        ],
        metadata,
        payment_intent_data: { metadata },
        ...(request.email && { customer_email: request.email }),
        return_url: request.returnUrl,
      },
      { idempotencyKey: request.key },
    ),
  )
  if (!session.client_secret) throw new Error('A Stripe session has no client secret')
  return {
    id: session.id,
    clientSecret: session.client_secret,
    expiresAt: new Date(session.expires_at * 1000),
  }
}

/** A session's state at the provider. */
export type SessionState = {
  id: string
  mode: Stripe.Checkout.Session.Mode
  status: 'open' | 'complete' | 'expired'
  subject: SessionSubject | undefined
  amount: Cents
  /** In lower case, as the provider writes it. */
  currency: string | null
  /** Set only while the session is open. */
  clientSecret: string | null
  expiresAt: Date
  payment:
    | {
        id: string
        outcome: ChargeOutcome
        customerId: string | null
        paymentMethodId: string | null
        methodName: string | null
      }
    | undefined
}

const walletNames: Record<string, string> = { apple_pay: 'Apple Pay', google_pay: 'Google Pay', link: 'Link' }

/** For example "Apple Pay, card ending 4242". */
function nameOf(method: Stripe.PaymentMethod): string | null {
  const { card } = method
  if (!card) return null
  const wallet = walletNames[card.wallet?.type ?? '']
  return wallet ? `${wallet}, card ending ${card.last4}` : `Card ending ${card.last4}`
}

export async function readSession({ client }: StripeAccount, id: string): Promise<SessionState> {
  const session = await callStripe(() =>
    client.checkout.sessions.retrieve(id, { expand: ['payment_intent.payment_method'] }),
  )
  const intent = typeof session.payment_intent === 'string' ? null : session.payment_intent
  const method = intent && typeof intent.payment_method === 'object' ? intent.payment_method : null
  const { accountId, institutionId, requestId } = session.metadata ?? {}
  return {
    id: session.id,
    mode: session.mode,
    status: (['complete', 'expired'] as const).find((each) => each === session.status) ?? 'open',
    subject:
      accountId && institutionId ? { accountId, institutionId, requestId: requestId ?? null } : undefined,
    amount: cents(session.amount_total ?? 0),
    currency: session.currency,
    clientSecret: session.status === 'open' ? session.client_secret : null,
    expiresAt: new Date(session.expires_at * 1000),
    payment: intent
      ? {
          id: intent.id,
          outcome: chargeOutcomeOf(intent),
          customerId: idOf(intent.customer),
          paymentMethodId: idOf(intent.payment_method),
          methodName: method && nameOf(method),
        }
      : undefined,
  }
}

export async function expireSession({ client }: StripeAccount, id: string): Promise<void> {
  await callStripe(() => client.checkout.sessions.expire(id))
}

function idOf(reference: string | { id: string } | null): string | null {
  return typeof reference === 'object' && reference !== null ? reference.id : reference
}
