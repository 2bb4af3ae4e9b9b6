import { endpoint, publicEndpoint } from './endpoint.ts'
import type { Endpoints } from './endpoint.ts'
import { impossible } from './failures.ts'
import { listFields, page } from './lists.ts'
import { mergeMetadata, metadata, object, required, text } from './parameters.ts'
import {
  attach,
  billingDetails,
  createPaymentMethod,
  definedBilling,
  detach,
  kinds,
  namedPaymentMethod,
  paymentMethodFields,
} from './payment-method.ts'

export const paymentMethodEndpoints: Endpoints = {
  'POST /v1/payment_methods': publicEndpoint(
    { ...paymentMethodFields, type: required(kinds) },
    (turn, parameters, call) => createPaymentMethod(turn, parameters, call),
  ),
  'GET /v1/payment_methods': endpoint({ ...listFields, customer: text, type: text }, (turn, request) => {
    const { limit: _, starting_after: __, ...filter } = request
    if (request.customer !== undefined) turn.merchant.customers.get(request.customer, 'customer')
    return page('payment_method', turn.merchant.paymentMethods, request, filter)
  }),
  'GET /v1/payment_methods/:id': endpoint({}, (turn, _, { path }) =>
    turn.merchant.paymentMethods.get(path['id'] ?? ''),
  ),
  'POST /v1/payment_methods/:id': endpoint(
    {
      billing_details: billingDetails,
      card: object({ exp_month: text, exp_year: text }),
      metadata,
    },
    (turn, input, { path }) => {
      const method = turn.merchant.paymentMethods.get(path['id'] ?? '')
      if (method.customer === null) {
        throw impossible(
          'payment_method_unexpected_state',
          'You must save this PaymentMethod to a customer before you can update it.',
        )
      }
      method.billing_details = { ...method.billing_details, ...definedBilling(input.billing_details) }
      if (input.card && method.card) {
        if (input.card.exp_month !== undefined) method.card.exp_month = Number(input.card.exp_month)
        if (input.card.exp_year !== undefined) method.card.exp_year = Number(input.card.exp_year)
      }
      method.metadata = mergeMetadata(method.metadata, input.metadata)
      turn.emit('payment_method.updated', method)
      return method
    },
  ),
  'POST /v1/payment_methods/:id/attach': endpoint({ customer: required(text) }, (turn, command, { path }) => {
    const customer = turn.merchant.customers.get(command.customer, 'customer')
    const method = namedPaymentMethod(turn, path['id'] ?? '')
    return attach(turn, method, customer.id)
  }),
  'POST /v1/payment_methods/:id/detach': endpoint({}, (turn, _, { path }) => {
    const method = turn.merchant.paymentMethods.get(path['id'] ?? '')
    if (method.customer === null) {
      throw impossible(
        undefined,
        'The payment method you provided is not attached to a customer so detachment is impossible.',
      )
    }
    return detach(turn, method)
  }),
}
