import type Stripe from 'stripe'
import type { Region } from '#domain/region.ts'

/** In the sandbox's replies, Stripe's objects name each other by id. */
type ById<T, Names extends keyof T> = Omit<T, Names> & { [Name in Names]: Extract<T[Name], string | null> }

export type Customer = Stripe.Customer
export type PaymentMethod = ById<Stripe.PaymentMethod, 'customer'>
export type PaymentIntent = ById<Stripe.PaymentIntent, 'customer' | 'latest_charge' | 'payment_method'>
export type SetupIntent = ById<Stripe.SetupIntent, 'customer' | 'payment_method'>
export type Charge = ById<Stripe.Charge, 'customer'>
export type Refund = ById<Stripe.Refund, 'charge'>
export type Dispute = ById<Stripe.Dispute, 'charge'>
export type Mandate = ById<Stripe.Mandate, 'payment_method'>
export type Session = ById<Stripe.Checkout.Session, 'customer'>

/** One of the two Stripe accounts, with its newest objects. */
export type StripeAccount = {
  account: Region
  customers: Customer[]
  paymentMethods: PaymentMethod[]
  setupIntents: SetupIntent[]
  paymentIntents: PaymentIntent[]
  charges: Charge[]
  refunds: Refund[]
  disputes: Dispute[]
  files: Stripe.File[]
  mandates: Mandate[]
  sessions: Session[]
}
