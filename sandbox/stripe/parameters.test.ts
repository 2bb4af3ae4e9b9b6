import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSandbox } from '../sandbox.ts'
import type { Sandbox } from '../sandbox.ts'
import { clientOf } from './stripe-client.ts'

describe('a request to Stripe', () => {
  let sandbox: Sandbox
  let stripe: Stripe
  beforeAll(async () => {
    sandbox = await startSandbox()
    stripe = clientOf(sandbox)
  })
  afterAll(() => sandbox.close())

  const post = async (path: string, form: Record<string, string>, headers: Record<string, string> = {}) => {
    const reply = await fetch(`${sandbox.url}/v1/${path}`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_sandbox_au', ...headers },
      body: new URLSearchParams(form),
    })
    return { status: reply.status, headers: reply.headers, body: (await reply.json()) as { error: any } }
  }
  const session = { mode: 'payment', return_url: 'http://portal.test' }

  it.each([
    ['payment_intents', { amount: '100', currency: 'aud', colour: 'red' }, 'colour'],
    [
      'payment_intents',
      { amount: '100', currency: 'aud', 'payment_method_types[0]': 'card' },
      'payment_method_types',
    ],
    ['setup_intents', { 'payment_method_types[0]': 'card' }, 'payment_method_types'],
    ['checkout/sessions', { ...session, 'payment_method_types[0]': 'card' }, 'payment_method_types'],
    ['payment_methods', { 'billing_details[planet]': 'Mars' }, 'billing_details[planet]'],
    [
      'payment_intents',
      { amount: '100', currency: 'aud', 'automatic_payment_methods[sofa]': '1' },
      'automatic_payment_methods[sofa]',
    ],
    ['checkout/sessions', { ...session, 'line_items[0][cost]': '1' }, 'line_items[0][cost]'],
  ])('to %s with %j is refused: %s is unknown', async (path, form, param) => {
    const { status, body } = await post(path, form)
    expect([status, body.error]).toMatchObject([
      400,
      {
        type: 'invalid_request_error',
        code: 'parameter_unknown',
        message: `Received unknown parameter: ${param}`,
        param,
      },
    ])
  })

  it.each([
    ['payment_intents', { currency: 'aud' }, 'parameter_missing', 'amount'],
    ['payment_intents', { amount: '12.50', currency: 'aud' }, 'parameter_invalid_integer', 'amount'],
    ['payment_intents', { amount: '100', currency: '' }, 'parameter_invalid_empty', 'currency'],
    ['payment_intents', { amount: '100', currency: 'aud', confirm: 'yes' }, undefined, 'confirm'],
    ['setup_intents', { usage: 'sometimes' }, undefined, 'usage'],
    ['customers', { metadata: 'all' }, undefined, 'metadata'],
    ['customers', { 'metadata[a]': 'b'.repeat(501) }, undefined, 'metadata[a]'],
    ['payment_methods', { type: 'gold' }, undefined, 'type'],
    ['payment_methods', {}, 'parameter_missing', 'type'],
    ['payment_methods/pm_card_visa/attach', {}, 'parameter_missing', 'customer'],
    ['refunds', {}, 'parameter_missing', 'payment_intent'],
    ['checkout/sessions', { ...session, ui_mode: 'custom' }, undefined, 'ui_mode'],
    ['checkout/sessions', { ...session, ui_mode: 'embedded' }, undefined, 'ui_mode'],
    ['checkout/sessions', { ...session, ui_mode: 'hosted' }, undefined, 'ui_mode'],
  ])('to %s with %j is refused with %s at %s', async (path, form, code, param) => {
    const { status, body } = await post(path, form)
    expect(status).toBe(400)
    expect(body.error).toMatchObject({ type: 'invalid_request_error', param })
    expect(body.error.code).toBe(code)
  })

  it('may contain lists of more than twenty entries', async () => {
    const line_items = Array.from({ length: 25 }, (_, index) => ({
      quantity: 1,
      price_data: { currency: 'aud', unit_amount: 100, product_data: { name: `Item ${index}` } },
    }))
    const made = await stripe.checkout.sessions.create({
      mode: 'payment',
      ui_mode: 'elements',
      return_url: 'http://portal.test',
      line_items,
    })
    expect(made.amount_total).toBe(2500)
  })

  it('removes metadata with an empty text and keeps the rest', async () => {
    const { id: customer } = await stripe.customers.create()
    const { id } = await stripe.paymentMethods.attach('pm_card_visa', { customer })
    await stripe.paymentMethods.update(id, { metadata: { a: '1', b: '2' }, billing_details: { name: 'Ada' } })
    const updated = await stripe.paymentMethods.update(id, {
      metadata: { a: '', c: '3' },
      billing_details: { phone: '1' },
    })
    expect(updated).toMatchObject({
      metadata: { b: '2', c: '3' },
      billing_details: { name: 'Ada', phone: '1' },
    })
    expect(updated.metadata).not.toHaveProperty('a')
  })

  it('is answered with a request id and the requested version', async () => {
    const { headers } = await post(
      'customers',
      {},
      { 'stripe-version': '2026-10-28.endive', 'idempotency-key': 'k' },
    )
    expect(headers.get('request-id')).toMatch(/^req_\w{14}$/)
    expect(headers.get('stripe-version')).toBe('2026-10-28.endive')
    expect(headers.get('idempotency-key')).toBe('k')
  })

  describe('needs a key', () => {
    it.each([
      ['a missing one', {}, 401, 'You did not provide an API key.'],
      [
        'an unknown key',
        { authorization: 'Bearer sk_test_somebody_else' },
        401,
        'Invalid API Key provided: sk_test_',
      ],
      [
        'a publishable key',
        { authorization: 'Bearer pk_test_sandbox_au' },
        403,
        'cannot be made with a publishable API key',
      ],
    ])('and not %s', async (_, headers, status, message) => {
      const reply = await fetch(`${sandbox.url}/v1/customers`, { method: 'POST', headers })
      const body = (await reply.json()) as { error: { message: string } }
      expect([reply.status, body.error.message]).toEqual([status, expect.stringContaining(message)])
    })

    it('in either format', async () => {
      const basic = Buffer.from('sk_test_sandbox_uk:').toString('base64')
      const reply = await fetch(`${sandbox.url}/v1/charges`, {
        headers: { authorization: `Basic ${basic}` },
      })
      expect(reply.status).toBe(200)
    })

    it('and sees only its account', async () => {
      const uk = clientOf(sandbox, 'sk_test_sandbox_uk')
      const { id: customer } = await stripe.customers.create()
      const { id } = await stripe.setupIntents.create({ customer })
      await expect(uk.setupIntents.retrieve(id)).rejects.toMatchObject({
        statusCode: 404,
        code: 'resource_missing',
        message: `No such setupintent: '${id}'`,
      })
      await expect(uk.setupIntents.create({ customer })).rejects.toMatchObject({
        statusCode: 400,
        code: 'resource_missing',
        param: 'customer',
      })
      expect((await uk.setupIntents.list()).data).toEqual([])
    })
  })

  it('may use custom keys', async () => {
    const own = await startSandbox({ stripe: { AU: { secretKey: 'sk_test_own' } } })
    expect(await clientOf(own, 'sk_test_own').customers.create()).toHaveProperty('id')
    await expect(clientOf(own).customers.create()).rejects.toMatchObject({ statusCode: 401 })
    await own.close()
  })

  it('from any page may be preflighted', async () => {
    const reply = await fetch(`${sandbox.url}/v1/payment_methods`, { method: 'OPTIONS' })
    expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
  })

  it('to an unknown path gets a readable error', async () => {
    const { status, body } = await post('sofas', {})
    expect([status, body.error.message]).toEqual([
      404,
      expect.stringContaining('Unrecognized request URL (POST: /v1/sofas)'),
    ])
  })
})
