import type Stripe from 'stripe'
import { createCollection } from './collection.ts'
import type { Collection } from './collection.ts'
import { createIdempotency } from './idempotency.ts'
import type { Idempotency } from './idempotency.ts'
import type { DebitOutcome } from './test-accounts.ts'
import type { CardOutcome } from './test-cards.ts'

export type Region = 'AU' | 'UK'

/** A stored resource: it refers to others by id. */
type Kept<T, Names extends keyof T> = Omit<T, Names> & { [Name in Names]: Extract<T[Name], string | null> }

export type Customer = Stripe.Customer
export type PaymentMethod = Kept<Stripe.PaymentMethod, 'customer'>
export type SetupIntent = Kept<Stripe.SetupIntent, 'customer' | 'mandate' | 'payment_method'>
export type PaymentIntent = Kept<Stripe.PaymentIntent, 'customer' | 'latest_charge' | 'payment_method'>
export type Charge = Kept<Stripe.Charge, 'customer' | 'payment_intent'>
export type Refund = Kept<Stripe.Refund, 'charge' | 'payment_intent'>
export type Dispute = Kept<Stripe.Dispute, 'charge' | 'payment_intent'>
export type Mandate = Kept<Stripe.Mandate, 'payment_method'>
export type Session = Kept<Stripe.Checkout.Session, 'customer' | 'payment_intent' | 'setup_intent'>
export type WebhookEndpoint = Stripe.WebhookEndpoint
export type PaymentMethodDomain = Stripe.PaymentMethodDomain
/** An event is stored as the text that is sent. */
export type KeptEvent = { id: string; type: string; created: number; body: string }

/** The hidden side of a payment method. */
export type Hidden = {
  card?: CardOutcome
  debit?: DebitOutcome
  /** The outcome of a debit comes after minutes instead of days. */
  isQuick?: true
  mandate?: string
  /** Set up for off-session payments, so no further authentication is needed. */
  isSetUp?: true
  /** Used without a customer, or detached from one: it cannot be used again. */
  isSpent?: true
}

/** The settings of a Checkout Session for the payment it will create. */
export type SessionWishes = {
  description: string | null
  metadata: Record<string, string>
  receiptEmail: string | null
  setupFutureUsage: 'off_session' | 'on_session' | null
}

export type Tables = {
  customers: Collection<Customer>
  paymentMethods: Collection<PaymentMethod>
  setupIntents: Collection<SetupIntent>
  paymentIntents: Collection<PaymentIntent>
  charges: Collection<Charge>
  refunds: Collection<Refund>
  disputes: Collection<Dispute>
  files: Collection<Stripe.File>
  mandates: Collection<Mandate>
  sessions: Collection<Session>
  events: Collection<KeptEvent>
  webhookEndpoints: Collection<WebhookEndpoint>
  paymentMethodDomains: Collection<PaymentMethodDomain>
}

export type MerchantKeys = {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  webhookUrl: string | null
  /** The types of event that go to this URL, as an endpoint of Stripe's is told; `*` is every type. */
  webhookEvents: string[]
}

/** One Stripe account with all its objects. */
export type Merchant = MerchantKeys &
  Tables & {
    region: Region
    country: string
    hidden: Map<string, Hidden>
    deletedCustomers: Set<string>
    /** The bytes of uploaded files, in base 64. */
    fileContents: Map<string, string>
    lineItems: Map<string, Stripe.LineItem[]>
    /** The Checkout Session of an intent. */
    sessionOf: Map<string, string>
    sessionWishes: Map<string, SessionWishes>
    /** Running bank debits that a switch has set to fail. */
    demandedOutcomes: Map<string, string>
    idempotency: Idempotency
    save(): unknown
    load(saved: unknown): void
    clear(): void
  }

export function createMerchant(region: Region, keys: MerchantKeys): Merchant {
  const tables: Tables = {
    customers: createCollection<Customer>({ email: ({ email }) => email }),
    paymentMethods: createCollection<PaymentMethod>({ customer: ({ customer }) => customer }),
    setupIntents: createCollection<SetupIntent>({
      customer: ({ customer }) => customer,
      payment_method: ({ payment_method }) => payment_method,
    }),
    paymentIntents: createCollection<PaymentIntent>({ customer: ({ customer }) => customer }),
    charges: createCollection<Charge>({
      customer: ({ customer }) => customer,
      payment_intent: ({ payment_intent }) => payment_intent,
    }),
    refunds: createCollection<Refund>({
      charge: ({ charge }) => charge,
      payment_intent: ({ payment_intent }) => payment_intent,
    }),
    disputes: createCollection<Dispute>({
      charge: ({ charge }) => charge,
      payment_intent: ({ payment_intent }) => payment_intent,
    }),
    files: createCollection<Stripe.File>(),
    mandates: createCollection<Mandate>(),
    sessions: createCollection<Session>({
      customer: ({ customer }) => customer,
      payment_intent: ({ payment_intent }) => payment_intent,
    }),
    events: createCollection<KeptEvent>(),
    webhookEndpoints: createCollection<WebhookEndpoint>(),
    paymentMethodDomains: createCollection<PaymentMethodDomain>(),
  }
  const maps = {
    hidden: new Map<string, Hidden>(),
    fileContents: new Map<string, string>(),
    lineItems: new Map<string, Stripe.LineItem[]>(),
    sessionOf: new Map<string, string>(),
    sessionWishes: new Map<string, SessionWishes>(),
    demandedOutcomes: new Map<string, string>(),
  }
  const deletedCustomers = new Set<string>()
  const idempotency = createIdempotency()

  type Saved = {
    tables: Record<string, never[]>
    maps: Record<string, [string, never][]>
    deletedCustomers: string[]
    idempotency: unknown
  }
  const load = (saved: Saved) => {
    for (const [name, table] of Object.entries(tables)) table.replaceAll(saved.tables[name] ?? [])
    for (const [name, map] of Object.entries(maps)) {
      map.clear()
      for (const [key, value] of saved.maps[name] ?? []) map.set(key, value)
    }
    deletedCustomers.clear()
    for (const id of saved.deletedCustomers) deletedCustomers.add(id)
    idempotency.load(saved.idempotency)
  }
  return {
    ...keys,
    ...tables,
    ...maps,
    region,
    country: region === 'UK' ? 'GB' : 'AU',
    deletedCustomers,
    idempotency,
    save: () => ({
      tables: Object.fromEntries(Object.entries(tables).map(([name, table]) => [name, table.all()])),
      maps: Object.fromEntries(Object.entries(maps).map(([name, map]) => [name, [...map]])),
      deletedCustomers: [...deletedCustomers],
      idempotency: idempotency.save(),
    }),
    load: (saved) => load(saved as Saved),
    clear: () => load({ tables: {}, maps: {}, deletedCustomers: [], idempotency: [] }),
  }
}
