import Stripe from 'stripe'
import type { CardFunding } from '#domain/payment-methods/surcharges.ts'
import { callStripe, type StripeAccount } from './client.ts'

/** Stripe's payment method in Larkwell's terms. */
export type ProviderMethod = {
  id: string
  kind: 'Card' | 'AuBankAccount' | 'UkBankAccount' | 'Other'
  /** Null once the method is detached, which cannot be undone. */
  customerId: string | null
  fingerprint: string | null
  last4: string
  holderName: string
  /** For cards only. */
  brand: string | null
  funding: CardFunding | null
  expiry: string | null
}

export type MandateStatus = 'pending' | 'active' | 'inactive'
export type ProviderMandate = { id: string; status: MandateStatus; reference: string | null }

/** A finished SetupIntent: permission to charge later. */
export type ProviderSetUp = {
  isDone: boolean
  methodId: string | null
  customerId: string | null
  mandateId: string | null
  accountId: string | null
}

/** The key is the account and the parameters never change, so that a retry returns the same customer. */
export async function createStripeCustomer(
  { client }: StripeAccount,
  account: { accountId: string; shortId: string },
): Promise<string> {
  const customer = await callStripe(() =>
    client.customers.create({ metadata: account }, { idempotencyKey: `cus:${account.accountId}` }),
  )
  return customer.id
}

export async function findMethod(
  { client }: StripeAccount,
  methodId: string,
): Promise<ProviderMethod | undefined> {
  const method = await unlessMissing(callStripe(() => client.paymentMethods.retrieve(methodId)))
  return method && toMethod(method)
}

export async function findMandate(
  { client }: StripeAccount,
  mandateId: string,
): Promise<ProviderMandate | undefined> {
  const mandate = await unlessMissing(callStripe(() => client.mandates.retrieve(mandateId)))
  if (!mandate) return undefined
  return {
    id: mandate.id,
    status: toMandateStatus(mandate.status),
    reference: mandate.payment_method_details.bacs_debit?.reference ?? null,
  }
}

export async function findSetUp(
  { client }: StripeAccount,
  setupIntentId: string,
): Promise<ProviderSetUp | undefined> {
  const intent = await unlessMissing(callStripe(() => client.setupIntents.retrieve(setupIntentId)))
  return intent && toSetUp(intent)
}

/** The SetupIntent by which the customer permitted charges to this method. */
export async function findSetUpOfMethod(
  { client }: StripeAccount,
  methodId: string,
): Promise<ProviderSetUp | undefined> {
  const { data } = await callStripe(() => client.setupIntents.list({ payment_method: methodId, limit: 10 }))
  return data.map(toSetUp).find(({ isDone }) => isDone)
}

export type BankAccountToSetUp = {
  customerId: string
  accountId: string
  bsb: string
  accountNumber: string
  holder: string
  email: string
  address: string
  userAgent: string
  /** The idempotency key: a retry after a crash must not create a second mandate. */
  key: string
}

/** Sets up an Australian bank account with a mandate to debit it; undefined if Stripe does not accept the numbers. */
export async function setUpAuBankAccount(
  { client }: StripeAccount,
  request: BankAccountToSetUp,
): Promise<{ method: ProviderMethod; mandateId: string } | undefined> {
  const created = await unlessRefused(
    callStripe(() =>
      client.paymentMethods.create(
        {
          type: 'au_becs_debit',
          au_becs_debit: { bsb_number: request.bsb, account_number: request.accountNumber },
          billing_details: { name: request.holder, email: request.email },
        },
        { idempotencyKey: `bank:${request.key}` },
      ),
    ),
  )
  if (!created) return undefined
  const intent = await unlessRefused(
    callStripe(() =>
      client.setupIntents.create(
        {
          customer: request.customerId,
          payment_method: created.id,
          allowed_payment_method_types: ['au_becs_debit'],
          confirm: true,
          usage: 'off_session',
          mandate_data: {
            customer_acceptance: {
              type: 'online',
              online: { ip_address: request.address, user_agent: request.userAgent },
            },
          },
          metadata: { accountId: request.accountId },
        },
        { idempotencyKey: `mandate:${request.key}` },
      ),
    ),
  )
  const setUp = intent && toSetUp(intent)
  if (!setUp?.isDone || !setUp.mandateId) return undefined
  return { method: toMethod(created), mandateId: setUp.mandateId }
}

