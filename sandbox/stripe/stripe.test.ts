import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createChanges } from '../changes.ts'
import { createClock } from '../clock/clock.ts'
import { createFaults } from '../faults/faults.ts'
import { createIds } from '../ids.ts'
import { serveProvider } from '../provider.ts'
import { createRequestLog } from '../requests/requests.ts'
import { startSandbox } from '../sandbox.ts'
import type { Sandbox } from '../sandbox.ts'
import { inProcessClient } from './in-process-client.ts'
import { clientOf, inspect, listenForWebhooks } from './stripe-client.ts'
import { createStripe } from './stripe.ts'

describe('Stripe', () => {
  let folder: string
  let sandbox: Sandbox | undefined
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sandbox-stripe-'))
  })
  afterEach(async () => {
    await sandbox?.close()
    sandbox = undefined
    rmSync(folder, { recursive: true })
  })
  const start = async (options: Parameters<typeof startSandbox>[0] = {}) => {
    await sandbox?.close()
    sandbox = await startSandbox(options)
    return sandbox
  }
  const card = { amount: 1000, currency: 'aud', payment_method: 'pm_card_visa', confirm: true }

  it('keeps its state and its schedule over a restart', async () => {
    const stateFile = join(folder, 'state.json')
    const stripe = clientOf(await start({ stateFile }))
    const { id: customer } = await stripe.customers.create({ email: 'ada@b.test' })
    const { id: saved } = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
    const intent = await stripe.paymentIntents.create(card, { idempotencyKey: 'k' })
    const session = await stripe.checkout.sessions.create({
      mode: 'setup',
      ui_mode: 'elements',
      currency: 'aud',
      return_url: 'http://portal.test',
    })
    const overview = await inspect(sandbox!, '/stripe?account=AU')

    const again = clientOf(await start({ stateFile }))
    expect(await inspect(sandbox!, '/stripe?account=AU')).toEqual(overview)
    expect((await again.paymentIntents.create(card, { idempotencyKey: 'k' })).id).toBe(intent.id)
    expect((await again.paymentMethods.list({ customer })).data.map(({ id }) => id)).toEqual([saved])
    await expect(
      again.paymentIntents.create({ ...card, customer, payment_method: saved }),
    ).rejects.toMatchObject({ code: 'card_declined' })
    expect((await again.events.list({ type: 'payment_intent.succeeded' })).data.length).toBe(1)
    await inspect(sandbox!, '/clock', { advance: 'P2D' })
    expect((await again.checkout.sessions.retrieve(session.id)).status).toBe('expired')
  })

  it('sends after a restart what was not sent before', async () => {
    const stateFile = join(folder, 'state.json')
    const listener = await listenForWebhooks()
    const keys = { AU: { webhookUrl: listener.url } }
    await inspect(await start({ stateFile, stripe: keys }), '/faults', {
      provider: 'stripe-webhooks',
      action: 'reorder',
    })
    await clientOf(sandbox!).customers.create()
    await start({ stateFile, stripe: keys })
    await inspect(sandbox!, '/webhooks/flush', {})
    expect(listener.types()).toEqual(['customer.created'])
    await listener.close()
  })

  it('forgets everything at a reset, except its webhook URLs', async () => {
    const listener = await listenForWebhooks()
    const stripe = clientOf(await start({ stripe: { AU: { webhookUrl: listener.url } } }))
    const { id } = await stripe.setupIntents.create()
    await inspect(sandbox!, '/reset', {})
    await expect(stripe.setupIntents.retrieve(id)).rejects.toMatchObject({ statusCode: 404 })
    expect((await stripe.events.list()).data).toEqual([])
    expect((await stripe.setupIntents.create()).id).toBe(id)
    await inspect(sandbox!, '/webhooks/flush', {})
    expect(listener.types()).toContain('setup_intent.created')
    await listener.close()
  })

  it('notices that another process has moved the clock', async () => {
    const clockFile = join(folder, 'clock.json')
    const stripe = clientOf(await start({ clockFile }))
    const { id } = await stripe.checkout.sessions.create({
      mode: 'setup',
      ui_mode: 'elements',
      currency: 'aud',
      return_url: 'http://portal.test',
    })
    writeFileSync(clockFile, JSON.stringify({ offsetMs: 2 * 86_400_000 }))
    expect((await stripe.checkout.sessions.retrieve(id)).status).toBe('expired')
    const [event] = (await stripe.events.list()).data
    expect(event).toMatchObject({ type: 'checkout.session.expired', request: { id: null } })
  })

  it('shows its content, without the secrets', async () => {
    const stripe = clientOf(await start())
    await stripe.paymentIntents.create(card)
    const overview = await inspect(sandbox!, '/stripe?account=AU')
    expect(overview).toMatchObject({
      account: 'AU',
      paymentIntents: [{ status: 'succeeded' }],
      charges: [{ paid: true }],
      paymentMethods: [{ card: { last4: '4242' } }],
    })
    expect(JSON.stringify(overview)).not.toContain('_secret_')
    expect((await inspect(sandbox!, '/stripe?account=NZ')).error).toBe('"account" is AU or UK')
    expect(await inspect(sandbox!, '/stripe?account=UK')).toMatchObject({ paymentIntents: [] })
  })

  it('notifies an open page of changes', async () => {
    const { url } = await start()
    const events = await fetch(`${url}/_sandbox/api/events`)
    const reader = events.body!.pipeThrough(new TextDecoderStream()).getReader()
    await reader.read()
    await clientOf(sandbox!).customers.create()
    expect((await reader.read()).value).toContain('data: stripe\n\n')
    await reader.cancel()
  })

  it('renews a card automatically', async () => {
    const stripe = clientOf(await start())
    const { id: customer } = await stripe.customers.create()
    const { id } = await stripe.paymentMethods.attach('pm_card_visa', { customer })
    await inspect(sandbox!, '/stripe/update-card', { paymentMethod: id, expMonth: 7, expYear: 2040 })
    expect(await stripe.paymentMethods.retrieve(id)).toMatchObject({ card: { exp_month: 7, exp_year: 2040 } })
    expect((await stripe.events.list()).data[0]).toMatchObject({
      type: 'payment_method.automatically_updated',
    })
  })

  it.each([
    [{ expMonth: 13, expYear: 2040 }, '"expMonth" is a month from 1 to 12'],
    [{ expMonth: 7, expYear: 40 }, '"expYear" is a year of four digits'],
  ])('refuses to renew a card until %j', async (expiry, reason) => {
    const stripe = clientOf(await start())
    const { id: customer } = await stripe.customers.create()
    const { id, card } = await stripe.paymentMethods.attach('pm_card_visa', { customer })
    const refused = await inspect(sandbox!, '/stripe/update-card', { paymentMethod: id, ...expiry })
    expect(refused.error).toBe(reason)
    expect((await stripe.paymentMethods.retrieve(id)).card).toEqual(card)
  })

  it('works in process, quickly', async () => {
    const changes = createChanges()
    const ids = createIds('in process')
    const clock = createClock(undefined, changes)
    const faults = createFaults(ids, changes, clock)
    const stripe = createStripe({ clock, ids, faults, changes })
    const requests = createRequestLog(changes)
    const routes = serveProvider(stripe.provider, { faults, requests, clock })
    const client = new Stripe('sk_test_sandbox_au', {
      httpClient: inProcessClient(routes),
      maxNetworkRetries: 0,
      telemetry: false,
    })
    const { id: customer } = await client.customers.create()
    const { id: payment_method } = await client.paymentMethods.attach('pm_card_visa', { customer })
    const before = process.threadCpuUsage()
    for (let count = 0; count < 500; count += 1) {
      await client.paymentIntents.create({ ...card, customer, payment_method, off_session: true })
    }
    const { user, system } = process.threadCpuUsage(before)
    expect((user + system) / 1000 / 500, 'milliseconds for each payment').toBeLessThan(3)
    expect(stripe.merchants[0]!.charges.size()).toBe(500)
    faults.add({ provider: 'stripe', times: 1, action: 'drop' })
    await expect(client.customers.create()).resolves.toHaveProperty('id')
    faults.add({ provider: 'stripe', times: 1, action: 'hang' })
    await expect(client.customers.create()).rejects.toMatchObject({ type: 'StripeConnectionError' })
    stripe.close()
  })
})
