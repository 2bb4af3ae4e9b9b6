import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { cardFormLifeMs } from '#domain/card-entry.ts'
import type { Region } from '#domain/region.ts'
import { confirmCard, enterCard } from '#tools/testing/card-form.ts'
import { addFamily } from '#tools/testing/family.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../../platform/database/sql.ts'
import { markCardEntryUsed, readCardToken, tokenizationUrl } from './card-entry.ts'

const server = await testServer()
const { deps } = server

let families = 0
async function family(region: Region = 'AU') {
  families += 1
  const { accountId } = await addFamily(server, {
    email: `family${families}@demo.example`,
    mobile: null,
    region,
  })
  const open = (paymentRequestId?: string) =>
    tokenizationUrl(deps, { accountId, region, ...(paymentRequestId && { paymentRequestId }) })
  return { accountId, region, open }
}

const sessionOf = (url: string) => new URL(url).searchParams.get('session') ?? ''

async function start(session: string) {
  const reply = await fetch(`${deps.config.cardFrame.origin}/card-frame/setup-intent`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ session }),
  })
  return { status: reply.status, body: (await reply.json()) as Record<string, string> }
}

const entries = (accountId: string) =>
  deps.db.many<{ id: string; setup_intent_id: string; used_at: Date | null }>(
    sql`select id, setup_intent_id, used_at from card_entry where account_id = ${accountId}`,
  )

const expired = { status: 409, body: { code: 'card_form_expired', msg: expect.any(String) } }

describe('The address of a card form', () => {
  it("leads to the frame's own origin, and making it writes nothing", async () => {
    const { accountId, open } = await family()
    const url = await open()
    expect(new URL(url).origin).toBe(deps.config.cardFrame.origin)
    expect(new URL(url).pathname).toBe('/card-frame')
    expect(await entries(accountId)).toEqual([])
  })
})

