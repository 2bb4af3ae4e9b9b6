import { publicEndpoint } from './endpoint.ts'
import type { Endpoints } from './endpoint.ts'
import { impossible, invalid } from './failures.ts'
import { chosenMethod } from './intent-methods.ts'
import type { MandateData } from './mandates.ts'
import { mandateData } from './mandates.ts'
import type { PaymentMethod, Session } from './merchant.ts'
import { absent, integer, oneOf, required, text } from './parameters.ts'
import { createPaymentIntent } from './payment-intent.ts'
import { createPaymentMethod, paymentMethodData } from './payment-method.ts'
import { pay } from './payments.ts'
import { seenBy } from './public-views.ts'
import { confirmSetupIntent } from './setup-intent.ts'
import type { Call, Turn } from './turn.ts'

/** The requests of Stripe.js for a page with a Checkout Session. */
export const paymentPageEndpoints: Endpoints = {
  'POST /v1/payment_pages/:sessionId/init': publicEndpoint(
    { client_secret: required(text) },
    (turn, parameters, { path }) => {
      const session = turn.merchant.sessions.get(path['sessionId'] ?? '')
      checkSessionSecret(session, parameters.client_secret)
      return { session: publicSession(turn, session) }
    },
  ),
  'POST /v1/payment_pages/:sessionId/confirm': publicEndpoint(
    {
      client_secret: required(text),
      expected_amount: integer,
      express_payment_type: oneOf('apple_pay', 'google_pay', 'link'),
      mandate_data: mandateData,
      payment_method: text,
      payment_method_data: paymentMethodData,
      return_url: text,
    },
    (turn, request, call) => {
      const session = turn.merchant.sessions.get(call.path['sessionId'] ?? '')
      checkSessionSecret(session, request.client_secret)
      checkOpen(session)
      if (request.expected_amount !== undefined && request.expected_amount !== session.amount_total) {
        throw invalid(
          'The amount of this Checkout Session has changed since the page was loaded. Reload it and try again.',
          { code: 'checkout_amount_mismatch', param: 'expected_amount' },
        )
      }
      const method =
        request.payment_method_data && request.express_payment_type
          ? createPaymentMethod(turn, request.payment_method_data, call, request.express_payment_type)
          : chosenMethod(turn, request, call)
      if (!method) throw absent('payment_method')
      const intent = confirm(turn, session, method, request.mandate_data, call)
      return {
        session: publicSession(turn, session),
        [intent.object]: { ...seenBy({ ...call, isBrowser: true }, intent) },
      }
    },
  ),
}

function confirm(
  turn: Turn,
  session: Session,
  method: PaymentMethod,
  mandateData: MandateData | undefined,
  call: Call,
) {
  if (session.setup_intent !== null) {
    return confirmSetupIntent(
      turn,
      turn.merchant.setupIntents.get(session.setup_intent),
      { method, mandateData },
      call,
    )
  }
  return pay(turn, intentOf(turn, session), { method, isOffSession: false, mandateData }, call)
}

/** A session creates its PaymentIntent at the first attempt to pay, and keeps it for retries. */
function intentOf(turn: Turn, session: Session) {
  if (session.payment_intent !== null) return turn.merchant.paymentIntents.get(session.payment_intent)
  const { merchant } = turn
  const intent = createPaymentIntent(turn, {
    allowed: session.payment_method_types,
    amount: session.amount_total ?? 0,
    currency: session.currency ?? '',
    customer: session.customer,
    metadata: merchant.paymentMetadata.get(session.id) ?? {},
  })
  session.payment_intent = intent.id
  merchant.sessionOf.set(intent.id, session.id)
  return intent
}

function checkSessionSecret(session: Session, secret: string): void {
  if (secret === session.client_secret) return
  throw invalid(
    'The client_secret provided does not match the client_secret associated with this Checkout Session.',
    {
      param: 'client_secret',
    },
  )
}

function checkOpen({ status }: Session): void {
  if (status === 'open') return
  if (status === 'expired') {
    throw impossible('checkout_session_expired', 'This Checkout Session has expired.')
  }
  throw impossible('checkout_session_complete', 'This Checkout Session has already been completed.')
}

function publicSession({ merchant }: Turn, session: Session) {
  const { metadata: _, customer, client_reference_id: __, ...shown } = session
  const intent = session.payment_intent ?? session.setup_intent
  return {
    ...shown,
    customer_email:
      session.customer_email ??
      (customer === null ? undefined : merchant.customers.find(customer)?.email) ??
      null,
    has_customer: customer !== null,
    intent,
    line_items: {
      object: 'list',
      data: merchant.lineItems.get(session.id) ?? [],
      has_more: false,
      url: `/v1/checkout/sessions/${session.id}/line_items`,
    },
  }
}
