import { impossible, invalid } from './failures.ts'
import { intentFields, offeredTypes } from './intent-methods.ts'
import type { NewIntent } from './intent-methods.ts'
import type { PaymentIntent } from './merchant.ts'
import type { Turn } from './turn.ts'

type NewPaymentIntent = NewIntent & { amount: number; currency: string }

export function createPaymentIntent(turn: Turn, params: NewPaymentIntent): PaymentIntent {
  const { ids, merchant } = turn
  const id = ids.next('pi_', 24)
  const intent = merchant.paymentIntents.add({
    ...intentFields(turn, id, 25, params),
    object: 'payment_intent',
    amount: params.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application_fee_amount: null,
    canceled_at: null,
    capture_method: 'automatic_async',
    confirmation_method: 'automatic',
    currency: params.currency,
    last_payment_error: null,
    latest_charge: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: offeredTypes(merchant, params.allowed, params.currency),
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    transfer_data: null,
    transfer_group: null,
  })
  turn.emit('payment_intent.created', intent)
  return intent
}

export function checkConfirmable(intent: PaymentIntent): void {
  const state = { payment_intent: intent }
  if (intent.status === 'succeeded') {
    throw impossible(
      'payment_intent_unexpected_state',
      'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.',
      state,
    )
  }
  if (intent.status === 'canceled' || intent.status === 'processing') {
    throw impossible(
      'payment_intent_unexpected_state',
      `This PaymentIntent's state is ${intent.status}; it could not be confirmed.`,
      state,
    )
  }
}

const currencies = new Set('aud cad chf dkk eur gbp hkd jpy nok nzd sek sgd usd'.split(' '))
const smallest: Record<string, number> = { gbp: 30 }

/** The currency in lower case, if it supports the amount. */
export function checkMoney(amount: number, given: string): string {
  const currency = given.toLowerCase()
  if (!currencies.has(currency)) {
    throw invalid(
      `Invalid currency: ${currency}. Stripe currently supports these currencies: ${[...currencies].join(', ')}`,
      {
        param: 'currency',
      },
    )
  }
  if (amount < 1) {
    throw invalid('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param: 'amount',
    })
  }
  const least = smallest[currency] ?? 50
  if (amount < least) {
    throw invalid(`Amount must be at least ${(least / 100).toFixed(2)} ${currency}`, {
      code: 'amount_too_small',
      param: 'amount',
    })
  }
  if (amount > 99_999_999) {
    throw invalid(`Amount must be no more than 999,999.99 ${currency}`, {
      code: 'amount_too_large',
      param: 'amount',
    })
  }
  return currency
}
