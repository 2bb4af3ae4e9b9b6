import { endpoint } from './endpoint.ts'
import type { Endpoints } from './endpoint.ts'
import { missing } from './failures.ts'
import { listFields, page } from './lists.ts'
import { flag, required, text } from './parameters.ts'

export const paymentMethodDomainEndpoints: Endpoints = {
  'POST /v1/payment_method_domains': endpoint(
    { domain_name: required(text), enabled: flag },
    (turn, wish) => {
      const { ids, merchant, now } = turn
      const known = merchant.paymentMethodDomains
        .all()
        .find(({ domain_name }) => domain_name === wish.domain_name)
      if (known) return known
      const status = 'active' as const
      return merchant.paymentMethodDomains.add({
        id: ids.next('pmd_', 24),
        object: 'payment_method_domain',
        amazon_pay: { status: 'inactive' },
        apple_pay: { status },
        created: now,
        domain_name: wish.domain_name,
        enabled: wish.enabled ?? true,
        google_pay: { status },
        klarna: { status: 'inactive' },
        link: { status },
        livemode: false,
        paypal: { status: 'inactive' },
      })
    },
  ),
  'GET /v1/payment_method_domains': endpoint(
    { ...listFields, domain_name: text, enabled: flag },
    (turn, wish) =>
      page(turn.merchant.paymentMethodDomains, wish, {
        noun: 'payment_method_domain',
        url: '/v1/payment_method_domains',
        where: ({ domain_name, enabled }) =>
          (wish.domain_name === undefined || domain_name === wish.domain_name) &&
          (wish.enabled === undefined || enabled === wish.enabled),
      }),
  ),
  'GET /v1/payment_method_domains/:id': endpoint({}, (turn, _, { path }) => {
    const found = turn.merchant.paymentMethodDomains.find(path['id'] ?? '')
    if (!found) throw missing('payment method domain', path['id'] ?? '')
    return found
  }),
}
