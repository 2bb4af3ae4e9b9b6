import type Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startSandbox } from '../sandbox.ts'
import type { Sandbox } from '../sandbox.ts'
import { clientOf, fromBrowser, idOf, inspect } from './stripe-client.ts'

describe('a Checkout Session', () => {
  let sandbox: Sandbox
  let stripe: Stripe
  let uk: Stripe
  beforeAll(async () => {
    sandbox = await startSandbox()
    stripe = clientOf(sandbox)
    uk = clientOf(sandbox, 'sk_test_sandbox_uk')
  })
  afterAll(() => sandbox.close())
  beforeEach(() => inspect(sandbox, '/reset', { now: '2027-03-01T09:00:00Z' }))

  const open = (more: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
    stripe.checkout.sessions.create({
      mode: 'payment',
      ui_mode: 'elements',
      allowed_payment_method_types: ['card'],
      client_reference_id: 'request-1',
      customer_email: 'ada@b.test',
      line_items: [
        {
          quantity: 1,
          price_data: { currency: 'aud', unit_amount: 12_050, product_data: { name: 'School fees' } },
        },
      ],
      metadata: { on: 'session' },
      payment_intent_data: { metadata: { on: 'intent' } },
      return_url: 'http://portal.test/done?id={CHECKOUT_SESSION_ID}',
      ...more,
    })
  type Session = Stripe.Checkout.Session
  const page = ({ id, client_secret }: Session, step: string, form: Record<string, string>, key?: string) =>
    fromBrowser(sandbox, `/v1/payment_pages/${id}/${step}`, { client_secret: client_secret!, ...form }, key)
  const wallet = (token: string) => ({
    'payment_method_data[type]': 'card',
    'payment_method_data[card][token]': token,
    'payment_method_data[billing_details][name]': 'Ada Byron',
    express_payment_type: 'apple_pay',
  })
  const types = async (client = stripe) =>
    (await client.events.list({ limit: 100 })).data.map(({ type }) => type as string)

  it('is open, with the amount to pay', async () => {
    const session = await open({ expand: ['line_items'] })
    expect(session).toMatchObject({
      id: expect.stringMatching(/^cs_test_\w{58}$/),
      client_secret: expect.stringMatching(new RegExp(`^${session.id}_secret_`)),
      status: 'open',
      payment_status: 'unpaid',
      amount_total: 12_050,
      currency: 'aud',
      payment_intent: null,
      expires_at: session.created + 86_400,
      line_items: { data: [{ description: 'School fees', amount_total: 12_050 }] },
    })
    expect(await stripe.checkout.sessions.retrieve(session.id)).not.toHaveProperty('line_items')
  })

  it('shows a browser only what it needs', async () => {
    const session = await open()
    const { status, body } = await page(session, 'init', {})
    expect([status, body['session']]).toMatchObject([
      200,
      {
        amount_total: 12_050,
        currency: 'aud',
        mode: 'payment',
        status: 'open',
        payment_method_types: ['card'],
        return_url: 'http://portal.test/done?id={CHECKOUT_SESSION_ID}',
        customer_email: 'ada@b.test',
        livemode: false,
        line_items: { data: [{ description: 'School fees' }] },
      },
    ])
    expect(body['session']).not.toHaveProperty('metadata')
    expect(await page(session, 'init', { client_secret: 'cs_test_x_secret_y' })).toMatchObject({
      status: 400,
      body: { error: { param: 'client_secret' } },
    })
  })

  it('is paid by a wallet', async () => {
    const session = await open()
    const done = await page(session, 'confirm', { ...wallet('tok_amex'), expected_amount: '12050' })
    expect(done).toMatchObject({
      status: 200,
      body: { session: { status: 'complete', payment_status: 'paid' } },
    })
    const after = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ['payment_intent.latest_charge', 'payment_intent.payment_method'],
    })
    expect(after).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      client_reference_id: 'request-1',
      metadata: { on: 'session' },
      customer_details: { email: 'ada@b.test', name: 'Ada Byron' },
      payment_intent: {
        amount: 12_050,
        metadata: { on: 'intent' },
        latest_charge: { status: 'succeeded' },
        payment_method: { card: { brand: 'amex', wallet: { type: 'apple_pay' } } },
      },
    })
    expect((await types()).slice(0, 4)).toEqual([
      'checkout.session.completed',
      'payment_intent.succeeded',
      'charge.succeeded',
      'payment_intent.created',
    ])
    expect(await page(session, 'confirm', wallet('tok_visa'))).toMatchObject({ status: 400 })
  })

  it('stays open after a refusal, and continues with the same payment', async () => {
    const session = await open()
    expect(await page(session, 'confirm', wallet('tok_chargeDeclined'))).toMatchObject({
      status: 402,
      body: { error: { code: 'card_declined', payment_intent: { status: 'requires_payment_method' } } },
    })
    const refused = await stripe.checkout.sessions.retrieve(session.id)
    expect(refused.status).toBe('open')
    await page(session, 'confirm', wallet('tok_visa'))
    const after = await stripe.checkout.sessions.retrieve(session.id)
    expect([after.status, idOf(after.payment_intent)]).toEqual(['complete', idOf(refused.payment_intent)])
  })

  it('waits for an authentication', async () => {
    const session = await open()
    const { body } = await page(session, 'confirm', wallet('tok_threeDSecure2Required'))
    const intent = body['payment_intent'] as Stripe.PaymentIntent
    expect([intent.status, (body['session'] as Session).status]).toEqual(['requires_action', 'open'])
    await fromBrowser(sandbox, `/v1/payment_intents/${intent.id}/3ds_result`, {
      client_secret: intent.client_secret!,
      outcome: 'succeeded',
    })
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('complete')
  })

  it('is not paid at another amount', async () => {
    expect(
      await page(await open(), 'confirm', { ...wallet('tok_visa'), expected_amount: '1' }),
    ).toMatchObject({
      status: 400,
      body: { error: { code: 'checkout_amount_mismatch' } },
    })
  })

  it('expires after a day, or on request', async () => {
    const [first, second, third] = [await open(), await open(), await open()]
    await page(third, 'confirm', wallet('tok_visa'))
    expect(await stripe.checkout.sessions.expire(first.id)).toMatchObject({ status: 'expired' })
    await expect(stripe.checkout.sessions.expire(first.id)).rejects.toMatchObject({ statusCode: 400 })
    await inspect(sandbox, '/clock', { advance: 'P1DT1M' })
    expect((await stripe.checkout.sessions.retrieve(second.id)).status).toBe('expired')
    expect((await stripe.checkout.sessions.retrieve(third.id)).status).toBe('complete')
    expect((await types()).filter((type) => type === 'checkout.session.expired').length).toBe(2)
    expect(await page(second, 'confirm', wallet('tok_visa'))).toMatchObject({
      status: 400,
      body: { error: { message: 'This Checkout Session has expired.' } },
    })
  })

  const openSetup = async () => {
    const { id: customer } = await uk.customers.create()
    return uk.checkout.sessions.create({
      mode: 'setup',
      ui_mode: 'elements',
      currency: 'gbp',
      customer,
      allowed_payment_method_types: ['bacs_debit'],
      setup_intent_data: { metadata: { accountId: '7' } },
      return_url: 'http://portal.test/payments/complete',
    })
  }
  const bacs = {
    'payment_method_data[type]': 'bacs_debit',
    'payment_method_data[bacs_debit][sort_code]': '108800',
    'payment_method_data[bacs_debit][account_number]': '00012345',
    'payment_method_data[billing_details][name]': 'Ada Byron',
    'payment_method_data[billing_details][email]': 'ada@b.test',
    'payment_method_data[billing_details][address][line1]': '1 High Street',
    'mandate_data[customer_acceptance][type]': 'online',
    'mandate_data[customer_acceptance][online][infer_from_client]': 'true',
  }

  it('sets up a bank account', async () => {
    const session = await openSetup()
    const done = await page(session, 'confirm', bacs, 'pk_test_sandbox_uk')
    expect(done.body).toMatchObject({
      session: { status: 'complete', payment_status: 'no_payment_required' },
    })
    const after = await uk.checkout.sessions.retrieve(session.id, {
      expand: ['setup_intent.payment_method', 'setup_intent.mandate'],
    })
    expect(after.setup_intent).toMatchObject({
      status: 'succeeded',
      metadata: { accountId: '7' },
      customer: session.customer,
      mandate: { status: 'pending', customer_acceptance: { type: 'online' } },
      payment_method: { customer: session.customer, bacs_debit: { last4: '2345' } },
    })
    expect((await types(uk))[0]).toBe('checkout.session.completed')
  })

  it('that expires during a set-up cancels its intent', async () => {
    const session = await openSetup()
    await inspect(sandbox, '/clock', { advance: 'P2D' })
    const { setup_intent } = await uk.checkout.sessions.retrieve(session.id, { expand: ['setup_intent'] })
    expect(setup_intent).toMatchObject({ status: 'canceled' })
  })

  it('paid from a bank account is complete at once and paid later, or not', async () => {
    const pay = async (account_number: string) => {
      const session = await uk.checkout.sessions.create({
        mode: 'payment',
        ui_mode: 'elements',
        allowed_payment_method_types: ['bacs_debit'],
        line_items: [{ price_data: { currency: 'gbp', unit_amount: 5000, product_data: { name: 'Fees' } } }],
        return_url: 'http://portal.test',
      })
      const form = { ...bacs, 'payment_method_data[bacs_debit][account_number]': account_number }
      await page(session, 'confirm', form, 'pk_test_sandbox_uk')
      return session.id
    }
    const stateOf = async (id: string) => {
      const { status, payment_status } = await uk.checkout.sessions.retrieve(id)
      return [status, payment_status]
    }
    const good = await pay('00012345')
    const bad = await pay('22222227')
    expect([await stateOf(good), await stateOf(bad)]).toEqual([
      ['complete', 'unpaid'],
      ['complete', 'unpaid'],
    ])
    await inspect(sandbox, '/clock', { advance: 'P14D' })
    expect([await stateOf(good), await stateOf(bad)]).toEqual([
      ['complete', 'paid'],
      ['complete', 'unpaid'],
    ])
    expect(await types(uk)).toEqual(
      expect.arrayContaining([
        'checkout.session.async_payment_succeeded',
        'checkout.session.async_payment_failed',
      ]),
    )
  })

  it.each([
    [{ return_url: undefined }, 'return_url'],
    [{ line_items: undefined }, 'line_items'],
    [{ ui_mode: 'hosted_page' as const }, 'ui_mode'],
    [{ customer: 'cus_x' }, 'customer'],
    [{ allowed_payment_method_types: ['bacs_debit' as const] }, 'allowed_payment_method_types'],
  ])('is not opened with %j', async (wish, param) => {
    await expect(open(wish)).rejects.toMatchObject({ statusCode: 400, param })
  })
})
