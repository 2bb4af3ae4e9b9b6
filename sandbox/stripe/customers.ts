import { endpoint } from './endpoint.ts'
import type { Endpoints } from './endpoint.ts'
import type { Customer } from './merchant.ts'
import { emptyable, mergeMetadata, metadata, text } from './parameters.ts'

export const customerEndpoints: Endpoints = {
  'POST /v1/customers': endpoint(
    { email: emptyable(text), metadata, name: emptyable(text) },
    (turn, { email, metadata: texts, name }) => {
      const { merchant, ids, now } = turn
      const id = ids.next('cus_', 14)
      const customer: Customer = merchant.customers.add({
        id,
        object: 'customer',
        address: null,
        balance: 0,
        created: now,
        currency: null,
        customer_account: null,
        default_source: null,
        delinquent: false,
        description: null,
        discount: null,
        email: email ?? null,
        invoice_prefix: id.slice(4, 12).toUpperCase(),
        invoice_settings: {
          custom_fields: null,
          default_payment_method: null,
          footer: null,
          rendering_options: null,
        },
        livemode: false,
        metadata: mergeMetadata({}, texts),
        name: name ?? null,
        next_invoice_sequence: 1,
        phone: null,
        preferred_locales: [],
        shipping: null,
        tax_exempt: 'none',
        test_clock: null,
      })
      turn.emit('customer.created', customer)
      return customer
    },
  ),
}
