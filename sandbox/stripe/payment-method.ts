import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import { readTestAccount } from './bank-details.ts'
import { cardDecline } from './declines.ts'
import { Refused, impossible, invalid, missing } from './failures.ts'
import type { Hidden, PaymentMethod } from './merchant.ts'
import { readCard } from './card-details.ts'
import type { CardInput } from './card-details.ts'
import { emptyable, mergeMetadata, metadata, object, oneOf, required, text } from './parameters.ts'
import { address, addressOf } from './postal-address.ts'
import { findTestAccount } from './test-accounts.ts'
import type { TestAccount } from './test-accounts.ts'
import { describeCard, findTestCard } from './test-cards.ts'
import type { Call, Turn } from './turn.ts'

export const billingDetails = object({
  address: emptyable(address),
  email: emptyable(text),
  name: emptyable(text),
  phone: emptyable(text),
})

/** A payment method given by its data instead of its id. */
export const paymentMethodFields = {
  au_becs_debit: object({ bsb_number: text, account_number: text }),
  bacs_debit: object({ sort_code: text, account_number: text }),
  billing_details: billingDetails,
  card: object({ number: text, exp_month: text, exp_year: text, cvc: text, token: text }),
  metadata,
}
export const kinds = oneOf('card', 'bacs_debit', 'au_becs_debit')
export const paymentMethodData = object({ ...paymentMethodFields, type: required(kinds) })
export type PaymentMethodData = ReturnType<typeof paymentMethodData>

/** A payment method by its id, or a new one for one of Stripe's test names such as `pm_card_visa`. */
export function namedPaymentMethod(turn: Turn, id: string, param?: string): PaymentMethod {
  const card = id.startsWith('pm_') ? findTestCard(id) : undefined
  if (card) return addMethod(turn, { card: { ...card, ...futureExpiry(turn) } }, {})
  const account = findTestAccount(id)
  if (account) return addMethod(turn, { account }, { billing_details: billingOfNobody })
  return turn.merchant.paymentMethods.get(id, param)
}

export function createPaymentMethod(
  turn: Turn,
  parameters: PaymentMethodData,
  call: Call,
  wallet?: string,
): PaymentMethod {
  if (parameters.type !== 'card')
    return addMethod(turn, { account: readTestAccount(parameters.type, parameters) }, parameters)
  if (!parameters.card)
    throw invalid('Missing required param: card.', { code: 'parameter_missing', param: 'card' })
  const { token } = parameters.card
  if (token !== undefined) {
    const card = findTestCard(token)
    if (!card || !token.startsWith('tok_')) throw missing('token', token, 'card[token]')
    return addMethod(turn, { card: { ...card, ...futureExpiry(turn) }, wallet }, parameters)
  }
  const input = readCard(parameters.card, turn.now, call)
  return addMethod(turn, { card: { ...describeCard(input.number), ...input }, wallet }, parameters)
}

type Source = {
  card?: ReturnType<typeof describeCard> & CardInput
  account?: TestAccount
  wallet?: string | undefined
}

function addMethod(
  turn: Turn,
  { card, account, wallet }: Source,
  request: Partial<PaymentMethodData>,
): PaymentMethod {
  const { merchant, ids, now } = turn
  const common = {
    id: ids.next('pm_', 24),
    object: 'payment_method' as const,
    allow_redisplay: 'unspecified' as const,
    billing_details: {
      address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
      email: null,
      name: null,
      phone: null,
      tax_id: null,
      ...definedBilling(request.billing_details),
    },
    created: now,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: mergeMetadata({}, request.metadata),
  }
  const hidden: Hidden = {}
  merchant.hidden.set(common.id, hidden)
  if (card) {
    hidden.card = card.outcome
    return merchant.paymentMethods.add({
      ...common,
      card: cardOf(card, fingerprint(merchant.region, card.number), wallet),
      type: 'card',
    })
  }
  if (!account) throw new Error('a payment method is a card or an account')
  hidden.debit = account.outcome
  if (account.isQuick) hidden.isQuick = true
  const details = {
    fingerprint: fingerprint(merchant.region, `${account.bank}:${account.number}`),
    last4: account.number.slice(-4),
  }
  if (account.type === 'bacs_debit') {
    return merchant.paymentMethods.add({
      ...common,
      bacs_debit: { ...details, sort_code: account.bank },
      type: 'bacs_debit',
    })
  }
  return merchant.paymentMethods.add({
    ...common,
    au_becs_debit: { ...details, bsb_number: account.bank },
    type: 'au_becs_debit',
  })
}

