import type Stripe from 'stripe'
import { endpoint } from './endpoint.ts'
import type { Endpoints } from './endpoint.ts'
import type { Failure } from './failures.ts'
import { listEndpoint } from './lists.ts'
import type { Charge, PaymentIntent, PaymentMethod } from './merchant.ts'
import type { Turn } from './turn.ts'

export const chargeEndpoints: Endpoints = {
  ...listEndpoint('charge', ({ charges }) => charges, ['payment_intent', 'customer']),
  'GET /v1/charges/:id': endpoint({}, (turn, _, { path }) => turn.merchant.charges.get(path['id'] ?? '')),
}

type Facts = {
  status: 'failed' | 'pending' | 'succeeded'
  failure?: Failure
  mandate?: string | undefined
  debitDate?: string
  isAuthenticated?: boolean
}

/** An attempt to charge a payment method for an intent. */
export function createCharge(turn: Turn, intent: PaymentIntent, method: PaymentMethod, facts: Facts): Charge {
  const { ids, merchant, now } = turn
  const { status, failure } = facts
  const isPaid = status === 'succeeded'
  const charge = merchant.charges.add({
    id: ids.next(method.type === 'card' ? 'ch_' : 'py_', 24),
    object: 'charge',
    amount: intent.amount,
    amount_captured: status === 'failed' ? 0 : intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: isPaid ? ids.next('txn_', 24) : null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'LARKWELL',
    captured: status !== 'failed',
    created: now,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: { ...intent.metadata },
    on_behalf_of: null,
    outcome: outcomeOf(failure),
    paid: isPaid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: detailsOf(method, intent, facts),
    radar_options: {},
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status,
    transfer_data: null,
    transfer_group: intent.transfer_group,
  })
  intent.latest_charge = charge.id
  return charge
}

export function outcomeOf(failure: Failure | undefined): Stripe.Charge.Outcome {
  const nothing = { advice_code: null, network_advice_code: null, network_decline_code: null }
  if (!failure) {
    return {
      ...nothing,
      network_status: 'approved_by_network',
      reason: null,
      risk_level: 'normal',
      risk_score: 20,
      seller_message: 'Payment complete.',
      type: 'authorized',
    }
  }
  return {
    ...nothing,
    network_status: 'declined_by_network',
    reason: failure.decline_code ?? failure.code ?? null,
    risk_level: 'normal',
    risk_score: 20,
    seller_message: 'The bank did not return any further details with this decline.',
    type: 'issuer_declined',
  }
}

function detailsOf(
  method: PaymentMethod,
  { amount }: PaymentIntent,
  { status, mandate, debitDate, isAuthenticated }: Facts,
): Stripe.Charge.PaymentMethodDetails {
  const debitDetails = debitDate === undefined ? {} : { expected_debit_date: debitDate }
  if (method.bacs_debit) {
    return {
      bacs_debit: { ...method.bacs_debit, ...debitDetails, mandate: mandate ?? null },
      type: 'bacs_debit',
    }
  }
  if (method.au_becs_debit) {
    return {
      au_becs_debit: { ...method.au_becs_debit, ...debitDetails, ...(mandate !== undefined && { mandate }) },
      type: 'au_becs_debit',
    }
  }
  const { card } = method
  if (!card) return { type: method.type }
  return {
    card: {
      amount_authorized: status === 'succeeded' ? amount : null,
      authorization_code: status === 'succeeded' ? '123456' : null,
      brand: card.brand,
      checks: card.checks,
      country: card.country,
      electronic_commerce_indicator: null,
      exp_month: card.exp_month,
      exp_year: card.exp_year,
      fingerprint: card.fingerprint ?? null,
      funding: card.funding,
      installments: null,
      last4: card.last4,
      mandate: null,
      network: card.brand,
      network_token: { used: false },
      network_transaction_id: status === 'succeeded' ? '100000000000000' : null,
      regulated_status: 'unregulated',
      three_d_secure: isAuthenticated ? authenticated : null,
      transaction_link_id: null,
      wallet: card.wallet as Stripe.Charge.PaymentMethodDetails.Card.Wallet | null,
    },
    type: 'card',
  }
}

const authenticated: Stripe.Charge.PaymentMethodDetails.Card.ThreeDSecure = {
  authentication_flow: 'challenge',
  electronic_commerce_indicator: '05',
  exemption_indicator: null,
  result: 'authenticated',
  result_reason: null,
  transaction_id: null,
  version: '2.2.0',
}
