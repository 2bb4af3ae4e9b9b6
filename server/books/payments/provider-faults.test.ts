import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { regions } from '#domain/region.ts'
import { firstOf } from '#tools/testing/long.ts'
import { addPayer, expectSoundLedger, paymentsOf, providerCharges } from '#tools/testing/payments.ts'
import { testServer } from '#tools/testing/server.ts'
import { lookAtDuePayments } from './look.ts'

const server = await testServer({ stripeTimeoutMs: 1_000 })
const { deps, travel } = server
const minutes = 60_000

const fault = (rule: object) =>
  server.sandboxApi('faults', { provider: 'stripe', method: 'POST', path: '/v1/payment_intents', ...rule })

// Webhooks would tell the outcome before anybody has to ask for it.
for (const account of regions) await server.sandboxApi('stripe/webhook-endpoint', { account, url: null })

beforeEach(async () => {
  await fetch(`${server.sandboxUrl}/_sandbox/api/faults`, { method: 'DELETE' })
})
afterEach(() => expectSoundLedger(server))

describe('A payment whose provider', () => {
  // The provider's library asks a second time by itself, so each fault strikes twice unless it says otherwise.
  const faults: [name: string, rule: object][] = [
    ['breaks the connection after taking it', { action: 'drop', after: true, times: 2 }],
    ['is away', { action: 'status:503', times: 2 }],
    ['answers with half a sentence', { action: 'malformed', times: 2 }],
    ['takes it and never answers', { action: 'hang', after: true, times: 2 }],
    ['never takes it and never answers', { action: 'hang', times: 2 }],
    ['breaks the connection before taking it', { action: 'drop', times: 2 }],
    ['takes it and says that it failed', { action: 'status:500', after: true, times: 2 }],
    ['fails', { action: 'status:500', times: 2 }],
    ['has too much to do', { action: 'status:429', times: 1 }],
    ['does not know our key', { action: 'status:401', times: 1 }],
    ['is too slow', { action: 'delayMs:1500', after: true, times: 2 }],
  ]

  it.each(firstOf(3, faults))('%s is being looked into, and then is taken once', async (_, rule) => {
    const payer = await addPayer(server)
    const before = (await providerCharges(server)).length
    const key = randomUUID()
    await fault(rule)
    const first = await payer.pay(33, { key })
    expect([first.status, first.body]).toMatchObject([202, { status: 'Unknown', amount: 33 }])
    expect(await paymentsOf(server, payer.accountId)).toMatchObject([{ status: 'Unknown' }])

    const meanwhile = await payer.pay(33)
    expect([meanwhile.status, meanwhile.body.code]).toEqual([409, 'payment_in_progress'])

    await travel(1.1 * minutes)
    const again = await payer.pay(33, { key })
    expect([again.status, again.body]).toMatchObject([200, { status: 'Succeeded', amount: 33 }])
    expect((await providerCharges(server)).length).toBe(before + 1)
    expect(await paymentsOf(server, payer.accountId)).toMatchObject([{ status: 'Succeeded' }])
    const mail = await server.message(payer.email, 'email')
    expect(mail.text).toContain('33.00')
  })

  it('stumbles once is taken at the second asking, and nobody notices', async () => {
    const payer = await addPayer(server)
    await fault({ action: 'drop', after: true, times: 1 })
    expect(await payer.pay(34)).toMatchObject({ status: 200, body: { status: 'Succeeded' } })
  })

  it('remembers a failure for ever is never charged anew, and ends with people', async () => {
    const payer = await addPayer(server)
    const key = randomUUID()
    await fault({ action: 'store500', times: 1 })
    expect((await payer.pay(35, { key })).status).toBe(202)
    for (let day = 0; day < 9; day += 1) {
      await travel(24 * 60 * minutes)
      await lookAtDuePayments(deps)
    }
    const [payment] = await paymentsOf(server, payer.accountId)
    expect(payment?.status).toBe('Failed')
    expect((await payer.pay(35, { key })).status).toBe(401)
    const token = await server.logIn(payer.email, payer.mobile)
    expect((await payer.pay(35, { key, token })).body.code).toBe('payment_declined')
  })

  it('declines after a silence is told to the payer by mail, since they have left the page', async () => {
    const payer = await addPayer(server)
    await fault({ action: 'status:503', times: 2 })
    expect((await payer.pay(36)).status).toBe(202)
    await fault({ action: 'decline:insufficient_funds', times: 1 })
    await travel(1.1 * minutes)
    await lookAtDuePayments(deps)
    expect(await paymentsOf(server, payer.accountId)).toMatchObject([{ status: 'Failed' }])
    const mail = await server.message(payer.email, 'email')
    expect(mail.text).toContain('insufficient funds')
  })

  it('was asked by a janitor of each of two processes at the same moment is charged once', async () => {
    const payer = await addPayer(server)
    await fault({ action: 'drop', times: 2 })
    await payer.pay(37)
    await travel(1.1 * minutes)
    await Promise.all([lookAtDuePayments(deps), lookAtDuePayments(deps), lookAtDuePayments(deps)])
    expect(await paymentsOf(server, payer.accountId)).toMatchObject([{ status: 'Succeeded' }])
  })
})
