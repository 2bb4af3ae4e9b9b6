import { createHmac } from 'node:crypto'
import type { RepaymentChange, SourceToAdd } from '#contract/payment-methods.ts'
import { dateIn } from '#domain/calendar/calendar.ts'
import { cardName } from '#domain/card-entry.ts'
import { holderNameMaxLength, type MethodKind } from '#domain/payment-methods/payment-methods.ts'
import { Refusal } from '#domain/refusal.ts'
import { readCardToken, type EnteredCard } from '../card-entry/card-entry.ts'
import type { Deps } from '../../platform/deps.ts'
import type { BankNumbers } from '../../platform/encryption/bank-numbers.ts'
import {
  findMandate,
  findMethod,
  findSetUpOfMethod,
  setUpAuBankAccount,
  type ProviderMethod,
} from '../../platform/providers/stripe/sources.ts'
import type { Actor } from './actor.ts'
import type { Agreement } from './agreements.store.ts'
import type { MethodFacts } from './payment-methods.store.ts'
import { authorisationOn } from './source-rules.ts'
import type { SourceRow } from './sources.store.ts'
import { ensureStripeCustomer } from '../card-entry/stripe-customer.ts'
import { findProviderCustomer } from '../card-entry/stripe-customer.reads.ts'

/** A new payment method as the caller sends it. */
export type MethodSent = SourceToAdd | Exclude<RepaymentChange, { repaymentSourceId: string }>

/** A payment method that the provider has accepted, ready to be saved. */
export type NewSource = Omit<SourceRow, 'accountId' | 'id' | 'bankDetails'> & {
  kind: MethodKind
  /** Never stored in clear: the row holds them encrypted. */
  bankNumbers: BankNumbers | null
  /** The use of the card form that is to be taken. */
  cardEntryId: string | null
  /** What the customer authorised. */
  authorisation: Agreement | null
}

const nothingMore = {
  last4: null,
  cardBrand: null,
  cardFunding: null,
  cardExpiry: null,
  fingerprint: null,
  providerMethodId: null,
  mandate: null,
  bankNumbers: null,
  cardEntryId: null,
  authorisation: null,
} satisfies Partial<NewSource>

export function kindOf(sent: MethodSent): MethodKind {
  if ('cardToken' in sent) return 'Card'
  if ('bankAccount' in sent) return 'AuBankAccount'
  return 'bpay' in sent ? 'Bpay' : 'UkBankAccount'
}

/** The provider's id of a method that the browser set up with the provider. */
export function providerIdOf(sent: MethodSent): string | undefined {
  if ('cardToken' in sent) return sent.cardToken
  return 'bacsDebitStripePaymentMethodId' in sent ? sent.bacsDebitStripePaymentMethodId : undefined
}

/** Reads the method at the provider. Runs outside any transaction, since a provider may be slow. */
export async function prepareSource(
  deps: Deps,
  facts: MethodFacts,
  sent: MethodSent,
  actor: Actor,
): Promise<NewSource> {
  const { accountId } = facts.account
  if ('cardToken' in sent) return cardSource(await readCardToken(deps, { accountId, token: sent.cardToken }))
  if ('bankAccount' in sent) return auBankSource(deps, facts, sent, actor)
  if ('bacsDebitStripePaymentMethodId' in sent)
    return ukBankSource(deps, accountId, sent.bacsDebitStripePaymentMethodId)
  return { ...nothingMore, kind: 'Bpay', type: 'CustomerDeposit', displayName: 'BPAY', holderName: '' }
}

function cardSource(card: EnteredCard): NewSource {
  return {
    ...nothingMore,
    kind: 'Card',
    type: 'PaymentCard',
    displayName: cardName(card),
    holderName: card.holderName.slice(0, holderNameMaxLength),
    last4: card.last4,
    cardBrand: card.brand,
    cardFunding: card.funding,
    cardExpiry: card.expiry,
    fingerprint: card.fingerprint,
    providerMethodId: card.paymentMethodId,
    cardEntryId: card.cardEntryId,
  }
}

type BankSent = Extract<SourceToAdd, { bankAccount: unknown }>

async function auBankSource(
  deps: Deps,
  facts: MethodFacts,
  sent: BankSent,
  actor: Actor,
): Promise<NewSource> {
  const { accountId, region } = facts.account
  const { bankAccount } = sent
  const { accountNumber } = bankAccount
  const bsb = bankAccount.bsb.replace('-', '')
  const holder = bankAccount.holder.trim()
  const authorisation = sent.directDebitAuthorisation ? authorisationOfToday(deps, facts, sent) : null
  const { customerId } = await ensureStripeCustomer(deps, accountId)
  const stripe = deps.providers.stripe[region]
  const details = {
    customerId,
    accountId,
    bsb,
    accountNumber,
    holder,
    email: actor.email,
    address: actor.address,
    userAgent: actor.userAgent,
  }
  const setUp = await setUpAuBankAccount(stripe, { ...details, key: keyOf(deps, facts, details) })
  const mandate = setUp && (await findMandate(stripe, setUp.mandateId))
  if (!mandate || mandate.status === 'inactive') throw new Refusal('bank_details_refused')
  return {
    ...bankSource(setUp.method),
    kind: 'AuBankAccount',
    holderName: holder,
    mandate,
    bankNumbers: { bsb, accountNumber },
    authorisation,
  }
}

/**
 * The same input in the same situation has the same key: a repeat after a crash gets from the provider what the first
 * try created there. Once a method was saved or removed the key differs, because the provider would otherwise return a
 * mandate that has ended.
 */
function keyOf({ config }: Deps, facts: MethodFacts, details: Record<string, string>): string {
  const situation = facts.sources.map(({ id, status, mandateStatus, providerMethodId }) =>
    [id, status, mandateStatus, providerMethodId].join(),
  )
  return createHmac('sha256', config.codePepper)
    .update(JSON.stringify(['bank-account', details, facts.removedSources, situation]))
    .digest('base64url')
}

function authorisationOfToday(
  { clock }: Deps,
  facts: MethodFacts,
  { directDebitAuthorisationVersion: readVersion }: BankSent,
): Agreement {
  const text = authorisationOn(facts, dateIn(facts.account.region, clock()))
  if (!text) throw new Error('There is no text of the direct debit authorisation that anyone could agree to')
  if (readVersion !== undefined && readVersion !== text.version) throw new Refusal('authorisation_changed')
  return text
}

/** A UK bank account that the browser set up with the provider. Accepted only if it was set up for this account. */
export async function ukBankSource(deps: Deps, accountId: string, methodId: string): Promise<NewSource> {
  const account = await findProviderCustomer(deps.db, accountId)
  if (!account?.customerId) throw new Refusal('forbidden')
  const stripe = deps.providers.stripe[account.region]
  const method = await findMethod(stripe, methodId)
  if (method?.kind !== 'UkBankAccount' || method.customerId !== account.customerId)
    throw new Refusal('forbidden')
  const setUp = await findSetUpOfMethod(stripe, methodId)
  const mandate = setUp?.mandateId ? await findMandate(stripe, setUp.mandateId) : undefined
  if (!mandate || mandate.status === 'inactive') throw new Refusal('bank_details_refused')
  return { ...bankSource(method), kind: 'UkBankAccount', mandate }
}

function bankSource(method: ProviderMethod): Omit<NewSource, 'kind'> {
  return {
    ...nothingMore,
    type: 'BankAccount',
    displayName: `Bank account ending ${method.last4}`,
    holderName: method.holderName.trim().slice(0, holderNameMaxLength),
    last4: method.last4,
    fingerprint: method.fingerprint,
    providerMethodId: method.id,
  }
}
