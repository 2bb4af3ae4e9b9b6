import { endpoint, publicEndpoint } from './endpoint.ts'
import type { Endpoints } from './endpoint.ts'
import { impossible, invalid } from './failures.ts'
import {
  checkCancelable,
  checkType,
  chooseFields,
  chosenMethod,
  createFields,
  intentOf,
  methodToConfirm,
  offeredTypes,
} from './intent-methods.ts'
import { listEndpoint } from './lists.ts'
import { flag, integer, mergeMetadata, oneOf, required, text } from './parameters.ts'
import { checkConfirmable, checkMoney, createPaymentIntent } from './payment-intent.ts'
import { checkUse } from './payment-method.ts'
import { authenticate, checkChoice, pay } from './payments.ts'
import { seenBy } from './public-views.ts'

const payFields = { mandate: text, off_session: flag }

export const paymentIntentEndpoints: Endpoints = {
  'POST /v1/payment_intents': endpoint(
    { ...createFields, ...payFields, amount: required(integer), currency: required(text) },
    (turn, parameters, call) => {
      const currency = checkMoney(parameters.amount, parameters.currency)
      if (parameters.customer !== undefined) turn.merchant.customers.get(parameters.customer, 'customer')
      const types = offeredTypes(turn.merchant, parameters.allowed_payment_method_types, currency)
      if (parameters.off_session && !parameters.confirm) {
        throw invalid('You cannot set `off_session` unless you set `confirm` to `true`.', {
          param: 'off_session',
        })
      }
      const method = chosenMethod(turn, parameters, call)
      const target = { customer: parameters.customer ?? null, payment_method_types: types }
      const choice = method && {
        method,
        isOffSession: parameters.off_session === true,
        mandate: parameters.mandate,
        mandateData: parameters.mandate_data,
      }
      if (choice && parameters.confirm) checkChoice(turn, target, choice, call)
      else if (method) {
        checkType('PaymentIntent', method, types)
        checkUse(turn, method, target.customer)
      }
      if (parameters.confirm && !choice) throw withoutMethod()
      const intent = createPaymentIntent(turn, {
        allowed: parameters.allowed_payment_method_types,
        amount: parameters.amount,
        currency,
        customer: parameters.customer ?? null,
        metadata: mergeMetadata({}, parameters.metadata),
        method,
      })
      return parameters.confirm && choice ? pay(turn, intent, choice, call) : intent
    },
  ),
  ...listEndpoint('payment_intent', (merchant) => merchant.paymentIntents, ['customer']),
  'GET /v1/payment_intents/:id': publicEndpoint({ client_secret: text }, (turn, request, call) => {
    return seenBy(call, intentOf(turn.merchant.paymentIntents, request, call))
  }),
  'POST /v1/payment_intents/:id/confirm': publicEndpoint(
    { ...chooseFields, ...payFields, client_secret: text },
    (turn, input, call) => {
      const intent = intentOf(turn.merchant.paymentIntents, input, call)
      checkConfirmable(intent)
      const method = methodToConfirm(turn, intent, input, call)
      if (!method) throw withoutMethod(seenBy(call, intent))
      const isOffSession = !call.isBrowser && input.off_session === true
      const { mandate, mandate_data: mandateData } = input
      return seenBy(call, pay(turn, intent, { method, isOffSession, mandate, mandateData }, call))
    },
  ),
  'POST /v1/payment_intents/:id/cancel': endpoint(
    { cancellation_reason: oneOf('abandoned', 'duplicate', 'fraudulent', 'requested_by_customer') },
    (turn, command, { path }) => {
      const intent = turn.merchant.paymentIntents.get(path['id'] ?? '')
      checkCancelable(intent, 'PaymentIntent', [
        'requires_payment_method',
        'requires_capture',
        'requires_confirmation',
        'requires_action',
      ])
      intent.status = 'canceled'
      intent.canceled_at = turn.now
      intent.cancellation_reason = command.cancellation_reason ?? null
      intent.next_action = null
      turn.emit('payment_intent.canceled', intent)
      return intent
    },
  ),
  'POST /v1/payment_intents/:id/3ds_result': publicEndpoint(
    { client_secret: text, outcome: required(oneOf('succeeded', 'failed')) },
    (turn, params, call) => {
      const intent = intentOf(turn.merchant.paymentIntents, params, call)
      return seenBy(call, authenticate(turn, intent, params.outcome, call))
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
