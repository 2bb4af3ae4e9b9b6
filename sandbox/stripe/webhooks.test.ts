import type Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startSandbox } from '../sandbox.ts'
import type { Sandbox } from '../sandbox.ts'
import { clientOf, inspect, listenForWebhooks } from './stripe-client.ts'
import type { Delivery } from './webhooks.ts'

describe('webhooks', () => {
  let sandbox: Sandbox
  let stripe: Stripe
  let listener: Awaited<ReturnType<typeof listenForWebhooks>>
  beforeAll(async () => {
    sandbox = await startSandbox()
    stripe = clientOf(sandbox)
  })
  afterAll(() => sandbox.close())
  beforeEach(async () => {
    await inspect(sandbox, '/reset', {})
    listener = await listenForWebhooks()
    await inspect(sandbox, '/stripe/webhook-endpoint', { account: 'AU', url: listener.url })
  })
  afterEach(() => listener.close())

  const flush = (wish = {}) => inspect(sandbox, '/webhooks/flush', wish)
  const fault = (action: string, more = {}) =>
    inspect(sandbox, '/faults', { provider: 'stripe-webhooks', times: 1, action, ...more })
  const deliveries = async () =>
    (await inspect(sandbox, '/stripe/webhooks'))['webhooks'] as (Delivery & { body: string })[]
  const verify = (body: string, signature: string) =>
    stripe.webhooks.constructEvent(body, signature, 'whsec_sandbox_au')

  it('go to the URL only for the types of event that it was set up for', async () => {
    const setUp = { account: 'AU', url: listener.url, events: ['setup_intent.*', 'charge.succeeded'] }
    await inspect(sandbox, '/stripe/webhook-endpoint', setUp)
    const { id } = await stripe.customers.create()
    const card = { payment_method: 'pm_card_visa', confirm: true }
    await stripe.paymentIntents.create({ amount: 900, currency: 'aud', ...card })
    await stripe.setupIntents.create({ customer: id })
    await flush()
    expect(listener.types()).toEqual(['charge.succeeded', 'setup_intent.created'])
  })

  it('report events in order, with their data at that time, and signed', async () => {
    const { id: customer } = await stripe.customers.create()
    const intent = await stripe.paymentIntents.create(
      { amount: 900, currency: 'aud', customer, payment_method: 'pm_card_visa', confirm: true },
      { idempotencyKey: 'pay:1' },
    )
    await flush()
    expect(listener.types()).toEqual([
      'customer.created',
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
    ])
    const events = listener.received.map(({ body, signature }) => verify(body, signature))
    expect(events[1]).toMatchObject({
      object: 'event',
      api_version: '2026-10-28.endive',
      livemode: false,
      pending_webhooks: 1,
      request: { id: expect.stringMatching(/^req_/), idempotency_key: 'pay:1' },
      data: { object: { id: intent.id, status: 'requires_confirmation' } },
    })
    expect(events[3]).toMatchObject({ data: { object: { id: intent.id, status: 'succeeded' } } })
    expect(await stripe.events.retrieve(events[3]!.id)).toMatchObject(JSON.parse(JSON.stringify(events[3])))
  })

  it("are signed by real time, whatever the sandbox's clock says", async () => {
    await inspect(sandbox, '/clock', { now: '2031-01-01T00:00:00Z' })
    await stripe.customers.create()
    await flush()
    const [{ body, signature } = { body: '', signature: '' }] = listener.received
    expect(verify(body, signature).created).toBeGreaterThan(Date.parse('2030-12-31') / 1000)
    expect(Math.abs(Number(/t=(\d+)/.exec(signature)?.[1]) - Date.now() / 1000)).toBeLessThan(60)
  })

  it('go only to the account of the event', async () => {
    await clientOf(sandbox, 'sk_test_sandbox_uk').customers.create()
    await flush()
    expect(listener.received).toEqual([])
  })

  it('can come twice', async () => {
    await fault('duplicate')
    await stripe.customers.create()
    await flush()
    expect(new Set(listener.received.map(({ event }) => event.id)).size).toBe(1)
    expect(listener.received.length).toBe(2)
  })

  it('can come in another order', async () => {
    await fault('reorder')
    await stripe.customers.create({ name: 'first' })
    await stripe.customers.create({ name: 'second' })
    await stripe.customers.create({ name: 'third' })
    await flush()
    expect(listener.received.map(({ event }) => (event.data.object as Stripe.Customer).name)).toEqual([
      'second',
      'first',
      'third',
    ])
  })

  it('that are held arrive when everything is flushed', async () => {
    await fault('reorder')
    await stripe.customers.create()
    await flush()
    expect(listener.types()).toEqual(['customer.created'])
  })

  it('can be lost, and resent', async () => {
    await fault('lose', { match: 'payment_intent.succeeded' })
    await stripe.paymentIntents.create({
      amount: 900,
      currency: 'aud',
      payment_method: 'pm_card_visa',
      confirm: true,
    })
    await flush()
    expect(listener.types()).toEqual(['payment_intent.created', 'charge.succeeded'])
    const [lost] = await deliveries()
    expect(lost).toMatchObject({
      type: 'payment_intent.succeeded',
      status: 'lost',
      attempts: [],
      fault: 'lose',
    })
    await inspect(sandbox, `/stripe/webhooks/${lost!.event}/resend`, { times: 2 })
    expect(listener.types().slice(2)).toEqual(['payment_intent.succeeded', 'payment_intent.succeeded'])
  })

  it('can come late', async () => {
    await fault('delayMs:100')
    await stripe.customers.create({ name: 'late' })
    await stripe.customers.create({ name: 'punctual' })
    await flush()
    expect(listener.received.map(({ event }) => (event.data.object as Stripe.Customer).name)).toEqual([
      'punctual',
      'late',
    ])
  })

  it.each([
    ['badSignature', /No signatures found matching/],
    ['oldTimestamp', /outside the tolerance/],
  ])('can come with %s', async (action, reason) => {
    await fault(action)
    await stripe.customers.create()
    await flush()
    const { body, signature } = listener.received[0]!
    expect(() => verify(body, signature)).toThrow(reason)
  })

  it('can come from the future', async () => {
    await fault('futureTimestamp')
    await stripe.customers.create()
    await flush()
    const { signature } = listener.received[0]!
    expect(Number(/t=(\d+)/.exec(signature)?.[1])).toBeGreaterThan(Date.now() / 1000 + 3000)
  })

  it('are resent with the requested signature', async () => {
    await stripe.customers.create()
    await flush()
    const { event } = listener.received[0]!
    await inspect(sandbox, `/stripe/webhooks/${event.id}/resend`, { signature: 'bad' })
    const { body, signature } = listener.received[1]!
    expect(() => verify(body, signature)).toThrow('No signatures found')
    expect((await inspect(sandbox, `/stripe/webhooks/evt_none/resend`, {}))['error']).toContain('no event')
    expect(
      (await inspect(sandbox, `/stripe/webhooks/${event.id}/resend`, { signature: 'odd' }))['error'],
    ).toContain('"signature"')
  })

  it('are retried when they are refused, and then given up', async () => {
    listener.statuses.push(500, 503, 301, 400)
    await stripe.customers.create()
    await flush()
    expect(await deliveries()).toMatchObject([{ status: 'failed', attempts: [{ status: 500 }] }])
    await flush({ retries: true })
    await flush({ retries: true })
    await flush({ retries: true })
    expect(listener.received.length).toBe(4)
    await flush({ retries: true })
    expect(await deliveries()).toMatchObject([
      { status: 'failed', attempts: [{ status: 500 }, { status: 503 }, { status: 301 }, { status: 400 }] },
    ])
  })

  it('are retried automatically', async () => {
    listener.statuses.push(500)
    await stripe.customers.create()
    await expect.poll(async () => (await deliveries())[0]?.status).toBe('delivered')
  })

  it('are kept for later when the receiver is down', async () => {
    await listener.close()
    await stripe.customers.create()
    await flush()
    const [failed] = await deliveries()
    expect(failed).toMatchObject({
      status: 'failed',
      attempts: [{ status: null, error: expect.any(String) }],
    })
    listener = await listenForWebhooks()
    await inspect(sandbox, '/stripe/webhook-endpoint', { account: 'AU', url: listener.url })
    await inspect(sandbox, `/stripe/webhooks/${failed!.event}/resend`, {})
    expect(listener.types()).toEqual(['customer.created'])
  })

  it('are listed as events, by type and by time', async () => {
    await stripe.customers.create()
    await inspect(sandbox, '/clock', { advance: 'P1D' })
    const since = Math.floor(Date.now() / 1000) + 40_000
    await stripe.paymentIntents.create({
      amount: 900,
      currency: 'aud',
      payment_method: 'pm_card_visa',
      confirm: true,
    })
    const typesOf = async (wish: Stripe.EventListParams) =>
      (await stripe.events.list(wish)).data.map(({ type }) => type)
    expect(await typesOf({ type: 'payment_intent.*' })).toEqual([
      'payment_intent.succeeded',
      'payment_intent.created',
    ])
    expect(await typesOf({ types: ['customer.created', 'charge.succeeded'] })).toEqual([
      'charge.succeeded',
      'customer.created',
    ])
    expect(await typesOf({ created: { lt: since } })).toEqual(['customer.created'])
    expect(await typesOf({ created: { gte: since }, limit: 1 })).toEqual(['payment_intent.succeeded'])
  })
})