function cardOf(
  { brand, funding, country, number, exp_month, exp_year }: ReturnType<typeof describeCard> & CardInput,
  print: string,
  wallet: string | undefined,
): Stripe.PaymentMethod.Card {
  return {
    brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'unchecked' },
    country,
    display_brand: brand,
    exp_month,
    exp_year,
    fingerprint: print,
    funding,
    generated_from: null,
    last4: number.slice(-4),
    networks: { available: [brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: wallet === undefined ? null : { dynamic_last4: number.slice(-4), type: wallet, [wallet]: {} },
  }
}

function futureExpiry({ now }: Turn) {
  return { exp_month: 12, exp_year: new Date(now * 1000).getUTCFullYear() + 3 }
}

function fingerprint(region: string, number: string): string {
  return createHash('sha256')
    .update(`${region}:${number}`)
    .digest('base64url')
    .replaceAll(/[-_]/g, 'x')
    .slice(0, 16)
}

const billingOfNobody: PaymentMethodData['billing_details'] = {
  address: { city: 'London', country: 'GB', line1: '1 Test Street', postal_code: 'N1 1AA' },
  email: 'jenny.rosen@example.com',
  name: 'Jenny Rosen',
}

export function definedBilling(
  parameters: PaymentMethodData['billing_details'],
): Partial<Stripe.PaymentMethod.BillingDetails> {
  if (!parameters) return {}
  const { address, ...rest } = parameters
  return { ...rest, ...(address !== undefined && { address: address && addressOf(address) }) }
}

/** Attaches a payment method to a customer; the bank checks the card. */
export function attach(turn: Turn, method: PaymentMethod, customer: string): PaymentMethod {
  if (method.customer === customer) return method
  whyNotAttach(turn, method)
  const hidden = hiddenOf(turn, method)
  if (hidden.card?.kind === 'decline') {
    throw new Refused(402, { ...cardDecline(hidden.card.code), payment_method: method }, true)
  }
  method.customer = customer
  turn.merchant.paymentMethods.reindex(method)
  turn.emit('payment_method.attached', method)
  return method
}

function whyNotAttach(turn: Turn, method: PaymentMethod): void {
  if (method.customer !== null) {
    throw impossible(
      'payment_method_unexpected_state',
      'The payment method you provided has already been attached to a customer.',
    )
  }
  if (hiddenOf(turn, method).isSpent) throw spent()
}

const spent = () =>
  impossible(
    'payment_method_unexpected_state',
    'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.',
  )

export function detach(turn: Turn, method: PaymentMethod): PaymentMethod {
  method.customer = null
  hiddenOf(turn, method).isSpent = true
  turn.emit('payment_method.detached', method)
  return method
}

/** Refuses another customer's payment method, and one that cannot be used again. */
export function checkUse(turn: Turn, method: PaymentMethod, customer: string | null): void {
  if (method.customer === null) {
    if (hiddenOf(turn, method).isSpent) throw spent()
    return
  }
  if (method.customer === customer) return
  const message =
    customer === null
      ? `The PaymentMethod ${method.id} belongs to a Customer. Please include the Customer in the \`customer\` parameter.`
      : `The PaymentMethod ${method.id} does not belong to the Customer ${customer} you supplied. Please use this PaymentMethod with the Customer that it belongs to instead.`
  throw impossible('payment_method_unexpected_state', message, { param: 'payment_method' })
}

export function hiddenOf({ merchant }: Turn, { id }: { id: string }): Hidden {
  const known = merchant.hidden.get(id)
  if (known) return known
  const hidden = {}
  merchant.hidden.set(id, hidden)
  return hidden
}
