import { endpoint, publicEndpoint } from './endpoint.ts'
import type { Endpoints } from './endpoint.ts'
import { impossible, invalid } from './failures.ts'
import { findCustomer } from './find-customer.ts'
import { checkSecret, checkType, chosenMethod, offeredTypes } from './intent-methods.ts'
import { listFields, page } from './lists.ts'
import { mandateData } from './mandates.ts'
import {
  anything,
  emptyable,
  flag,
  integer,
  list,
  mergeMetadata,
  metadata,
  object,
  oneOf,
  range,
  required,
  text,
} from './parameters.ts'
import { checkConfirmable, checkMoney, createPaymentIntent, findPaymentIntent } from './payment-intent.ts'
import { checkUse, findPaymentMethod, paymentMethodData } from './payment-method.ts'
import { authenticate, checkChoice, pay } from './payments.ts'
import { seenBy } from './public-views.ts'
import type { Turn } from './turn.ts'

const debitOptions = object({
  mandate_options: object({ reference_prefix: text }),
  setup_future_usage: emptyable(oneOf('none', 'off_session', 'on_session')),
  target_date: text,
})
const paymentMethodOptions = object({
  au_becs_debit: debitOptions,
  bacs_debit: debitOptions,
  card: anything,
  link: anything,
})
const chooseFields = {
  allowed_payment_method_types: list(text),
  capture_method: oneOf('automatic', 'automatic_async'),
  error_on_requires_action: flag,
  excluded_payment_method_types: list(text),
  mandate: text,
  mandate_data: mandateData,
  off_session: flag,
  payment_method: text,
  payment_method_data: paymentMethodData,
  payment_method_options: paymentMethodOptions,
  radar_options: anything,
  receipt_email: emptyable(text),
  return_url: text,
  setup_future_usage: emptyable(oneOf('off_session', 'on_session')),
  shipping: anything,
  use_stripe_sdk: flag,
}
const createFields = {
  ...chooseFields,
  amount: required(integer),
  amount_details: anything,
  automatic_payment_methods: object({ allow_redirects: oneOf('always', 'never'), enabled: required(flag) }),
  confirm: flag,
  confirmation_method: oneOf('automatic', 'manual'),
  currency: required(text),
  customer: text,
  description: text,
  metadata,
  on_behalf_of: text,
  payment_details: anything,
  payment_method_configuration: text,
  statement_descriptor: text,
  statement_descriptor_suffix: text,
  transfer_group: text,
}

