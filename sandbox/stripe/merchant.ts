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
/** An event is stored as the text that is sent. */
export type KeptEvent = { id: string; type: string; created: number; body: string }

/** The hidden side of a payment method. */
export type Hidden = {
  card?: CardOutcome
  debit?: DebitOutcome
  /** The outcome of a debit comes after minutes instead of days. */
  isQuick?: true
  /** The business days that its debits take, where a test wants other than the usual. */
  days?: number
  mandate?: string
  /** Set up for off-session payments, so no further authentication is needed. */
  isSetUp?: true
  /** Used without a customer, or detached from one: it cannot be used again. */
  isSpent?: true
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
    /** The bytes of uploaded files, in base 64. */
    fileContents: Map<string, string>
    lineItems: Map<string, Stripe.LineItem[]>
    /** The Checkout Session of an intent. */
    sessionOf: Map<string, string>
    /** The metadata of the payment that a Checkout Session will create. */
    paymentMetadata: Map<string, Record<string, string>>
    /** Running bank debits that a switch has set to fail. */
    demandedOutcomes: Map<string, string>
    idempotency: Idempotency
    save(): unknown
    load(saved: unknown): void
    clear(): void
  }

export function createMerchant(region: Region, keys: MerchantKeys): Merchant {
  const tables: Tables = {
    customers: createCollection<Customer>('customer'),
    paymentMethods: createCollection<PaymentMethod>('PaymentMethod', ['customer']),
    setupIntents: createCollection<SetupIntent>('setupintent', ['payment_method', 'customer']),
    paymentIntents: createCollection<PaymentIntent>('payment_intent', ['customer']),
    charges: createCollection<Charge>('charge', ['payment_intent', 'customer']),
    refunds: createCollection<Refund>('refund', ['charge', 'payment_intent']),
    disputes: createCollection<Dispute>('dispute', ['charge', 'payment_intent']),
    files: createCollection<Stripe.File>('file upload'),
    mandates: createCollection<Mandate>('mandate'),
    sessions: createCollection<Session>('checkout.session'),
    events: createCollection<KeptEvent>('event'),
  }
  const maps = {
    hidden: new Map<string, Hidden>(),
    fileContents: new Map<string, string>(),
    lineItems: new Map<string, Stripe.LineItem[]>(),
    sessionOf: new Map<string, string>(),
    paymentMetadata: new Map<string, Record<string, string>>(),
    demandedOutcomes: new Map<string, string>(),
  }
  const idempotency = createIdempotency()

  type Saved = {
    tables: Record<string, never[]>
    maps: Record<string, [string, never][]>
    idempotency: unknown
  }
  const load = (saved: Saved) => {
    for (const [name, table] of Object.entries(tables)) table.replaceAll(saved.tables[name] ?? [])
    for (const [name, map] of Object.entries(maps)) {
      map.clear()
      for (const [key, value] of saved.maps[name] ?? []) map.set(key, value)
    }
    idempotency.load(saved.idempotency)
  }
  return {
    ...keys,
    ...tables,
    ...maps,
    region,
    country: region === 'UK' ? 'GB' : 'AU',
    idempotency,
    save: () => ({
      tables: Object.fromEntries(Object.entries(tables).map(([name, table]) => [name, table.all()])),
      maps: Object.fromEntries(Object.entries(maps).map(([name, map]) => [name, [...map]])),
      idempotency: idempotency.save(),
    }),
    load: (saved) => load(saved as Saved),
    clear: () => load({ tables: {}, maps: {}, idempotency: [] }),
  }
}