/** The browser completes the set-up with Stripe's own form, which takes the numbers. */
export async function startUkBankSetUp(
  { client }: StripeAccount,
  request: { customerId: string; accountId: string },
): Promise<string | null> {
  const intent = await callStripe(() =>
    client.setupIntents.create({
      customer: request.customerId,
      allowed_payment_method_types: ['bacs_debit'],
      usage: 'off_session',
      metadata: { accountId: request.accountId },
    }),
  )
  return intent.client_secret
}

export async function openUkBankSession(
  { client }: StripeAccount,
  request: { customerId: string; accountId: string; returnUrl: string },
): Promise<{ id: string; clientSecret: string | null; expiresAt: Date }> {
  const session = await callStripe(() =>
    client.checkout.sessions.create({
      mode: 'setup',
      ui_mode: 'elements',
      currency: 'gbp',
      customer: request.customerId,
      allowed_payment_method_types: ['bacs_debit'],
      metadata: { accountId: request.accountId },
      setup_intent_data: { metadata: { accountId: request.accountId } },
      return_url: request.returnUrl,
    }),
  )
  return {
    id: session.id,
    clientSecret: session.client_secret,
    expiresAt: new Date(session.expires_at * 1000),
  }
}

/** Detaches a method, after which it can no longer be charged. Detaching it twice is not an error. */
export async function detachMethod(stripe: StripeAccount, methodId: string): Promise<void> {
  try {
    await callStripe(() => stripe.client.paymentMethods.detach(methodId))
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    const method = await findMethod(stripe, methodId)
    if (method && method.customerId !== null) throw error
  }
}

function toMethod(method: Stripe.PaymentMethod): ProviderMethod {
  const { card, au_becs_debit: becs, bacs_debit: bacs } = method
  const instrument = card ?? becs ?? bacs
  return {
    id: method.id,
    kind: card ? 'Card' : becs ? 'AuBankAccount' : bacs ? 'UkBankAccount' : 'Other',
    customerId: idOf(method.customer),
    fingerprint: instrument?.fingerprint ?? null,
    last4: instrument?.last4 ?? '',
    holderName: method.billing_details.name ?? '',
    brand: card?.brand ?? null,
    funding: card ? toFunding(card.funding) : null,
    expiry: card ? `${card.exp_year}-${String(card.exp_month).padStart(2, '0')}` : null,
  }
}

function toSetUp(intent: Stripe.SetupIntent): ProviderSetUp {
  return {
    isDone: intent.status === 'succeeded',
    methodId: idOf(intent.payment_method),
    customerId: idOf(intent.customer),
    mandateId: idOf(intent.mandate),
    accountId: intent.metadata?.['accountId'] ?? null,
  }
}

/** An unknown status must not count as permission to charge. */
function toMandateStatus(status: string): MandateStatus {
  return status === 'active' || status === 'pending' ? status : 'inactive'
}

function toFunding(funding: string): CardFunding {
  return funding === 'credit' || funding === 'debit' || funding === 'prepaid' ? funding : 'unknown'
}

function idOf(reference: string | { id: string } | null): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null)
}

async function unlessMissing<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing')
      return undefined
    throw error
  }
}

/** An unknown or missing parameter is a bug; everything else that Stripe refuses was typed by the customer. */
async function unlessRefused<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call
  } catch (error) {
    const isTyped =
      error instanceof Stripe.errors.StripeCardError ||
      (error instanceof Stripe.errors.StripeInvalidRequestError &&
        !/^parameter_(unknown|missing)$/.test(error.code ?? ''))
    if (isTyped) return undefined
    throw error
  }
}
