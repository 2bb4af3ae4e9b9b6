import type Stripe from 'stripe'
import { invalid } from './failures.ts'
import { absent, integer, object, required, text } from './parameters.ts'
import type { Turn } from './turn.ts'

export const lineItem = object({
  price_data: required(
    object({
      currency: required(text),
      product_data: required(object({ name: required(text) })),
      unit_amount: required(integer),
    }),
  ),
  quantity: integer,
})

type LineItemParams = ReturnType<typeof lineItem>

/** What a Checkout Session sells. There is no catalogue, so each item includes its price. */
export function createLineItems(turn: Turn, requests: LineItemParams[] | undefined): Stripe.LineItem[] {
  if (!requests || requests.length === 0) throw absent('line_items')
  const items = requests.map((parameters, index) => createLineItem(turn, parameters, `line_items[${index}]`))
  if (new Set(items.map(({ currency }) => currency)).size > 1) {
    throw invalid('All line items must have the same currency.', { param: 'line_items' })
  }
  return items
}

function createLineItem({ ids, now }: Turn, parameters: LineItemParams, path: string): Stripe.LineItem {
  const price = parameters.price_data
  if (price.unit_amount < 0) {
    throw invalid('This value must be greater than or equal to 0.', {
      code: 'parameter_invalid_integer',
      param: `${path}[price_data][unit_amount]`,
    })
  }
  const quantity = parameters.quantity ?? 1
  const amount = price.unit_amount * quantity
  const currency = price.currency.toLowerCase()
  return {
    id: ids.next('li_', 24),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency,
    description: price.product_data.name,
    metadata: {},
    price: {
      id: ids.next('price_', 24),
      object: 'price',
      active: false,
      billing_scheme: 'per_unit',
      created: now,
      currency,
      custom_unit_amount: null,
      livemode: false,
      lookup_key: null,
      metadata: {},
      nickname: null,
      product: ids.next('prod_', 14),
      recurring: null,
      tax_behavior: 'unspecified',
      tiers_mode: null,
      transform_quantity: null,
      type: 'one_time',
      unit_amount: price.unit_amount,
      // On the wire it is text; the SDK parses it into its own number type.
      unit_amount_decimal: String(price.unit_amount) as unknown as Stripe.Decimal,
    },
    quantity,
  }
}
