import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSandbox } from '../sandbox.ts'
import type { Sandbox } from '../sandbox.ts'
import { clientOf, idOf, inspect } from './stripe-client.ts'

/**
 * The compiler checks that each key exists in the SDK's types; this test checks that the resources really have them.
 */
const needed = {
  customer: ['id', 'email', 'metadata', 'created'] satisfies (keyof Stripe.Customer)[],
  paymentMethod: [
    'id',
    'type',
    'customer',
    'billing_details',
    'card',
    'metadata',
  ] satisfies (keyof Stripe.PaymentMethod)[],
  card: [
    'brand',
    'funding',
    'country',
    'exp_month',
    'exp_year',
    'fingerprint',
    'last4',
    'wallet',
  ] satisfies (keyof Stripe.PaymentMethod.Card)[],
  setupIntent: [
    'id',
    'client_secret',
    'status',
    'payment_method',
    'mandate',
    'customer',
    'metadata',
    'usage',
    'last_setup_error',
    'next_action',
  ] satisfies (keyof Stripe.SetupIntent)[],
  paymentIntent: [
    'id',
    'status',
    'amount',
    'amount_received',
    'currency',
    'customer',
    'payment_method',
    'latest_charge',
    'last_payment_error',
    'metadata',
    'created',
    'next_action',
    'client_secret',
  ] satisfies (keyof Stripe.PaymentIntent)[],
  charge: [
    'id',
    'amount',
    'amount_refunded',
    'currency',
    'status',
    'paid',
    'refunded',
    'disputed',
    'failure_code',
    'failure_message',
    'payment_intent',
    'payment_method_details',
    'metadata',
    'balance_transaction',
  ] satisfies (keyof Stripe.Charge)[],
  refund: [
    'id',
    'amount',
    'currency',
    'status',
    'charge',
    'payment_intent',
    'metadata',
    'reason',
    'created',
  ] satisfies (keyof Stripe.Refund)[],
  dispute: [
    'id',
    'amount',
    'currency',
    'status',
    'reason',
    'charge',
    'payment_intent',
    'balance_transactions',
    'created',
  ] satisfies (keyof Stripe.Dispute)[],
  mandate: [
    'id',
    'status',
    'payment_method',
    'payment_method_details',
    'customer_acceptance',
    'type',
  ] satisfies (keyof Stripe.Mandate)[],
  session: [
    'id',
    'client_secret',
    'status',
    'payment_status',
    'mode',
    'amount_total',
    'currency',
    'client_reference_id',
    'customer',
    'metadata',
    'payment_intent',
    'setup_intent',
    'expires_at',
    'created',
  ] satisfies (keyof Stripe.Checkout.Session)[],
  event: [
    'id',
    'type',
    'created',
    'data',
    'api_version',
    'livemode',
    'request',
    'pending_webhooks',
  ] satisfies (keyof Stripe.EventBase)[],
}

describe('the resources have the fields we read:', () => {
  let sandbox: Sandbox
  const made: Record<string, object> = {}
  beforeAll(async () => {
    sandbox = await startSandbox()
    const stripe = clientOf(sandbox)
    const customer = await stripe.customers.create()
    const setup = await stripe.setupIntents.create({
      customer: customer.id,
      payment_method: 'pm_auBecsDebit_success',
      confirm: true,
      mandate_data: { customer_acceptance: { type: 'offline' } },
    })
    const intent = await stripe.paymentIntents.create({
      amount: 1000,
      currency: 'aud',
      payment_method: 'pm_card_visa',
      confirm: true,
    })
    const charge = idOf(intent.latest_charge)
    const method = await stripe.paymentMethods.retrieve(idOf(intent.payment_method))
    const refund = await stripe.refunds.create({ charge, amount: 100 })
    await inspect(sandbox, '/stripe/dispute', { charge })
    const session = await stripe.checkout.sessions.create({
      mode: 'setup',
      ui_mode: 'elements',
      currency: 'aud',
      return_url: 'http://portal.test',
    })
    Object.assign(made, {
      customer,
      paymentMethod: method,
      card: method.card,
      setupIntent: setup,
      paymentIntent: intent,
      charge: await stripe.charges.retrieve(charge),
      refund,
      dispute: (await stripe.disputes.list({ charge })).data[0],
      mandate: await stripe.mandates.retrieve(idOf(setup.mandate)),
      session,
      event: (await stripe.events.list()).data[0],
    })
  })
  afterAll(() => sandbox.close())

  it.each(Object.entries(needed))('%s', (name, keys) => {
    expect(Object.keys(made[name] ?? {})).toEqual(expect.arrayContaining(keys))
  })
})
