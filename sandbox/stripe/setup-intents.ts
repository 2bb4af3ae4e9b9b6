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
import { mergeMetadata, oneOf, required, text } from './parameters.ts'
import { checkUse } from './payment-method.ts'
import { seenBy } from './public-views.ts'
import {
  authenticationFailure,
  cancelSetupIntent,
  checkConfirmable,
  checkSetUp,
  confirmSetupIntent,
  createSetupIntent,
  fail,
  succeed,
} from './setup-intent.ts'

export const setupIntentEndpoints: Endpoints = {
  'POST /v1/setup_intents': endpoint(
    { ...createFields, usage: oneOf('off_session', 'on_session') },
    (turn, parameters, call) => {
      if (parameters.customer !== undefined) turn.merchant.customers.get(parameters.customer, 'customer')
      const types = offeredTypes(turn.merchant, parameters.allowed_payment_method_types)
      const method = chosenMethod(turn, parameters, call)
      const target = { customer: parameters.customer ?? null, payment_method_types: types }
      const choice = method && { method, mandateData: parameters.mandate_data }
      if (choice && parameters.confirm) checkSetUp(turn, target, choice, call)
      else if (method) {
        checkType('SetupIntent', method, types)
        checkUse(turn, method, target.customer)
      }
      if (parameters.confirm && !method) {
        throw invalid('You must provide a `payment_method` when confirming this SetupIntent.', {
          code: 'parameter_missing',
          param: 'payment_method',
        })
      }
      const intent = createSetupIntent(turn, {
        allowed: parameters.allowed_payment_method_types,
        customer: parameters.customer ?? null,
        metadata: mergeMetadata({}, parameters.metadata),
        method,
        usage: parameters.usage,
      })
      return parameters.confirm && choice ? confirmSetupIntent(turn, intent, choice, call) : intent
    },
  ),
  ...listEndpoint('setup_intent', (merchant) => merchant.setupIntents, ['payment_method', 'customer']),
  'GET /v1/setup_intents/:id': publicEndpoint({ client_secret: text }, (turn, request, call) => {
    return seenBy(call, intentOf(turn.merchant.setupIntents, request, call))
  }),
  'POST /v1/setup_intents/:id/confirm': publicEndpoint(
    { ...chooseFields, client_secret: text },
    (turn, input, call) => {
      const intent = intentOf(turn.merchant.setupIntents, input, call)
      checkConfirmable(intent)
      const method = methodToConfirm(turn, intent, input, call)
      if (!method) {
        throw impossible(
          'setup_intent_unexpected_state',
          'You cannot confirm this SetupIntent because it is missing a payment method. Update the SetupIntent with a payment method and then confirm it again.',
          { setup_intent: seenBy(call, intent) },
        )
      }
      return seenBy(call, confirmSetupIntent(turn, intent, { method, mandateData: input.mandate_data }, call))
    },
  ),
  'POST /v1/setup_intents/:id/cancel': endpoint(
    { cancellation_reason: oneOf('abandoned', 'duplicate', 'requested_by_customer') },
    (turn, command, { path }) => {
      const intent = turn.merchant.setupIntents.get(path['id'] ?? '')
      checkCancelable(intent, 'SetupIntent', [
        'requires_payment_method',
        'requires_confirmation',
        'requires_action',
      ])
      return cancelSetupIntent(turn, intent, command.cancellation_reason ?? null)
    },
  ),
  'POST /v1/setup_intents/:id/3ds_result': publicEndpoint(
    { client_secret: text, outcome: required(oneOf('succeeded', 'failed')) },
    (turn, params, call) => {
      const intent = intentOf(turn.merchant.setupIntents, params, call)
      if (intent.status !== 'requires_action' || intent.payment_method === null) {
        throw impossible('setup_intent_unexpected_state', 'This SetupIntent waits for no authentication.')
      }
      const method = turn.merchant.paymentMethods.get(intent.payment_method)
      intent.next_action = null
      if (params.outcome === 'succeeded') succeed(turn, intent, method)
      else fail(turn, intent, method, authenticationFailure)
      return seenBy(call, intent)
    },
  ),
}