describe('A card form', () => {
  it('gets one intent, however often and however much at once it asks', async () => {
    const { accountId, open } = await family()
    const session = sessionOf(await open())
    const replies = await Promise.all([start(session), start(session), start(session)])
    replies.push(await start(session))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(replies.map(({ body }) => body['clientSecret'])).size).toBe(1)
    expect(await entries(accountId)).toHaveLength(1)
  })

  it("belongs to the family's one customer at Stripe, and says whose it is", async () => {
    const { accountId, open, region } = await family()
    await start(sessionOf(await open()))
    await start(sessionOf(await open()))
    const made = await entries(accountId)
    const { client } = deps.providers.stripe[region]
    const intents = await Promise.all(made.map((each) => client.setupIntents.retrieve(each.setup_intent_id)))
    expect(new Set(intents.map(({ customer }) => customer)).size).toBe(1)
    expect(intents.map(({ metadata, usage }) => ({ metadata, usage }))).toEqual(
      made.map(({ id }) => ({ metadata: { accountId, cardEntryId: id }, usage: 'off_session' })),
    )
  })

  it('of a guest belongs to a customer of its own', async () => {
    const { accountId, open } = await family()
    await start(sessionOf(await open()))
    await start(sessionOf(await open('request-1')))
    await start(sessionOf(await open('request-1')))
    const customers = await deps.db.many<{ customer: string }>(
      sql`select provider_customer_id as customer from card_entry where account_id = ${accountId}`,
    )
    expect(new Set(customers.map(({ customer }) => customer)).size).toBe(3)
  })

  it.each<Region>(['AU', 'UK'])(
    'of a family in %s is opened in the Stripe account of that region',
    async (region) => {
      const { accountId, open } = await family(region)
      await start(sessionOf(await open()))
      const [entry] = await entries(accountId)
      const find = (of: Region) =>
        deps.providers.stripe[of].client.setupIntents.retrieve(entry!.setup_intent_id)
      await expect(find(region)).resolves.toMatchObject({ id: entry!.setup_intent_id })
      await expect(find(region === 'AU' ? 'UK' : 'AU')).rejects.toMatchObject({ code: 'resource_missing' })
    },
  )

  it.each<[string, (session: string) => string | Promise<string>]>([
    ['nothing readable', () => 'garbage'],
    ['a changed signature', (session) => `${session.slice(0, -4)}AAAA`],
    [
      'a session of the portal',
      () =>
        deps.tokens.sign(
          'session',
          { sub: randomUUID(), sid: 's', email: 'a@b.example', name: 'A', accounts: [] },
          deps.clock(),
          60_000,
        ),
    ],
  ])('is refused with %s', async (_, change) => {
    const { accountId, open } = await family()
    expect(await start(await change(sessionOf(await open())))).toMatchObject(expired)
    expect(await entries(accountId)).toEqual([])
  })

  it.each([[{}], [{ session: 1 }], [{ session: 'a', accountId: 'b' }], [[]], ['text']])(
    'is refused with the body %j',
    async (body) => {
      const reply = await fetch(`${deps.config.cardFrame.origin}/card-frame/setup-intent`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      expect(reply.status).toBe(400)
      expect(await reply.json()).toMatchObject({ code: 'invalid_request' })
    },
  )

  it('opens ten times in ten minutes, and again later', async () => {
    const { open } = await family()
    for (let time = 1; time <= 10; time += 1) expect((await start(sessionOf(await open()))).status).toBe(200)
    const { status, body } = await start(sessionOf(await open()))
    expect([status, body['code']]).toEqual([429, 'rate_limited'])
    // A guest with a request of their own is not held back by it.
    expect((await start(sessionOf(await open('request-2')))).status).toBe(200)
    await server.travel(10 * 60_000)
    expect((await start(sessionOf(await open()))).status).toBe(200)
  })

  it('is told to come back while Stripe is away, and then goes on as if nothing had been', async () => {
    const { accountId, open } = await family()
    const session = sessionOf(await open())
    await fetch(`${server.sandboxUrl}/_sandbox/api/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        provider: 'stripe',
        path: '/v1/setup_intents',
        times: 2,
        action: 'drop',
        after: true,
      }),
    })
    expect(await start(session)).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(await entries(accountId)).toEqual([])
    expect((await start(session)).status).toBe(200)
    expect(await entries(accountId)).toHaveLength(1)
  })
})

describe('The token of a card', () => {
  it.each([
    ['4242424242424242', { brand: 'visa', funding: 'credit', last4: '4242', country: 'US' }],
    ['4000056655665556', { brand: 'visa', funding: 'debit', last4: '5556' }],
    ['5105105105105100', { brand: 'mastercard', funding: 'prepaid', last4: '5100' }],
    ['378282246310005', { brand: 'amex', funding: 'credit', last4: '0005' }],
    ['4000000360000006', { brand: 'visa', last4: '0006', country: 'AU' }],
  ])('%s tells what is known of the card', async (number, known) => {
    const { accountId, open } = await family()
    const token = await enterCard(server, await open(), { number, name: '  Amelia Hart ' })
    const [entry] = await entries(accountId)
    expect(await readCardToken(deps, { accountId, token })).toMatchObject({
      ...known,
      cardEntryId: entry!.id,
      customerId: expect.stringMatching(/^cus_/),
      paymentMethodId: token,
      expiry: '2034-12',
      holderName: 'Amelia Hart',
      fingerprint: expect.any(String),
    })
  })

  it('is used once, no matter who comes first', async () => {
    const { accountId, open } = await family()
    const url = await open()
    const token = await enterCard(server, url)
    const { cardEntryId } = await readCardToken(deps, { accountId, token })
    const use = () =>
      deps.db.transaction((tx) => markCardEntryUsed(tx, { accountId, cardEntryId, now: deps.clock() }))
    expect((await Promise.all([use(), use(), use()])).filter(Boolean)).toHaveLength(1)
    await expect(readCardToken(deps, { accountId, token })).rejects.toMatchObject({
      code: 'card_form_expired',
    })
    expect(await start(sessionOf(url))).toMatchObject(expired)
  })

  it('stays unused when what it was used for did not happen', async () => {
    const { accountId, open } = await family()
    const token = await enterCard(server, await open())
    const { cardEntryId } = await readCardToken(deps, { accountId, token })
    const failing = deps.db.transaction(async (tx) => {
      await markCardEntryUsed(tx, { accountId, cardEntryId, now: deps.clock() })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await expect(readCardToken(deps, { accountId, token })).resolves.toMatchObject({ cardEntryId })
  })

  it('expires', async () => {
    const { accountId, open } = await family()
    const url = await open()
    const token = await enterCard(server, url)
    const { cardEntryId } = await readCardToken(deps, { accountId, token })
    await server.travel(cardFormLifeMs)
    await expect(readCardToken(deps, { accountId, token })).rejects.toMatchObject({
      code: 'card_form_expired',
    })
    expect(await markCardEntryUsed(deps.db, { accountId, cardEntryId, now: deps.clock() })).toBe(false)
    expect(await start(sessionOf(url))).toMatchObject(expired)
  })

  describe('is refused', () => {
    const refusedFor = (accountId: string, token: string, paymentRequestId?: string) =>
      expect(
        readCardToken(deps, { accountId, token, ...(paymentRequestId && { paymentRequestId }) }),
      ).rejects.toMatchObject({ code: 'card_form_expired' })

    it('to another family, even one with an open form', async () => {
      const [mine, theirs] = [await family(), await family()]
      const token = await enterCard(server, await mine.open())
      await start(sessionOf(await theirs.open()))
      await refusedFor(theirs.accountId, token)
      await refusedFor(randomUUID(), token)
    })

    it('for another payment request, and for none', async () => {
      const { accountId, open } = await family()
      const token = await enterCard(server, await open('request-3'))
      await start(sessionOf(await open('request-4')))
      await start(sessionOf(await open()))
      await refusedFor(accountId, token, 'request-4')
      await refusedFor(accountId, token)
      await expect(
        readCardToken(deps, { accountId, token, paymentRequestId: 'request-3' }),
      ).resolves.toMatchObject({ paymentMethodId: token })
    })

    it('when it came from no form at all', async () => {
      const { accountId, open } = await family()
      await start(sessionOf(await open()))
      for (const token of ['pm_card_visa', 'pm_0000000000000000', 'garbage', '../charges'])
        await refusedFor(accountId, token)
    })

    it('while the bank still asks who is there', async () => {
      const { accountId, open } = await family()
      const session = sessionOf(await open())
      const { body } = await start(session)
      const token = await confirmCard(server, session, body['clientSecret'] ?? '', {
        number: '4000002500003155',
      })
      await refusedFor(accountId, token)
    })

    it('when the brand is not accepted, whatever the form was made to do', async () => {
      const { accountId, open } = await family()
      const token = await enterCard(server, await open(), { number: '6011111111111117' })
      await expect(readCardToken(deps, { accountId, token })).rejects.toMatchObject({
        code: 'method_not_allowed',
      })
    })
  })

  it('of a declined card there is none', async () => {
    const { accountId, open } = await family()
    await expect(enterCard(server, await open(), { number: '4000000000000002' })).rejects.toThrow(
      'Your card was declined.',
    )
    expect(await entries(accountId)).toMatchObject([{ used_at: null }])
  })
})
