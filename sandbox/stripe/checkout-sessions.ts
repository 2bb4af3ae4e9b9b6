import { endpoint } from './endpoint.ts'
import type { Endpoints } from './endpoint.ts'
import { impossible, invalid } from './failures.ts'
import { offeredTypes } from './intent-methods.ts'
import { createLineItems, lineItem } from './line-items.ts'
import type { Session } from './merchant.ts'
import { absent, list, mergeMetadata, metadata, object, oneOf, required, text } from './parameters.ts'
import type { Parameters } from './parameters.ts'
import { checkMoney } from './payment-intent.ts'
import { cancelSetupIntent, createSetupIntent } from './setup-intent.ts'
import type { Turn } from './turn.ts'

const sessionFields = {
  allowed_payment_method_types: list(text),
  client_reference_id: text,
  currency: text,
  customer: text,
  customer_email: text,
  line_items: list(lineItem),
  metadata,
  mode: required(oneOf('payment', 'setup')),
  payment_intent_data: object({ metadata }),
  return_url: required(text),
  setup_intent_data: object({ metadata }),
  ui_mode: required(oneOf('elements')),
}

export const checkoutSessionEndpoints: Endpoints = {
  'POST /v1/checkout/sessions': endpoint(sessionFields, (turn, parameters) =>
    createSession(turn, parameters),
  ),
  'GET /v1/checkout/sessions/:id': endpoint({}, (turn, _, { path }) =>
    turn.merchant.sessions.get(path['id'] ?? ''),
  ),
  'POST /v1/checkout/sessions/:id/expire': endpoint({}, (turn, _, { path }) => {
    const session = turn.merchant.sessions.get(path['id'] ?? '')
    if (session.status !== 'open') {
      throw impossible(
        undefined,
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
      )
    }
    expireSession(turn, session.id)
    return session
  }),
}

/** A session that was not paid in time expires. */
export function expireSession(turn: Turn, id: string): void {
  const session = turn.merchant.sessions.find(id)
  if (session?.status !== 'open') return
  session.status = 'expired'
  if (session.setup_intent !== null) {
    cancelSetupIntent(turn, turn.merchant.setupIntents.get(session.setup_intent), 'abandoned')
  }
  if (session.payment_intent !== null) {
    const intent = turn.merchant.paymentIntents.get(session.payment_intent)
    intent.status = 'canceled'
    intent.canceled_at = turn.now
    intent.cancellation_reason = 'automatic'
    turn.emit('payment_intent.canceled', intent)
  }
  turn.emit('checkout.session.expired', session)
}

const sessionLife = 24 * 60 * 60

function createSession(turn: Turn, parameters: Parameters<typeof sessionFields>): Session {
  const { ids, merchant, now } = turn
  if (parameters.customer !== undefined && parameters.customer_email !== undefined) {
    throw invalid('You may only specify one of these parameters: customer, customer_email.', {
      code: 'parameters_exclusive',
      param: 'customer',
    })
  }
  if (parameters.customer !== undefined) turn.merchant.customers.get(parameters.customer, 'customer')
  const expiresAt = now + sessionLife
  const id = ids.next('cs_test_', 58)
  const isPayment = parameters.mode === 'payment'
  const items = isPayment ? createLineItems(turn, parameters.line_items) : []
  const currency = isPayment ? items[0]?.currency : parameters.currency
  if (currency === undefined) throw absent('currency')
  const total = items.reduce((sum, { amount_total }) => sum + amount_total, 0)
  if (isPayment) checkMoney(total, currency)
  const types = offeredTypes(merchant, parameters.allowed_payment_method_types, currency)
  const session = merchant.sessions.add({
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: parameters.allowed_payment_method_types ?? null,
    amount_subtotal: isPayment ? total : null,
    amount_total: isPayment ? total : null,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: null,
    client_reference_id: parameters.client_reference_id ?? null,
    client_secret: ids.next(`${id}_secret_`, 40),
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: now,
    currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: parameters.customer ?? null,
    customer_account: null,
    customer_creation: isPayment && parameters.customer === undefined ? 'if_required' : null,
    customer_details: null,
    customer_email: parameters.customer_email ?? null,
    discounts: [],
    expires_at: expiresAt,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: null,
    managed_payments: null,
    metadata: mergeMetadata({}, parameters.metadata),
    mode: parameters.mode,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: isPayment ? 'if_required' : 'always',
    payment_method_configuration_details: null,
    payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    payment_method_types: types,
    payment_status: isPayment ? 'unpaid' : 'no_payment_required',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    redirect_on_completion: 'always',
    return_url: parameters.return_url,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: null,
    subscription: null,
    success_url: null,
    total_details: isPayment ? { amount_discount: 0, amount_shipping: 0, amount_tax: 0 } : null,
    ui_mode: parameters.ui_mode,
    url: null,
    wallet_options: null,
  })
  merchant.lineItems.set(id, items)
  merchant.paymentMetadata.set(id, mergeMetadata({}, parameters.payment_intent_data?.metadata))
  if (!isPayment) {
    const intent = createSetupIntent(turn, {
      allowed: types,
      customer: session.customer,
      metadata: mergeMetadata({}, parameters.setup_intent_data?.metadata),
    })
    session.setup_intent = intent.id
    merchant.sessionOf.set(intent.id, id)
  }
  turn.schedule(expiresAt, { kind: 'expire-session', id })
  return session
}
