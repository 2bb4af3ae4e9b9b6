/** A checkout session as pages see it: amounts in minor units and as text. */
export function sessionView(raw, details, isFormComplete) {
  // A session that only saves a payment method may have no currency.
  const currency = raw.currency ?? 'gbp'
  const format = new Intl.NumberFormat(undefined, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  })
  const divisor = 10 ** format.resolvedOptions().maximumFractionDigits
  const money = (minor) => ({ minorUnitsAmount: minor, amount: format.format(minor / divisor) })
  const total = raw.amount_total ?? 0
  const isOpen = raw.status === 'open'
  return {
    id: raw.id,
    livemode: raw.livemode ?? false,
    currency,
    minorUnitsAmountDivisor: divisor,
    canConfirm: isOpen && isFormComplete,
    status: isOpen || raw.status === 'expired' ? { type: raw.status } : complete(raw),
    email: details.email ?? raw.customer_email ?? null,
    phoneNumber: details.phoneNumber,
    billingAddress: details.billingAddress ?? null,
    shippingAddress: details.shippingAddress ?? null,
    lastPaymentError: details.lastPaymentError ?? null,
    total: {
      subtotal: money(raw.amount_subtotal ?? total),
      total: money(total),
      discount: money(0),
      shippingRate: money(0),
      surcharge: money(0),
      taxExclusive: money(0),
      taxInclusive: money(0),
      appliedBalance: money(0),
      balanceAppliedToNextInvoice: false,
    },
    lineItems: itemsOf(raw).map((item) => lineItem(item, money)),
    tax: { status: 'ready' },
    shippingOptions: [],
    ...nothing,
  }
}

const nothing = Object.fromEntries(
  `businessName nameCollection currencyOptions discountAmounts recurring savedPaymentMethods shipping surcharge
  taxAmounts taxIdInfo optionalItems`
    .split(/\s+/)
    .map((name) => [name, null]),
)

const complete = (raw) => ({ type: 'complete', paymentStatus: raw.payment_status })
const itemsOf = ({ line_items: items }) => (Array.isArray(items) ? items : (items?.data ?? []))

function lineItem(item, money) {
  const quantity = item.quantity ?? 1
  return {
    id: item.id,
    name: item.description,
    description: null,
    quantity,
    unitAmount: money(item.price?.unit_amount ?? Math.round(item.amount_total / quantity)),
    subtotal: money(item.amount_subtotal),
    total: money(item.amount_total),
    discount: money(item.amount_discount ?? 0),
    taxExclusive: money(0),
    taxInclusive: money(0),
    unitAmountDecimal: null,
    unitLabel: null,
    discountAmounts: null,
    taxAmounts: null,
    recurring: null,
    adjustableQuantity: null,
    images: [],
    priceId: item.price?.id ?? '',
    isRemovable: false,
    pricing: null,
    transformQuantity: null,
  }
}
