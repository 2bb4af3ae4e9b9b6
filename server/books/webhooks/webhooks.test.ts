import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cents } from '#domain/money.ts'
import { visaCredit } from '#tools/demo/sources.ts'
import { addGuest, confirmWallet } from '#tools/testing/guest.ts'
import { isLong } from '#tools/testing/long.ts'
import { addPayer, expectSoundLedger, paymentsOf } from '#tools/testing/payments.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../../platform/database/sql.ts'
import { recordFailedItem } from '../../platform/jobs/parked-items.store.ts'
import { listParkedItems } from '../../platform/jobs/parked-items.reads.ts'
import { readBalance } from '../ledger/ledger.reads.ts'
import { remitToSchools } from '../remittances/remittances.ts'
import { collectEvents } from './collect-events.ts'
import { handleEvent, handleForgottenEvents } from './handle-event.ts'

const server = await testServer()
const { deps } = server
const secret = deps.config.stripe.AU.webhookSecret
const { client } = deps.providers.stripe.AU

beforeEach(async () => {
  await fetch(`${server.sandboxUrl}/_sandbox/api/faults`, { method: 'DELETE' })
})
afterEach(() => expectSoundLedger(server))

const send = (payload: string, signature: string, region = 'AU') =>
  fetch(`${server.url}/webhooks/stripe/${region}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body: payload,
  })
const signed = (payload: string, secondsAgo = 0, by = secret) =>
  client.webhooks.generateTestHeaderString({
    payload,
    secret: by,
    timestamp: Math.floor(Date.now() / 1000) - secondsAgo,
  })
const eventBody = (object: object, type = 'payment_intent.succeeded') =>
  JSON.stringify({
    id: `evt_${randomUUID().replaceAll('-', '')}`,
    object: 'event',
    type,
    created: Math.floor(deps.clock().getTime() / 1000),
    data: { object },
  })
/** Stores an event as a webhook would, without a job that handles it. */
const storeUnhandled = async (object: object, kind: string) => {
  const body = eventBody(object, kind)
  const { id } = JSON.parse(body) as { id: string }
  await deps.db.run(sql`
    insert into provider_event (id, provider, region, kind, body, happened_at, received_at)
    values (${id}, 'stripe', 'AU', ${kind}, ${body}, ${deps.clock()}, ${deps.clock()})`)
  return id
}
const stored = () => deps.db.first<{ count: number }>(sql`select count(*) as count from provider_event`)
const allHandled = async () => {
  await server.sandboxApi('webhooks/flush')
  const waiting = () =>
    deps.db.many(sql`select kind, last_error from provider_event where processed_at is null`)
  await expect.poll(waiting).toEqual([])
}

describe('A webhook', () => {
  it.each([
    ['that is 301 seconds old', (body: string) => signed(body, 301)],
    ['that is signed an hour ahead', (body: string) => signed(body, -3600)],
    ['that is signed 301 seconds ahead', (body: string) => signed(body, -303)],
    ['that is signed with another secret', (body: string) => signed(body, 0, 'whsec_other')],
    [
      'that is signed for the other region',
      (body: string) => signed(body, 0, deps.config.stripe.UK.webhookSecret),
    ],
    ['whose body was changed', () => signed('{}')],
    ['that is not signed', () => ''],
    ['whose signature is nonsense', () => 't=abc,v1=00'],
  ])('%s is refused and leaves nothing', async (_, sign) => {
    const before = await stored()
    const body = eventBody({ id: 'pi_1' })
    const reply = await send(body, sign(body))
    expect(reply.status).toBe(400)
    expect(await stored()).toEqual(before)
  })

  it.each([299, -299])('signed %i seconds ago is accepted', async (seconds) => {
    const body = eventBody({ id: 'x' }, 'customer.updated')
    expect((await send(body, signed(body, seconds))).status).toBe(200)
  })

  it('of a kind that we ignore is stored as handled', async () => {
    const body = eventBody({ id: 'x' }, 'a.kind.of.tomorrow')
    expect((await send(body, signed(body))).status).toBe(200)
    await allHandled()
  })

  it('for a region that does not exist is not found', async () => {
    const body = eventBody({ id: 'x' })
    expect((await send(body, signed(body), 'US')).status).toBe(404)
  })

  const times = isLong ? 100 : 20
  it(`is stored once and has one effect when it comes ${times} times at once`, async () => {
    const payer = await addPayer(server, { sources: [visaCredit()] })
    await server.sandboxApi('faults', { provider: 'stripe-webhooks', action: 'lose', times: 100 })
    const { body: payment } = await payer.pay(20)
    const row = await deps.db.first<{ intent: string }>(sql`
      select provider_payment_id as intent from payment where id = ${payment.paymentId}`)
    const body = eventBody({ id: row?.intent })
    const replies = await Promise.all(Array.from({ length: times }, () => send(body, signed(body))))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    const rows = await deps.db.many(sql`select 1 from provider_event where id = ${JSON.parse(body).id}`)
    expect(rows).toHaveLength(1)
    await allHandled()
  })

  it('is stored with its ids only, without secrets and bank numbers', async () => {
    const body = eventBody(
      {
        id: 'seti_1',
        object: 'setup_intent',
        client_secret: 'seti_1_secret_2',
        au_becs_debit: { bsb_number: '000000' },
      },
      'customer.updated',
    )
    expect((await send(body, signed(body))).status).toBe(200)
    const row = await deps.db.first(
      sql`select body from provider_event where id = ${(JSON.parse(body) as { id: string }).id}`,
    )
    expect(row).toEqual({ body: { data: { object: { id: 'seti_1', object: 'setup_intent' } } } })
  })

  it('about an unknown payment waits for it', async () => {
    const intent = await client.paymentIntents.create({
      amount: 500,
      currency: 'aud',
      metadata: { paymentId: randomUUID(), accountId: randomUUID() },
    })
    const id = await storeUnhandled({ id: intent.id }, 'payment_intent.succeeded')
    await expect(handleEvent(deps, id)).rejects.toThrow('does not exist')
    const row = await deps.db.first(sql`select tries, processed_at from provider_event where id = ${id}`)
    expect(row).toMatchObject({ tries: 1, processed_at: null })
    for (const minutes of [2, 2, 11, 61]) {
      expect(await listParkedItems(deps.db)).toEqual([])
      await server.travel(minutes * 60_000)
      await handleForgottenEvents(deps)
    }
    // After that it waits for people.
    expect(await listParkedItems(deps.db)).toMatchObject([
      { work: 'handle-provider-event', item: id, reason: 'the payment of an event does not exist', tries: 4 },
    ])
    await server.travel(24 * 60 * 60_000)
    await handleForgottenEvents(deps)
    expect(await listParkedItems(deps.db)).toMatchObject([{ tries: 4 }])
    await deps.db.run(sql`delete from provider_event where id = ${id}`)
    await deps.db.run(sql`delete from parked_item`)
  })

  it('that arrives before the reply to our call settles the payment, and our reply is the same', async () => {
    const payer = await addPayer(server)
    // The provider charges and sends the webhook, and only then answers our call.
    await server.sandboxApi('faults', {
      provider: 'stripe',
      method: 'POST',
      path: '/v1/payment_intents',
      action: 'delayMs:1500',
      after: true,
    })
    const paying = payer.pay(21)
    await expect.poll(() => paymentsOf(server, payer.accountId)).toMatchObject([{ status: 'Succeeded' }])
    expect(await paying).toMatchObject({ status: 200, body: { status: 'Succeeded' } })
  })
})

describe('Events in any order', () => {
  const permutations = <T>(list: T[]): T[][] =>
    list.length <= 1
      ? [list]
      : list.flatMap((one, index) => permutations(list.toSpliced(index, 1)).map((rest) => [one, ...rest]))

  const kinds = ['payment_intent.succeeded', 'charge.refunded', 'refund.created', 'charge.dispute.created']
  const orders = isLong ? permutations(kinds) : [kinds, kinds.toReversed()]

  it.each(orders)('end in the same state: %s, %s, %s, %s', async (...order) => {
    const payer = await addPayer(server, { sources: [visaCredit()] })
    const before = await readBalance(deps.db, payer.accountId)
    await server.sandboxApi('faults', { provider: 'stripe-webhooks', action: 'lose', times: 1000 })
    // Our own call gets no reply, so that only the events report the outcome.
    await server.sandboxApi('faults', {
      provider: 'stripe',
      method: 'POST',
      path: '/v1/payment_intents',
      action: 'malformed',
      times: 1,
    })
    const { body: payment } = await payer.pay(100)
    expect(payment.status).toBe('Unknown')
    const row = await deps.db.first<{ customer: string }>(sql`
      select provider_customer_id as customer from payment where id = ${payment.paymentId}`)
    const { data: charges } = await client.charges.list({ customer: row?.customer ?? '' })
    const [charge] = charges
    await server.sandboxApi('stripe/refund', { charge: charge?.id, amount: 2500 })
    await server.sandboxApi('stripe/dispute', { charge: charge?.id })
    for (const kind of order) {
      const object =
        kind === 'payment_intent.succeeded'
          ? { id: charge?.payment_intent }
          : { id: 'x', payment_intent: charge?.payment_intent }
      await handleEvent(deps, await storeUnhandled(object, kind))
    }
    const after = await deps.db.first(sql`
      select status, refunded_minor as refunded, disputed_minor as disputed from payment where id = ${payment.paymentId}`)
    expect(after).toEqual({ status: 'Disputed', refunded: 2500, disputed: 7600 })
    expect((await readBalance(deps.db, payer.accountId)) - before).toBe(0)
  })
})

describe('A payment by wallet that has gone back before it is recorded', () => {
  const { sandboxApi } = server
  it.each([
    ['charge.refunded', 'stripe/refund', 'Refunded'],
    ['charge.dispute.created', 'stripe/dispute', 'Disputed'],
  ])('%s waits for its payment, and nothing goes to the school', async (kind, act, status) => {
    await sandboxApi('faults', { provider: 'stripe-webhooks', action: 'lose', times: 1000 })
    const guest = await addGuest(server, { amountDue: cents(90_000) })
    const { session } = await confirmWallet(server, (await guest.openSession(900)).body.clientSecret)
    const { payment_intent: intent } = await client.checkout.sessions.retrieve(session)
    const { data: charges } = await client.charges.list({ payment_intent: intent as string })
    await sandboxApi(act, { charge: charges[0]?.id })
    const back = await storeUnhandled({ id: 'x', payment_intent: intent }, kind)
    await expect(handleEvent(deps, back)).rejects.toThrow('has not arrived')

    await handleEvent(deps, await storeUnhandled({ id: session }, 'checkout.session.completed'))
    expect(await paymentsOf(server, guest.accountId)).toMatchObject([{ status }])
    await handleEvent(deps, back)
    expect(await paymentsOf(server, guest.accountId)).toMatchObject([{ status }])
    await remitToSchools(deps)
    expect(
      await deps.db.many(sql`
        select 1 from remittance_line line
          join payment on payment.account_id = line.account_id and payment.id = line.payment_id
        where line.account_id = ${guest.accountId} and payment.kind = 'Guest'`),
    ).toEqual([])
  })
})

describe('An event', () => {
  it('needs no more of the provider than what it is about', async () => {
    await server.sandboxApi('faults', { provider: 'stripe-webhooks', action: 'lose', times: 1000 })
    const payer = await addPayer(server, { sources: [visaCredit()] })
    await payer.pay(100)
    const intent = await deps.db.value<string>(sql`
      select provider_payment_id from payment
      where account_id = ${payer.accountId} and provider_key is not null`)
    const { data: charges } = await client.charges.list({ payment_intent: intent })
    await server.sandboxApi('stripe/refund', { charge: charges[0]?.id })
    for (const path of ['/v1/disputes', '/v1/payment_intents'])
      await server.sandboxApi('faults', {
        provider: 'stripe',
        method: 'GET',
        path,
        action: 'status:500',
        times: 100,
      })
    await handleEvent(deps, await storeUnhandled({ id: intent }, 'payment_intent.succeeded'))
    expect(await paymentsOf(server, payer.accountId)).toMatchObject([{ status: 'Succeeded' }])
    await handleEvent(deps, await storeUnhandled({ id: 'x', payment_intent: intent }, 'charge.refunded'))
    expect(await paymentsOf(server, payer.accountId)).toMatchObject([{ status: 'Refunded' }])
  })
})

describe('A webhook that is lost for good', () => {
  it('is replaced by fetching the list of events', async () => {
    const payer = await addPayer(server, { sources: [visaCredit()] })
    await payer.pay(100)
    await allHandled()
    const row = await deps.db.first<{ intent: string }>(sql`
      select provider_payment_id as intent from payment
      where account_id = ${payer.accountId} and provider_key is not null`)
    const { data: charges } = await client.charges.list({ payment_intent: row?.intent ?? '' })
    await server.sandboxApi('faults', { provider: 'stripe-webhooks', action: 'lose', times: 100 })
    await server.sandboxApi('stripe/refund', { charge: charges[0]?.id })
    await server.sandboxApi('webhooks/flush')
    expect(await paymentsOf(server, payer.accountId)).toMatchObject([{ status: 'Succeeded' }])
    await server.travel(10 * 60_000)
    expect(await collectEvents(deps)).toBeGreaterThan(0)
    await expect.poll(() => paymentsOf(server, payer.accountId)).toMatchObject([{ status: 'Refunded' }])
    await allHandled()
    expect(await collectEvents(deps)).toBe(0)
  })

  it('is replaced even while another one that failed before is no longer at the provider', async () => {
    await collectEvents(deps)
    const work = 'collect-provider-events-AU'
    const gone = { work, item: 'evt_gone', accountId: null, reason: 'any', isTemporary: false }
    await recordFailedItem(deps.db, { ...gone, now: new Date(deps.clock().getTime() - 5 * 60_000) })
    const payer = await addPayer(server, { sources: [visaCredit()] })
    await server.sandboxApi('faults', { provider: 'stripe-webhooks', action: 'lose', times: 100 })
    await payer.pay(100)
    await server.sandboxApi('webhooks/flush')
    expect(await collectEvents(deps)).toBeGreaterThan(0)
    expect(await deps.db.many(sql`select item, tries from parked_item where work = ${work}`)).toEqual([
      { item: 'evt_gone', tries: 2 },
    ])
    await allHandled()
  })
})
