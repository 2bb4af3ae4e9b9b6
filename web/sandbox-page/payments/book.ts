import type { People } from '../api/people.ts'
import type { Charge, Customer, PaymentMethod, StripeAccount } from '../api/stripe-wire.ts'
import type { Family } from '../api/wire.ts'

type Find<T> = (id: unknown) => T | undefined

/** Everything in one Stripe account, with lookup of references. */
export type Book = StripeAccount & {
  ownerOf: People['ownerOf']
  customer: Find<Customer>
  method: Find<PaymentMethod>
  charge: Find<Charge>
  file: Find<StripeAccount['files'][number]>
}

export function openBook(account: StripeAccount, { ownerOf }: People): Book {
  return {
    ...account,
    ownerOf,
    customer: finder(account.customers),
    method: finder(account.paymentMethods),
    charge: finder(account.charges),
    file: finder(account.files),
  }
}

function finder<T extends { id: string }>(list: readonly T[]): Find<T> {
  const byId = new Map(list.map((value) => [value.id, value]))
  return (id) => byId.get(String(id))
}

/**
 * Whose something is: our objects carry the account in their metadata, or belong to a customer that does. Somebody
 * else's are shown with the customer's name.
 */
export function whose(
  book: Book,
  value: { customer: string | null; metadata?: Record<string, string> | null } | undefined,
): { family?: Family; name: string } {
  const customerId = value?.customer ?? null
  const customer = book.customer(customerId)
  const owner = book.ownerOf(value?.metadata?.['accountId'] ?? customer?.metadata?.['accountId'])
  if (!owner) return { name: customer?.name ?? customer?.email ?? customerId ?? 'No customer' }
  const { family, account } = owner
  return { family, name: `${family.name}, ${account.school}, ${account.shortId}` }
}

const bankCode = (code: string | null, size: number) =>
  code?.match(new RegExp(`\\d{${size}}`, 'g'))?.join('-') ?? ''
const inWords = (name: string) => name.replaceAll('_', ' ')
export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
export const statusInWords = (status: string) => capital(inWords(status))

const brands: Record<string, string> = {
  amex: 'American Express',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
}
export const brandName = (brand: string) => brands[brand] ?? capital(brand)

export function methodName(method: PaymentMethod | undefined): string | undefined {
  if (!method) return undefined
  const { card, bacs_debit: bacs, au_becs_debit: becs } = method
  if (bacs) return `Bacs ${bankCode(bacs.sort_code, 2)} •••• ${bacs.last4}`
  if (becs) return `BECS ${bankCode(becs.bsb_number, 3)} •••• ${becs.last4}`
  if (!card) return capital(inWords(method.type))
  const wallet = card.wallet ? `${inWords(card.wallet.type).replaceAll(/\b\w/g, capital)}, ` : ''
  return `${wallet}${brandName(card.brand)} •••• ${card.last4}`
}
