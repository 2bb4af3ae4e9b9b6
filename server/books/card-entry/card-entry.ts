import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { cardFormLifeMs, isAcceptedCardBrand, type AcceptedCardBrand } from '#domain/card-entry.ts'
import { holderNameMaxLength } from '#domain/payment-methods/payment-methods.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Region } from '#domain/region.ts'
import type { CardFunding } from '#domain/payment-methods/surcharges.ts'
import type { Db } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import { ensureStripeCustomer } from './stripe-customer.ts'
import { callStripe } from '../../platform/providers/stripe/client.ts'
import { addressRange } from '../../platform/rate-limit/address-range.ts'
import { countTry, refuseUsedUp } from '../../platform/rate-limit/rate-limit.ts'
import {
  findCardEntry,
  insertCardEntry,
  openCardEntries,
  claimCardEntry,
  type OpenCardEntry,
} from './card-entry.store.ts'
import { failureLimits } from './card-testing.ts'

/** The user of a card form: a family, or a guest who follows a payment request. */
export type CardFormUser = { accountId: string; region: Region; paymentRequestId?: string }

export type CardForm = CardFormUser & { id: string }

/**
 * Returns the address of a new card form. The address carries the form's data, signed, so that showing the form writes
 * nothing.
 */
export async function tokenizationUrl(
  { config, clock, tokens }: Pick<Deps, 'config' | 'clock' | 'tokens'>,
  { accountId, region, paymentRequestId }: CardFormUser,
): Promise<string> {
  const payload = { sub: accountId, jti: randomUUID(), region, ...(paymentRequestId && { paymentRequestId }) }
  const session = await tokens.sign('card-frame', payload, clock(), cardFormLifeMs)
  return `${config.cardFrame.origin}/card-frame?session=${session}`
}

/**
 * The form behind an address. One that is forged, too old or used up is refused, all in the same words. Where too many
 * cards have failed, no form opens.
 */
export async function openCardForm(
  { db, clock, config, tokens }: Pick<Deps, 'db' | 'clock' | 'config' | 'tokens'>,
  session: string,
  address: string,
): Promise<CardForm> {
  const now = clock()
  const { sub, jti, region, paymentRequestId } = await tokens.verifyCardFrame(session, now)
  const tried = { accountId: sub, paymentRequestId, openedFrom: address }
  for (const limit of failureLimits(tried)) await refuseUsedUp(db, limit, now, config.rateLimits)
  const entry = await findCardEntry(db, sub, jti)
  if (entry && (entry.usedAt || entry.expiresAt <= now)) throw new Refusal('card_form_expired')
  return { id: jti, accountId: sub, region, ...(paymentRequestId && { paymentRequestId }) }
}

type CardEntryDeps = Pick<Deps, 'config' | 'db' | 'clock' | 'providers'>

/** Returns the secret with which the browser has Stripe check the card. The same form always gets the same secret. */
export async function startCardEntry(
  deps: CardEntryDeps,
  form: CardForm,
  address: string,
): Promise<{ clientSecret: string }> {
  const { db, clock, config, providers } = deps
  const { accountId, id, paymentRequestId } = form
  const { client } = providers.stripe[form.region]
  const now = clock()
  const openedFrom = addressRange(address)
  const opener = `${paymentRequestId ?? accountId} ${openedFrom}`
  await countTry(db, [['card-form', opener]], now, config.rateLimits)
  const started = await findCardEntry(db, accountId, id)
  if (started) return secretOf(await callStripe(() => client.setupIntents.retrieve(started.setupIntentId)))

  const names = { accountId, cardEntryId: id, ...(paymentRequestId && { paymentRequestId }) }
  const customer = paymentRequestId
    ? (
        await callStripe(() =>
          client.customers.create({ metadata: names }, { idempotencyKey: `cus:guest:${id}` }),
        )
      ).id
    : (await ensureStripeCustomer(deps, accountId)).customerId
  // A guest's card pays once, with the guest present: their bank is asked at the payment, and not here too.
  const usage = paymentRequestId ? 'on_session' : 'off_session'
  const intent = await callStripe(() =>
    client.setupIntents.create(
      { customer, allowed_payment_method_types: ['card'], usage, metadata: names },
      { idempotencyKey: `card:${id}` },
    ),
  )
  await insertCardEntry(db, {
    accountId,
    id,
    paymentRequestId: paymentRequestId ?? null,
    customerId: customer,
    setupIntentId: intent.id,
    openedFrom,
    createdAt: now,
    expiresAt: new Date(now.getTime() + cardFormLifeMs),
  })
  return secretOf(intent)
}

