import type Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startSandbox } from '../sandbox.ts'
import type { Sandbox } from '../sandbox.ts'
import { clientOf, inspect } from './stripe-client.ts'

describe('an idempotency key', () => {
  let sandbox: Sandbox
  let stripe: Stripe
  beforeAll(async () => {
    sandbox = await startSandbox()
    stripe = clientOf(sandbox)
  })
  afterAll(() => sandbox.close())
  beforeEach(() => inspect(sandbox, '/reset', {}))

  const wish = { amount: 700, currency: 'aud', payment_method: 'pm_card_visa', confirm: true }
  const pay = (key: string, more: Partial<Stripe.PaymentIntentCreateParams> = {}, client = stripe) =>
    client.paymentIntents.create({ ...wish, ...more }, { idempotencyKey: key })
  const fault = (action: string, more = {}) =>
    inspect(sandbox, '/faults', { provider: 'stripe', method: 'POST', times: 1, action, ...more })
  const count = async () => (await stripe.paymentIntents.list()).data.length
  const headersOf = (answer: { lastResponse: { headers: Record<string, string> } }) =>
    answer.lastResponse.headers
  const intentOf = (answer: object) =>
    'payment_intent' in answer ? (answer.payment_intent as Stripe.PaymentIntent).id : undefined

  it('repeats the first answer', async () => {
    const first = await pay('k')
    const second = await pay('k')
    expect(second).toEqual(first)
    expect(headersOf(first)).not.toHaveProperty('idempotent-replayed')
    expect(headersOf(second)).toMatchObject({ 'idempotent-replayed': 'true', 'idempotency-key': 'k' })
    expect(await count()).toBe(1)
  })

  it('repeats a refusal of the bank', async () => {
    const declined = () => pay('k', { payment_method: 'pm_card_chargeDeclined' })
    const first = await declined().catch((error: Stripe.errors.StripeError) => error)
    const second = await declined().catch((error: Stripe.errors.StripeError) => error)
    expect(intentOf(first)).toMatch(/^pi_/)
    expect(intentOf(second)).toBe(intentOf(first))
    expect(await count()).toBe(1)
  })

  it.each([
    ['other parameters', () => pay('k', { amount: 701 })],
    ['another path', () => stripe.customers.create({}, { idempotencyKey: 'k' })],
  ])('is refused for %s', async (_, other) => {
    await pay('k')
    await expect(other()).rejects.toMatchObject({
      type: 'StripeIdempotencyError',
      statusCode: 400,
      rawType: 'idempotency_error',
    })
  })

  it('belongs to one account', async () => {
    await pay('k')
    const uk = clientOf(sandbox, 'sk_test_sandbox_uk')
    expect(await pay('k', { currency: 'gbp' }, uk)).toMatchObject({ status: 'succeeded', currency: 'gbp' })
  })

  it('does not remember invalid requests or missing authentication', async () => {
    await expect(pay('k', { amount: 1 })).rejects.toMatchObject({ code: 'amount_too_small' })
    await fault('status:429')
    await expect(pay('k')).rejects.toMatchObject({ statusCode: 429 })
    await fault('status:401')
    await expect(pay('k')).rejects.toMatchObject({ statusCode: 401 })
    expect(await pay('k')).toMatchObject({ status: 'succeeded' })
  })

  it('in use is refused until its request is done', async () => {
    await fault('delayMs:150')
    const slow = pay('k')
    await new Promise((resolve) => setTimeout(resolve, 50))
    await expect(pay('k')).rejects.toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' })
    const done = await slow
    expect(await pay('k')).toEqual(done)
    expect(await count()).toBe(1)
  })

  it('finds the work done when its answer was lost', async () => {
    await fault('status:500', { after: true })
    await expect(pay('k')).rejects.toMatchObject({ statusCode: 500, type: 'StripeAPIError' })
    expect(await pay('k')).toMatchObject({ status: 'succeeded' })
    await fault('drop', { after: true })
    expect(await stripe.paymentIntents.create(wish, { maxNetworkRetries: 1 })).toMatchObject({
      status: 'succeeded',
    })
    expect(await count()).toBe(2)
  })

  it('lets unfinished work be done', async () => {
    await fault('status:500')
    await expect(pay('k')).rejects.toMatchObject({ statusCode: 500 })
    expect(await count()).toBe(0)
    expect(await pay('k')).toMatchObject({ status: 'succeeded' })
  })

  it('can keep a failure permanently, with nothing done', async () => {
    await fault('store500')
    await expect(pay('k')).rejects.toMatchObject({ statusCode: 500 })
    await expect(pay('k')).rejects.toMatchObject({
      statusCode: 500,
      headers: { 'idempotent-replayed': 'true' },
    })
    expect(await count()).toBe(0)
    expect(await pay('k2')).toMatchObject({ status: 'succeeded' })
  })

  it('keeps a payment single when its answer could not be expanded', async () => {
    await expect(pay('k', { expand: ['colour'] })).rejects.toMatchObject({ statusCode: 400 })
    await expect(pay('k', { expand: ['colour'] })).rejects.toMatchObject({ statusCode: 400 })
    expect(await count()).toBe(1)
  })

  it('is forgotten after a day', async () => {
    const first = await pay('k')
    await inspect(sandbox, '/clock', { advance: 'PT23H59M' })
    expect((await pay('k')).id).toBe(first.id)
    await inspect(sandbox, '/clock', { advance: 'PT2M' })
    expect((await pay('k')).id).not.toBe(first.id)
  })

  it('has at most 255 characters', async () => {
    await expect(pay('k'.repeat(256))).rejects.toMatchObject({ statusCode: 400 })
  })

  it("makes the SDK's retries harmless", async () => {
    await fault('status:503', { times: 2, after: true })
    expect(await stripe.paymentIntents.create(wish, { maxNetworkRetries: 2 })).toMatchObject({
      status: 'succeeded',
    })
    expect(await count()).toBe(1)
  })
})
