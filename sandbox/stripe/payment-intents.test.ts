import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSandbox } from '../sandbox.ts'
import type { Sandbox } from '../sandbox.ts'
import { clientOf, fromBrowser, idOf, inspect } from './stripe-client.ts'

describe('a payment', () => {
  let sandbox: Sandbox
  let stripe: Stripe
  beforeAll(async () => {
    sandbox = await startSandbox()
    stripe = clientOf(sandbox)
  })
  afterAll(() => sandbox.close())

  type IntentParams = Partial<Stripe.PaymentIntentCreateParams>
  const charge = (payment_method: string, more: IntentParams = {}) =>
    stripe.paymentIntents.create({ amount: 1250, currency: 'aud', payment_method, confirm: true, ...more })
  const saveCard = async (name = 'pm_card_visa') => {
    const customer = await stripe.customers.create({ email: 'a@b.test', metadata: { accountId: '7' } })
    const setup = await stripe.setupIntents.create({
      customer: customer.id,
      payment_method: name,
      confirm: true,
      allowed_payment_method_types: ['card'],
    })
    return { customer: customer.id, method: idOf(setup.payment_method), setup }
  }

  const cardData = (number: string) => ({
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '2044',
    'payment_method_data[card][cvc]': '123',
  })

  it('by a saved card succeeds at once', async () => {
    const { customer, method } = await saveCard()
    const intent = await charge(method, {
      customer,
      off_session: true,
      metadata: { a: '1' },
      expand: ['latest_charge', 'payment_method', 'customer'],
    })
    expect(intent).toMatchObject({
      status: 'succeeded',
      amount_received: 1250,
      latest_charge: { status: 'succeeded', paid: true, metadata: { a: '1' }, payment_intent: intent.id },
      payment_method: { id: method, customer, card: { brand: 'visa', last4: '4242' } },
      customer: { id: customer },
    })
  })

  it('can be created first and confirmed later', async () => {
    const intent = await stripe.paymentIntents.create({
      amount: 500,
      currency: 'AUD',
      payment_method: 'pm_card_amex',
    })
    expect(intent).toMatchObject({ status: 'requires_confirmation', currency: 'aud', latest_charge: null })
    expect(await stripe.paymentIntents.confirm(intent.id)).toMatchObject({ status: 'succeeded' })
    await expect(stripe.paymentIntents.confirm(intent.id)).rejects.toMatchObject({
      statusCode: 400,
      code: 'payment_intent_unexpected_state',
    })
    await expect(stripe.paymentIntents.cancel(intent.id)).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
      message: expect.stringContaining('has a status of succeeded'),
    })
  })

  it('can be cancelled before it is made', async () => {
    const intent = await stripe.paymentIntents.create({ amount: 500, currency: 'aud' })
    expect(await stripe.paymentIntents.cancel(intent.id)).toMatchObject({ status: 'canceled' })
    await expect(
      stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' }),
    ).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
    })
  })

  it('that is refused leaves the intent waiting for another card', async () => {
    const error = await charge('pm_card_chargeDeclinedInsufficientFunds').catch(
      (error: Stripe.errors.StripeError) => error,
    )
    expect(error).toMatchObject({
      type: 'StripeCardError',
      statusCode: 402,
      code: 'card_declined',
      decline_code: 'insufficient_funds',
      message: 'Your card has insufficient funds.',
      payment_intent: { status: 'requires_payment_method', payment_method: null },
    })
    const { payment_intent: refused } = error as Stripe.errors.StripeCardError
    const intent = await stripe.paymentIntents.retrieve(refused!.id, { expand: ['latest_charge'] })
    expect(intent).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'card_declined', payment_method: { card: { last4: '9995' } } },
      latest_charge: { status: 'failed', failure_code: 'card_declined', paid: false },
    })
    expect(await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })).toMatchObject({
      status: 'succeeded',
      last_payment_error: null,
    })
  })

  it('requires authentication, and continues or fails with its result', async () => {
    const waiting = await charge('pm_card_authenticationRequired')
    expect(waiting).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } })
    const done = await fromBrowser(sandbox, `/v1/payment_intents/${waiting.id}/3ds_result`, {
      client_secret: waiting.client_secret!,
      outcome: 'succeeded',
    })
    expect(done).toMatchObject({ status: 200, body: { status: 'succeeded' } })
    expect(done.body).not.toHaveProperty('metadata')

    const other = await charge('pm_card_authenticationRequired')
    const failed = await fromBrowser(sandbox, `/v1/payment_intents/${other.id}/3ds_result`, {
      client_secret: other.client_secret!,
      outcome: 'failed',
    })
    expect(failed.body).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    })
  })

  it.each([
    ['pm_card_authenticationRequired', 'authentication_required'],
    ['pm_card_authenticationRequiredChargeDeclinedInsufficientFunds', 'card_declined'],
    ['pm_card_chargeCustomerFail', 'card_declined'],
  ])('without the customer by a saved %s is refused with %s', async (name, code) => {
    const { customer, method, setup } = await saveCard(name)
    if (setup.status === 'requires_action') {
      await fromBrowser(sandbox, `/v1/setup_intents/${setup.id}/3ds_result`, {
        client_secret: setup.client_secret!,
        outcome: 'succeeded',
      })
    }
    await expect(charge(method, { customer, off_session: true })).rejects.toMatchObject({
      statusCode: 402,
      code,
    })
  })

  it('by a card that was authenticated at set-up needs no customer', async () => {
    const { customer, method, setup } = await saveCard('pm_card_authenticationRequiredOnSetup')
    expect(setup.status).toBe('requires_action')
    await fromBrowser(sandbox, `/v1/setup_intents/${setup.id}/3ds_result`, {
      client_secret: setup.client_secret!,
      outcome: 'succeeded',
    })
    expect(await charge(method, { customer, off_session: true })).toMatchObject({ status: 'succeeded' })
  })

  const refusedAuthentication = 'payment_intent_authentication_failure'
  it.each<[number: string, asks: boolean, passed: string, without: string, saved: string]>([
    // Number; asks when present; the end after a success; without the customer, before and after a set-up.
    ['4000002500003155', true, 'succeeded', 'authentication_required', 'succeeded'],
    ['4000002760003184', true, 'succeeded', 'authentication_required', 'authentication_required'],
    ['4000003800000446', true, 'succeeded', 'succeeded', 'succeeded'],
    ['4000008260003178', true, 'insufficient_funds', 'authentication_required', 'insufficient_funds'],
    ['4000000000003220', true, 'succeeded', 'authentication_required', 'authentication_required'],
    ['4000008400001629', true, 'generic_decline', 'authentication_required', 'authentication_required'],
    ['4000008400001280', false, 'generic_decline', 'generic_decline', 'generic_decline'],
    ['4000000000003055', false, 'succeeded', 'succeeded', 'succeeded'],
    ['4000000000003097', false, 'succeeded', 'succeeded', 'succeeded'],
    ['4242424242424242', false, 'succeeded', 'succeeded', 'succeeded'],
  ])('by the card %s ends as documented', async (number, asks, passed, without, saved) => {
    const { id: customer } = await stripe.customers.create()
    const end = ({ status, last_payment_error: error }: Stripe.PaymentIntent) =>
      status === 'requires_payment_method' ? (error?.decline_code ?? error?.code) : status
    const tryCharge = async (
      usage: 'on_session' | 'off_session',
      how: Partial<Stripe.PaymentIntentCreateParams>,
    ) => {
      const setup = await stripe.setupIntents.create({ customer, usage })
      const secret = { client_secret: setup.client_secret! }
      const path = `/v1/setup_intents/${setup.id}`
      const done = await fromBrowser(sandbox, `${path}/confirm`, { ...secret, ...cardData(number) })
      if (done.status !== 200) return undefined
      expect(done.body['status']).toBe(asks && usage === 'off_session' ? 'requires_action' : 'succeeded')
      if (done.body['status'] === 'requires_action')
        await fromBrowser(sandbox, `${path}/3ds_result`, { ...secret, outcome: 'succeeded' })
      return charge(String(done.body['payment_method']), { customer, ...how }).catch(
        (error: Stripe.errors.StripeCardError) => error.payment_intent as unknown as Stripe.PaymentIntent,
      )
    }
    for (const [outcome, ending] of [
      ['succeeded', passed],
      ['failed', asks ? refusedAuthentication : passed],
    ] as const) {
      const waiting = await tryCharge('on_session', {})
      expect(waiting?.status === 'requires_action').toBe(asks)
      if (asks)
        await fromBrowser(sandbox, `/v1/payment_intents/${waiting!.id}/3ds_result`, {
          client_secret: waiting!.client_secret!,
          outcome,
        })
      expect(end(await stripe.paymentIntents.retrieve(waiting!.id))).toBe(ending)
    }
    expect(end((await tryCharge('on_session', { off_session: true }))!)).toBe(without)
    // A set-up that itself fails saves nothing that could be charged.
    const later = await tryCharge('off_session', { off_session: true })
    expect(later ? end(later) : 'generic_decline').toBe(saved)
  })

  describe('is not made by a payment method', () => {
    it('of another customer', async () => {
      const { method } = await saveCard()
      const other = await stripe.customers.create()
      await expect(charge(method, { customer: other.id })).rejects.toMatchObject({
        statusCode: 400,
        message: expect.stringContaining('does not belong to the Customer'),
      })
      await expect(charge(method)).rejects.toMatchObject({
        message: expect.stringContaining('belongs to a Customer'),
      })
      await expect(stripe.paymentMethods.attach(method, { customer: other.id })).rejects.toMatchObject({
        message: 'The payment method you provided has already been attached to a customer.',
      })
    })

    it('that was detached', async () => {
      const { customer, method } = await saveCard()
      expect(await stripe.paymentMethods.detach(method)).toMatchObject({ customer: null })
      await expect(charge(method, { customer })).rejects.toMatchObject({
        message: expect.stringContaining('may not be used again'),
      })
      await expect(stripe.paymentMethods.attach(method, { customer })).rejects.toMatchObject({
        statusCode: 400,
      })
      await expect(stripe.paymentMethods.detach(method)).rejects.toMatchObject({ statusCode: 400 })
    })

    it('that was used once without a customer', async () => {
      const method = await stripe.paymentMethods.create({ type: 'card', card: { token: 'tok_visa' } })
      await charge(method.id)
      await expect(charge(method.id)).rejects.toMatchObject({
        message: expect.stringContaining('may not be used again'),
      })
    })
  })

  it.each([
    [{ amount: 10 }, 'amount_too_small'],
    [{ amount: 0 }, 'parameter_invalid_integer'],
    [{ amount: 100_000_000 }, 'amount_too_large'],
    [{ currency: 'xyz' }, undefined],
    [{ customer: 'cus_nobody' }, 'resource_missing'],
    [{ payment_method: 'pm_nothing' }, 'resource_missing'],
    [{ allowed_payment_method_types: ['bacs_debit'] }, undefined],
    [{ off_session: true, confirm: false }, undefined],
  ])('is not made from %j', async (wish, code) => {
    await expect(charge('pm_card_visa', wish)).rejects.toMatchObject({ statusCode: 400, code })
  })

  it('is declined when a switch says so, but nothing else is', async () => {
    await inspect(sandbox, '/faults', { provider: 'stripe', times: 1, action: 'decline:lost_card' })
    await stripe.customers.create()
    await expect(charge('pm_card_visa')).rejects.toMatchObject({ decline_code: 'lost_card' })
    expect(await charge('pm_card_visa')).toMatchObject({ status: 'succeeded' })
  })

  it('asks the payer to confirm when a switch says so, and is declined if nobody is there', async () => {
    await inspect(sandbox, '/faults', { provider: 'stripe', times: 2, action: 'authenticate' })
    const asked = await charge('pm_card_visa')
    expect(asked).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } })
    await fromBrowser(sandbox, `/v1/payment_intents/${asked.id}/3ds_result`, {
      client_secret: asked.client_secret!,
      outcome: 'succeeded',
    })
    expect((await stripe.paymentIntents.retrieve(asked.id)).status).toBe('succeeded')
    const { customer, method } = await saveCard()
    const unattended = () => charge(method, { customer, off_session: true })
    await expect(unattended()).rejects.toMatchObject({ code: 'authentication_required' })
    expect((await unattended()).status).toBe('succeeded')
  })

  it('is disputed a minute later when a switch says so', async () => {
    await inspect(sandbox, '/faults', { provider: 'stripe', action: 'dispute' })
    const disputed = await charge('pm_card_visa')
    const other = await charge('pm_card_visa')
    await inspect(sandbox, '/clock', { advance: 'PT2M' })
    const disputes = await Promise.all(
      [disputed, other].map(({ id }) => stripe.disputes.list({ payment_intent: id })),
    )
    expect(disputes.map(({ data }) => data.length)).toEqual([1, 0])
  })
})