function secretOf({ client_secret, status }: Stripe.SetupIntent): { clientSecret: string } {
  if (status === 'canceled') throw new Refusal('card_form_expired')
  if (!client_secret) throw new Error('The intent came without its secret')
  return { clientSecret: client_secret }
}

/** A card that was entered in a form, with the fields of its token. */
export type EnteredCard = {
  cardEntryId: string
  customerId: string
  paymentMethodId: string
  brand: AcceptedCardBrand
  funding: CardFunding
  last4: string
  /** YYYY-MM */
  expiry: string
  holderName: string
  /** Of the bank that gave the card out. */
  country: string | null
  /** The same for the same card, whatever form it was typed in. */
  fingerprint: string | null
}

type TokenSent = { accountId: string; paymentRequestId?: string; token: string }

/**
 * Asks Stripe what a token stands for, and writes nothing. A token counts only for the account, and the payment
 * request, whose form it came from; a browser may send any.
 */
export async function readCardToken(
  { db, clock, providers }: Pick<Deps, 'db' | 'clock' | 'providers'>,
  { accountId, paymentRequestId, token }: TokenSent,
): Promise<EnteredCard> {
  const entries = await openCardEntries(db, accountId, paymentRequestId ?? null, clock())
  const [first] = entries
  if (!first) throw new Refusal('card_form_expired')
  const intents = await intentsOf(providers.stripe[first.region].client, token)
  for (const intent of intents) {
    const entry = entries.find(({ setupIntentId }) => setupIntentId === intent.id)
    const method = intent.payment_method
    if (entry && intent.status === 'succeeded' && method && typeof method !== 'string')
      return enteredCard(entry, method)
  }
  throw new Refusal('card_form_expired')
}

async function intentsOf(client: Stripe, token: string): Promise<Stripe.SetupIntent[]> {
  const expand = ['data.payment_method']
  try {
    return (await callStripe(() => client.setupIntents.list({ payment_method: token, expand }))).data
  } catch (error) {
    // Stripe knows no such card.
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return []
    throw error
  }
}

function enteredCard(entry: OpenCardEntry, method: Stripe.PaymentMethod): EnteredCard {
  const { card } = method
  if (!card || !isAcceptedCardBrand(card.brand)) throw new Refusal('method_not_allowed')
  return {
    cardEntryId: entry.id,
    customerId: entry.customerId,
    paymentMethodId: method.id,
    brand: card.brand,
    funding: fundings.find((known) => known === card.funding) ?? 'unknown',
    last4: card.last4,
    expiry: `${card.exp_year}-${String(card.exp_month).padStart(2, '0')}`,
    holderName: (method.billing_details.name ?? '').trim().slice(0, holderNameMaxLength),
    country: card.country,
    fingerprint: card.fingerprint ?? null,
  }
}

const fundings: CardFunding[] = ['credit', 'debit', 'prepaid', 'unknown']

/**
 * Takes the one use of a card form, in the transaction of whatever it is used for. False when somebody else has
 * taken it, or when it came too late.
 */
export async function markCardEntryUsed(
  tx: Db,
  { accountId, cardEntryId, now }: { accountId: string; cardEntryId: string; now: Date },
): Promise<boolean> {
  return claimCardEntry(tx, accountId, cardEntryId, now)
}
