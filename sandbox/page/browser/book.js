import { ownerOf } from './people.js'

/** Everything in one Stripe account, with lookup of references. */
export function openBook(overview) {
  const finder = (list) => {
    const byId = new Map(list.map((value) => [value.id, value]))
    return (id) => byId.get(id)
  }
  const group = (list, keyOf) => {
    const groups = Map.groupBy(list, keyOf)
    return (key) => groups.get(key) ?? []
  }
  return {
    ...overview,
    customer: finder(overview.customers),
    method: finder(overview.paymentMethods),
    charge: finder(overview.charges),
    file: finder(overview.files),
    methodsOf: group(overview.paymentMethods, ({ customer }) => customer),
    mandatesOf: group(overview.mandates, ({ payment_method }) => payment_method),
  }
}

/**
 * Whose something is: our objects carry the account in their metadata, or belong to a customer that does. Somebody
 * else's are shown with the customer's name.
 */
export function whose(book, value, customerId = value?.customer ?? null) {
  const customer = book.customer(customerId)
  const owner = ownerOf(value?.metadata?.accountId ?? customer?.metadata.accountId)
  if (!owner) return { name: customer?.name ?? customer?.email ?? customerId ?? 'No customer' }
  const { family, account } = owner
  return { family, name: `${family.name}, ${account.school}, ${account.shortId}` }
}

const bankCode = (code, size) => code.match(new RegExp(`\\d{${size}}`, 'g')).join('-')
const inWords = (name) => name.replaceAll('_', ' ')
export const capital = (text) => text[0].toUpperCase() + text.slice(1)
export const statusInWords = (status) => capital(inWords(status))

const brands = {
  amex: 'American Express',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
}
export const brandName = (brand) => brands[brand] ?? capital(brand)

export function methodName(method) {
  if (!method) return undefined
  const { card, bacs_debit: bacs, au_becs_debit: becs } = method
  if (bacs) return `Bacs ${bankCode(bacs.sort_code, 2)} •••• ${bacs.last4}`
  if (becs) return `BECS ${bankCode(becs.bsb_number, 3)} •••• ${becs.last4}`
  const wallet = card.wallet && `${inWords(card.wallet.type).replaceAll(/\b\w/g, capital)}, `
  return `${wallet ?? ''}${brandName(card.brand)} •••• ${card.last4}`
}
