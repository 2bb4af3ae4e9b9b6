import type Stripe from 'stripe'
import { endpoint } from './endpoint.ts'
import type { Endpoints } from './endpoint.ts'
import { findCustomer } from './find-customer.ts'
import { listFields, page } from './lists.ts'
import type { Customer } from './merchant.ts'
import { anything, emptyable, integer, mergeMetadata, metadata, object, range, text } from './parameters.ts'
import type { Parameters } from './parameters.ts'
import { attach, namedPaymentMethod, detach } from './payment-method.ts'
import { address, addressOf } from './postal-address.ts'
import type { Turn } from './turn.ts'

const shipping = object({ address, name: text, phone: emptyable(text) })

const fields = {
  address: emptyable(address),
  balance: integer,
  business_name: emptyable(text),
  description: emptyable(text),
  email: emptyable(text),
  individual_name: emptyable(text),
  invoice_prefix: text,
  invoice_settings: object({
    custom_fields: anything,
    default_payment_method: emptyable(text),
    footer: emptyable(text),
    rendering_options: anything,
  }),
  metadata,
  name: emptyable(text),
  next_invoice_sequence: integer,
  phone: emptyable(text),
  preferred_locales: anything,
  shipping: emptyable(shipping),
  tax: anything,
  tax_exempt: emptyable(text),
}

export const customerEndpoints: Endpoints = {
  'POST /v1/customers': endpoint({ ...fields, payment_method: text, tax_id_data: anything }, (turn, wish) => {
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
      email: null,
      invoice_prefix: id.slice(4, 12).toUpperCase(),
      invoice_settings: {
        custom_fields: null,
        default_payment_method: null,
        footer: null,
        rendering_options: null,
      },
      livemode: false,
      metadata: {},
      name: null,
      next_invoice_sequence: 1,
      phone: null,
      preferred_locales: [],
      shipping: null,
      tax_exempt: 'none',
      test_clock: null,
    })
    change(turn, customer, wish)
    turn.emit('customer.created', customer)
    if (wish.payment_method !== undefined) {
      attach(turn, namedPaymentMethod(turn, wish.payment_method, 'payment_method'), id)
    }
    return customer
  }),
  'GET /v1/customers': endpoint(
    { ...listFields, created: range, email: text, test_clock: text },
    (turn, wish) =>
      page(turn.merchant.customers, wish, {
        noun: 'customer',
        url: '/v1/customers',
        index: wish.email === undefined ? undefined : { name: 'email', key: wish.email },
        where: ({ id }) => !turn.merchant.deletedCustomers.has(id),
      }),
  ),
  'GET /v1/customers/:id': endpoint({}, (turn, _, { path }) => {
    const { id = '' } = path
    if (turn.merchant.deletedCustomers.has(id)) return deleted(id)
    return findCustomer(turn, id)
  }),
  'POST /v1/customers/:id': endpoint({ ...fields, default_source: text }, (turn, wish, { path }) => {
    const customer = findCustomer(turn, path['id'] ?? '')
    change(turn, customer, wish)
    turn.emit('customer.updated', customer)
    return customer
  }),
  'DELETE /v1/customers/:id': endpoint({}, (turn, _, { path }) => {
    const customer = findCustomer(turn, path['id'] ?? '')
    const { merchant } = turn
    for (const method of merchant.paymentMethods.newest({ name: 'customer', key: customer.id })) {
      detach(turn, method)
    }
    merchant.deletedCustomers.add(customer.id)
    turn.emit('customer.deleted', customer)
    return deleted(customer.id)
  }),
  'GET /v1/customers/:id/payment_methods': endpoint(
    { ...listFields, type: text, allow_redisplay: text },
    (turn, wish, { path }) => {
      const customer = findCustomer(turn, path['id'] ?? '')
      return page(turn.merchant.paymentMethods, wish, {
        noun: 'payment_method',
        url: `/v1/customers/${customer.id}/payment_methods`,
        index: { name: 'customer', key: customer.id },
        where: ({ type }) => wish.type === undefined || type === wish.type,
      })
    },
  ),
}

const deleted = (id: string): Stripe.DeletedCustomer => ({ id, object: 'customer', deleted: true })

type Wish = Parameters<typeof fields>

function change({ merchant }: Turn, customer: Customer, wish: Wish): void {
  const plain = ['description', 'email', 'name', 'phone'] as const
  for (const name of plain) if (wish[name] !== undefined) customer[name] = wish[name]
  if (wish.balance !== undefined) customer.balance = wish.balance
  if (wish.address !== undefined) customer.address = wish.address && addressOf(wish.address)
  if (wish.shipping !== undefined) {
    customer.shipping = wish.shipping && {
      address: wish.shipping.address && addressOf(wish.shipping.address),
      name: wish.shipping.name,
      phone: wish.shipping.phone ?? null,
    }
  }
  if (wish.business_name) customer.business_name = wish.business_name
  if (wish.individual_name) customer.individual_name = wish.individual_name
  if (wish.invoice_settings?.default_payment_method !== undefined) {
    customer.invoice_settings.default_payment_method = wish.invoice_settings.default_payment_method
  }
  customer.metadata = mergeMetadata(customer.metadata, wish.metadata)
  merchant.customers.reindex(customer)
}