export const paymentIntentEndpoints: Endpoints = {
  'POST /v1/payment_intents': endpoint(createFields, (turn, wish, call) => {
    const currency = checkMoney(wish.amount, wish.currency)
    if (wish.customer !== undefined) findCustomer(turn, wish.customer, 'customer')
    const types = offeredTypes(turn.merchant, wish.allowed_payment_method_types, currency)
    const targetDate = targetDateIn(turn, wish.payment_method_options)
    if (wish.off_session && !wish.confirm) {
      throw invalid('You cannot set `off_session` unless you set `confirm` to `true`.', {
        param: 'off_session',
      })
    }
    const method = chosenMethod(turn, wish, call)
    const target = { customer: wish.customer ?? null, payment_method_types: types }
    const choice = method && {
      method,
      isOffSession: wish.off_session === true || wish.error_on_requires_action === true,
      mandate: wish.mandate,
      mandateData: wish.mandate_data,
      targetDate,
    }
    if (choice && wish.confirm) checkChoice(turn, target, choice, call)
    else if (method) {
      checkType('PaymentIntent', method, types)
      checkUse(turn, method, target.customer)
    }
    if (wish.confirm && !choice) throw withoutMethod()
    const intent = createPaymentIntent(turn, {
      allowed: wish.allowed_payment_method_types,
      amount: wish.amount,
      currency,
      customer: wish.customer ?? null,
      description: wish.description ?? null,
      metadata: mergeMetadata({}, wish.metadata),
      method,
      receiptEmail: wish.receipt_email ?? null,
      setupFutureUsage: wish.setup_future_usage ?? null,
    })
    intent.statement_descriptor = wish.statement_descriptor ?? null
    intent.statement_descriptor_suffix = wish.statement_descriptor_suffix ?? null
    intent.transfer_group = wish.transfer_group ?? null
    return wish.confirm && choice ? pay(turn, intent, choice, call) : intent
  }),
  'GET /v1/payment_intents': endpoint(
    { ...listFields, created: range, customer: text, customer_account: text },
    (turn, wish) =>
      page(turn.merchant.paymentIntents, wish, {
        noun: 'payment_intent',
        url: '/v1/payment_intents',
        index: wish.customer === undefined ? undefined : { name: 'customer', key: wish.customer },
      }),
  ),
  'GET /v1/payment_intents/:id': publicEndpoint({ client_secret: text }, (turn, wish, call) => {
    const intent = findPaymentIntent(turn, call.path['id'] ?? '')
    checkSecret(intent, wish.client_secret, call)
    return seenBy(call, intent)
  }),
  'POST /v1/payment_intents/:id': endpoint(
    { description: text, metadata, receipt_email: emptyable(text) },
    (turn, wish, { path }) => {
      const intent = findPaymentIntent(turn, path['id'] ?? '')
      if (wish.description !== undefined) intent.description = wish.description
      if (wish.receipt_email !== undefined) intent.receipt_email = wish.receipt_email
      intent.metadata = mergeMetadata(intent.metadata, wish.metadata)
      return intent
    },
  ),
  'POST /v1/payment_intents/:id/confirm': publicEndpoint(
    { ...chooseFields, client_secret: text },
    (turn, wish, call) => {
      const intent = findPaymentIntent(turn, call.path['id'] ?? '')
      checkSecret(intent, wish.client_secret, call)
      checkConfirmable(intent)
      const targetDate = targetDateIn(turn, wish.payment_method_options)
      const method =
        chosenMethod(turn, wish, call) ??
        (intent.payment_method === null ? undefined : findPaymentMethod(turn, intent.payment_method))
      if (!method) throw withoutMethod(seenBy(call, intent))
      if (wish.setup_future_usage !== undefined) intent.setup_future_usage = wish.setup_future_usage
      const isOffSession = !call.isBrowser && (wish.off_session ?? wish.error_on_requires_action ?? false)
      const { mandate, mandate_data: mandateData } = wish
      return seenBy(call, pay(turn, intent, { method, isOffSession, mandate, mandateData, targetDate }, call))
    },
  ),
  'POST /v1/payment_intents/:id/cancel': endpoint(
    { cancellation_reason: oneOf('abandoned', 'duplicate', 'fraudulent', 'requested_by_customer') },
    (turn, wish, { path }) => {
      const intent = findPaymentIntent(turn, path['id'] ?? '')
      const possible = [
        'requires_payment_method',
        'requires_capture',
        'requires_confirmation',
        'requires_action',
      ]
      if (!possible.includes(intent.status)) {
        throw impossible(
          'payment_intent_unexpected_state',
          `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: ${possible.join(', ')}.`,
          { payment_intent: intent },
        )
      }
      intent.status = 'canceled'
      intent.canceled_at = turn.now
      intent.cancellation_reason = wish.cancellation_reason ?? null
      intent.next_action = null
      turn.emit('payment_intent.canceled', intent)
      return intent
    },
  ),
  'POST /v1/payment_intents/:id/3ds_result': publicEndpoint(
    { client_secret: text, outcome: required(oneOf('succeeded', 'failed')) },
    (turn, wish, call) => {
      const intent = findPaymentIntent(turn, call.path['id'] ?? '')
      checkSecret(intent, wish.client_secret, call)
      return seenBy(call, authenticate(turn, intent, wish.outcome, call))
    },
  ),
}

function withoutMethod(intent?: object) {
  return impossible(
    'payment_intent_unexpected_state',
    "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
    intent && { payment_intent: intent },
  )
}

type Options = ReturnType<typeof paymentMethodOptions> | undefined

/** A bank debit can be scheduled, from three to fifteen days ahead. */
function targetDateIn({ now }: Turn, options: Options): string | undefined {
  for (const type of ['bacs_debit', 'au_becs_debit'] as const) {
    const date = options?.[type]?.target_date
    if (date === undefined) continue
    const days = (Date.parse(`${date}T00:00:00Z`) / 1000 - (now - (now % 86_400))) / 86_400
    if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || !(days >= 3 && days <= 15)) {
      throw invalid('The `target_date` must be a date from 3 to 15 calendar days from today.', {
        param: `payment_method_options[${type}][target_date]`,
      })
    }
    return date
  }
  return undefined
}
