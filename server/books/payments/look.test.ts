import type Stripe from 'stripe'
import { expect, it, vi } from 'vitest'
import { regions } from '#domain/region.ts'
import { addPayer, expectSoundLedger, paymentsOf } from '#tools/testing/payments.ts'
import { testServer } from '#tools/testing/server.ts'
import { lookAtDuePayments } from './look.ts'

const server = await testServer({ stripeTimeoutMs: 1_000 })
const { deps, travel } = server

it('A payment of which the provider says nothing yet does not keep the others waiting', async () => {
  for (const account of regions) await server.sandboxApi('stripe/webhook-endpoint', { account, url: null })
  await server.sandboxApi('faults', {
    provider: 'stripe',
    method: 'POST',
    path: '/v1/payment_intents',
    action: 'status:429',
    times: 2,
  })
  const slow = await addPayer(server)
  const other = await addPayer(server, { school: 'Oakfield School' })
  expect((await slow.pay(21)).status).toBe(202)
  expect((await other.pay(22)).status).toBe(202)
  await travel(70_000)

  let reply = () => {}
  const replied = new Promise<void>((resolve) => (reply = resolve))
  const { AU } = deps.providers.stripe
  const paymentIntents = Object.create(AU.client.paymentIntents, {
    list: {
      async *value(query: object) {
        await replied
        yield* AU.client.paymentIntents.list(query)
      },
    },
  }) as Stripe['paymentIntents']
  const client = Object.create(AU.client, { paymentIntents: { value: paymentIntents } }) as Stripe
  const stripe = { ...deps.providers.stripe, AU: { ...AU, client } }
  const looking = lookAtDuePayments({ ...deps, providers: { ...deps.providers, stripe } })
  await expect.poll(() => paymentsOf(server, other.accountId)).toMatchObject([{ status: 'Succeeded' }])
  reply()
  await looking
})

it('A payment that throws does not keep the others of its batch waiting', async () => {
  // Without webhooks only the job can find out what became of a payment.
  for (const account of regions) await server.sandboxApi('stripe/webhook-endpoint', { account, url: null })
  await server.sandboxApi('faults', {
    provider: 'stripe',
    method: 'POST',
    path: '/v1/payment_intents',
    action: 'status:429',
    times: 2,
  })
  const broken = await addPayer(server)
  const sound = await addPayer(server, { school: 'Oakfield School' })
  expect((await broken.pay(21)).status).toBe(202)
  expect((await sound.pay(22)).status).toBe(202)
  await travel(70_000)

  const fault = new TypeError('a fault of ours')
  const stripe = {
    UK: deps.providers.stripe.UK,
    get AU(): never {
      throw fault
    },
  }
  const logged = vi.spyOn(deps.log, 'error')
  expect(await lookAtDuePayments({ ...deps, providers: { ...deps.providers, stripe } })).toBe(1)
  expect(logged.mock.calls.map(([fields]) => fields)).toMatchObject([{ err: fault, job: 'look-at-payments' }])
  expect(await paymentsOf(server, broken.accountId)).toMatchObject([{ status: 'Unknown' }])
  expect(await paymentsOf(server, sound.accountId)).toMatchObject([{ status: 'Succeeded' }])

  // It was not given up: the next run finds out.
  await travel(10 * 60_000)
  await lookAtDuePayments(deps)
  expect(await paymentsOf(server, broken.accountId)).toMatchObject([{ status: 'Succeeded' }])
  await expectSoundLedger(server)
})
