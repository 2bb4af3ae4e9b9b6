import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { contract } from '#contract/contract.ts'
import { dateIn, formatDate } from '#domain/calendar/calendar.ts'
import { regions } from '#domain/region.ts'
import { amex, bankAccount, visaDebit } from '#tools/demo/sources.ts'
import { addGuest, confirmWallet, lettersOf } from '#tools/testing/guest.ts'
import { firstOf, isLong } from '#tools/testing/long.ts'
import { addPayer, expectSoundLedger, paymentsOf, providerCharges } from '#tools/testing/payments.ts'
import { readPdf } from '#tools/testing/pdf-text.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../../platform/database/sql.ts'
import { lookAtDuePayments } from '../../books/payments/look.ts'

const server = await testServer({ stripeTimeoutMs: 1_000 })
const { call, deps, travel } = server
const minute = 60_000
const schema = contract['GET /api/portal/guest/payment-outcome'].reply
const part = { paymentAmountChangeReason: 'UnableToPayFullAmount' }

const webhooks = async (isOn: boolean) => {
  for (const account of regions) {
    const url = isOn ? `${server.url}/webhooks/stripe/${account}` : null
    await server.sandboxApi('stripe/webhook-endpoint', { account, url })
  }
}
const fault = (rule: object) =>
  server.sandboxApi('faults', { provider: 'stripe', method: 'POST', path: '/v1/payment_intents', ...rule })

// Webhooks would tell the outcome before anybody has to ask for it.
await webhooks(false)
beforeEach(async () => {
  await fetch(`${server.sandboxUrl}/_sandbox/api/faults`, { method: 'DELETE' })
})
afterEach(() => expectSoundLedger(server))

/** A parent or a guest, each with a saved card, a way to pay and a way to ask. */
const payers = {
  guest: async () => {
    const guest = await addGuest(server)
    const [source] = guest.sourceIds
    const pay = (amount: number, key: string) =>
      guest.pay({ repaymentSourceId: source, amount, ...part }, { key })
    return { ...guest, pay, outcome: guest.outcome }
  },
  parent: async () => {
    const parent = await addPayer(server)
    const outcome = (key: string) =>
      call(`GET /api/portal/customer/account/${parent.accountId}/payment-outcome`, {
        token: parent.token,
        headers: { 'X-Larkwell-Client-Req-Id': key },
      })
    return { ...parent, pay: (amount: number, key: string) => parent.pay(amount, { key }), outcome }
  },
}

describe.each(['guest', 'parent'] as const)('What became of an attempt, asked by a %s,', (who) => {
  /** What is the same for both is shown for a guest by default. */
  const ofGuest = it.runIf(isLong || who === 'guest')

  ofGuest('is the payment, as it was told at first, and paying it is not', async () => {
    const { pay, outcome, accountId } = await payers[who]()
    const key = randomUUID()
    expect(await outcome(key)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    const paid = await pay(40, key)
    const asked = await outcome(key)
    expect([asked.status, asked.body]).toEqual([200, paid.body])
    expect(schema.parse(asked.body)).toEqual(asked.body)
    expect(asked.headers.get('idempotent-replayed')).toBeNull()
    expect(await paymentsOf(server, accountId)).toHaveLength(1)
  })

  ofGuest('is that it was declined, and why', async () => {
    const { pay, outcome } = await payers[who]()
    const key = randomUUID()
    await fault({ action: 'decline:insufficient_funds', times: 1 })
    const declined = await pay(41, key)
    expect(declined.status).toBe(402)
    const asked = await outcome(key)
    expect([asked.status, asked.body]).toEqual([402, declined.body])
    expect(asked.body.msg).toBe('Your card has insufficient funds.')
  })

  it('is that it is under way while somebody is at it', async () => {
    const { pay, outcome, accountId } = await payers[who]()
    const key = randomUUID()
    await fault({ action: 'delayMs:300' })
    const paying = pay(42, key)
    await expect.poll(() => paymentsOf(server, accountId)).toHaveLength(1)
    const meanwhile = await outcome(key)
    expect([meanwhile.status, meanwhile.body.code]).toEqual([409, 'payment_in_progress'])
    expect(Number(meanwhile.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await paying).status).toBe(200)
    expect((await outcome(key)).status).toBe(200)
  })

  ofGuest.each(
    firstOf(1, [
      ['lost the answer to what it had taken', { action: 'drop', after: true, times: 2 }],
      ['was away', { action: 'status:503', times: 2 }],
    ] as const),
  )('is unknown after the provider %s, and is settled by asking when it is time', async (_, rule) => {
    const { pay, outcome, accountId, email } = await payers[who]()
    const before = (await providerCharges(server)).length
    const key = randomUUID()
    await fault(rule)
    expect((await pay(43, key)).status).toBe(202)
    expect(await outcome(key)).toMatchObject({ status: 202, body: { status: 'Unknown', amount: 43 } })
    await travel(1.1 * minute)
    const asked = await Promise.all([outcome(key), outcome(key), outcome(key)])
    // One of them looks; the others see what is known until then.
    expect(asked.map(({ status }) => status)).toContain(200)
    expect(await outcome(key)).toMatchObject({ status: 200, body: { status: 'Succeeded', amount: 43 } })
    expect((await providerCharges(server)).length).toBe(before + 1)
    expect(await paymentsOf(server, accountId)).toMatchObject([{ status: 'Succeeded' }])
    expect((await server.message(email, 'email')).text).toContain('43.00')
    expect(await lettersOf(server, accountId, 'Receipt')).toHaveLength(1)
  })

  it('that ends in a no is told on the page, and once by mail', async () => {
    const { pay, outcome, accountId, email } = await payers[who]()
    const key = randomUUID()
    await fault({ action: 'status:503', times: 2 })
    expect((await pay(44, key)).status).toBe(202)
    await fault({ action: 'decline:lost_card', times: 1 })
    await travel(1.1 * minute)
    await lookAtDuePayments(deps)
    expect(await outcome(key)).toMatchObject({ status: 402, body: { msg: 'Your card was declined.' } })
    expect((await server.message(email, 'email')).text).toContain('could not be taken')
    expect(await lettersOf(server, accountId, 'PaymentFailed')).toHaveLength(1)
    expect(await lettersOf(server, accountId, 'Receipt')).toEqual([])
  })

  it('is told by its own payer alone, and needs a name', async () => {
    const [one, other] = [await payers[who](), await payers[who]()]
    const key = randomUUID()
    await one.pay(45, key)
    expect((await other.outcome(key)).status).toBe(404)
    expect((await one.outcome('')).status).toBe(400)
    expect((await one.outcome('short')).status).toBe(400)
  })
})

describe('What became of an attempt', () => {
  it('is told when the request is paid and closed, and is what stands today', async () => {
    const guest = await addGuest(server, {}, { sources: [bankAccount()] })
    const key = randomUUID()
    await guest.pay({ repaymentSourceId: guest.sourceIds[0], amount: 1250 }, { key })
    expect((await guest.outcome(key)).body.status).toBe('Processing')
    await travel(6 * 24 * 60 * minute)
    await lookAtDuePayments(deps)
    // Sending it again returns the first reply; asking for the outcome returns how it ended.
    expect((await guest.outcome(key)).body.status).toBe('Succeeded')
    expect(await guest.row()).toMatchObject({ status: 'Paid' })
    expect(
      (await guest.pay({ repaymentSourceId: guest.sourceIds[0], amount: 1250 }, { key })).body.status,
    ).toBe('Processing')
  })

  it('stays paid after it was refunded', async () => {
    const guest = await addGuest(server)
    const key = randomUUID()
    const { body } = await guest.pay({ repaymentSourceId: guest.sourceIds[0], amount: 1250 }, { key })
    const before = await guest.outcome(key)
    await deps.db.run(sql`update payment set status = 'Refunded' where id = ${body.paymentId}`)
    expect((await guest.outcome(key)).body).toEqual(before.body)
    await deps.db.run(sql`update payment set status = 'Succeeded' where id = ${body.paymentId}`)
  })

  it('of a failed send is mailed when nobody waits for it any more', async () => {
    const parent = await payers.parent()
    const key = randomUUID()
    await fault({ action: 'decline:generic_decline', times: 1 })
    await parent.pay(46, key)
    expect(await lettersOf(server, parent.accountId, 'PaymentFailed')).toEqual([])
    // The process died before it had the answer.
    await deps.db.run(sql`
      update payment set status = 'Sent', failure_code = null, provider_payment_id = null, next_look_at = sent_at
      where account_id = ${parent.accountId} and provider_key is not null`)
    await fault({ action: 'decline:generic_decline', times: 1 })
    await travel(1.1 * minute)
    await lookAtDuePayments(deps)
    expect(await paymentsOf(server, parent.accountId)).toMatchObject([{ status: 'Failed' }])
    expect(await lettersOf(server, parent.accountId, 'PaymentFailed')).toHaveLength(1)
  })

  it('by wallet is told once it is paid, though the payer never came back', async () => {
    const guest = await addGuest(server)
    const key = randomUUID()
    const { body } = await guest.openSession(1250, key)
    expect((await guest.outcome(key)).status).toBe(404)
    await confirmWallet(server, body.clientSecret, 'tok_chargeDeclined')
    expect((await guest.outcome(key)).status).toBe(404)
    await confirmWallet(server, body.clientSecret)
    expect(await guest.outcome(key)).toMatchObject({
      status: 200,
      body: { status: 'Succeeded', amount: 1250 },
    })
    expect((await guest.outcome(key)).status).toBe(200)
    expect(await paymentsOf(server, guest.accountId)).toHaveLength(1)
  })

  it('of an unknown link is not found, and of a known one tells its region too', async () => {
    const guest = await addGuest(server)
    expect(
      (
        await call('GET /api/portal/guest/payment-outcome?request=nobody', {
          headers: { 'X-Larkwell-Client-Req-Id': randomUUID() },
        })
      ).status,
    ).toBe(404)
    expect((await guest.outcome(randomUUID())).headers.get('x-larkwell-region')).toBe('AU')
  })
})

describe('The receipt of a payment', () => {
  const linesOf = async (reply: Response) => {
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    const { pages } = await readPdf(new Uint8Array(await reply.arrayBuffer()))
    return pages.flatMap(({ lines }) => lines).join('\n')
  }
  const today = () => formatDate(dateIn('AU', deps.clock()))

  it("has every part of it, for a guest without the family's name; and so has the mail, to the owner", async () => {
    const guest = await addGuest(server)
    const token = await guest.card('378282246310005')
    const { body } = await guest.pay({ token, amount: 400, ...part })
    const ask = (payment: string, link = guest.link) =>
      fetch(`${server.url}/api/portal/guest/receipt?request=${link}&payment=${payment}`)
    const reply = await ask(body.paymentId)
    const reference = body.paymentId.slice(0, 8).toUpperCase()
    expect(decodeURIComponent(reply.headers.get('x-filename') ?? '')).toBe(
      `Larkwell receipt ${reference}.pdf`,
    )
    const shortId = guest.accounts[0]?.shortId ?? ''
    const parts = [
      'Wattle Grove College',
      shortId,
      today(),
      '$400.00',
      '1.35%',
      '$5.40',
      '$405.40',
      reference,
    ]
    const text = await linesOf(reply)
    for (const each of [...parts, 'American Express ending 0005']) expect(text).toContain(each)
    expect(text).not.toContain('Bennett')
    const mail = await server.message(guest.email, 'email')
    for (const each of [...parts, 'American Express ending 0005']) expect(mail.text).toContain(each)
    expect(await lettersOf(server, guest.accountId, 'Receipt')).toHaveLength(1)

    const other = await addGuest(server)
    expect((await ask(body.paymentId, other.link)).status).toBe(404)
    expect((await ask(body.paymentId, 'nobody')).status).toBe(404)
    for (const wrong of [randomUUID(), 'no-id', "' or 1=1"]) expect((await ask(wrong)).status).toBe(404)
    // Another payment of the same family is none of this link's.
    const path = `POST /api/portal/customer/account/${guest.accountId}/payments`
    const early = await call(path, {
      token: guest.token,
      body: { repaymentSourceId: guest.sourceIds[0], amount: 10, instId: guest.instId },
      headers: { 'X-Larkwell-Client-Req-Id': randomUUID() },
    })
    expect(early.status).toBe(200)
    expect((await ask(early.body.paymentId)).status).toBe(404)
  })

  it('of a parent is theirs alone, and is there once the money has come', async () => {
    const [parent, stranger] = [
      await addPayer(server, { sources: [amex(), bankAccount()] }),
      await addPayer(server),
    ]
    const { body } = await parent.pay(100)
    const path = (id: string, accountId = parent.accountId) =>
      `${server.url}/api/portal/customer/account/${accountId}/payments/${id}/receipt`
    const ask = (url: string, token: string) => fetch(url, { headers: { authorization: `Bearer ${token}` } })
    const text = await linesOf(await ask(path(body.paymentId), parent.token))
    for (const each of [
      'Olivia Bennett',
      '$100.00',
      '1.35%',
      '$1.35',
      '$101.35',
      'American Express ending 0005',
    ])
      expect(text).toContain(each)
    expect((await ask(path(body.paymentId), stranger.token)).status).toBe(403)
    expect((await ask(path(body.paymentId, stranger.accountId), stranger.token)).status).toBe(404)
    const { body: pending } = await parent.pay(90, { source: parent.sourceIds[1] })
    expect(pending.status).toBe('Processing')
    expect((await ask(path(pending.paymentId), parent.token)).status).toBe(404)
  })

  it('and its mail name the wallet, and the sum that was really paid', async () => {
    const guest = await addGuest(server)
    const { body } = await guest.openSession(300)
    const { session } = await confirmWallet(server, body.clientSecret)
    // What we wrote down of the session is not what was paid in it.
    await deps.db.run(sql`update checkout_session set amount_minor = 29000 where id = ${session}`)
    const paid = await guest.post('stripe-payment-success', { checkoutSessionId: session })
    expect(paid).toMatchObject({ status: 200, body: { amount: 300, surchargePercentage: '0%' } })
    const mail = await server.message(guest.email, 'email')
    for (const each of ['$300.00', 'Apple Pay, card ending 4242']) expect(mail.text).toContain(each)
    const url = `${server.url}/api/portal/guest/receipt?request=${guest.link}&payment=${paid.body.paymentId}`
    const text = await linesOf(await fetch(url))
    for (const each of ['$300.00', 'Apple Pay, card ending 4242']) expect(text).toContain(each)
  })

  it('says what a card was that was typed once, even when its answer was lost', async () => {
    const guest = await addGuest(server, {}, { sources: [visaDebit()] })
    const token = await guest.card()
    const key = randomUUID()
    await fault({ action: 'drop', after: true, times: 2 })
    expect((await guest.pay({ token, amount: 1250 }, { key })).status).toBe(202)
    await travel(1.1 * minute)
    await lookAtDuePayments(deps)
    expect(await lettersOf(server, guest.accountId, 'Receipt')).toMatchObject([
      { methodName: 'Visa ending 4242', amount: 125_000, surcharge: 1250 },
    ])
  })
})

describe('A webhook', () => {
  it.each(
    firstOf(1, [
      ['guest', 'drop'],
      ['parent', 'drop'],
      ['guest', 'hang'],
      ['parent', 'hang'],
    ] as const),
  )('settles what is unknown to a %s, and mails once: %s', async (who, action) => {
    const { pay, outcome, accountId } = await payers[who]()
    const key = randomUUID()
    await webhooks(true)
    try {
      await fault({ action, after: true, times: 2 })
      await pay(47, key)
      await server.sandboxApi('webhooks/flush')
      await expect.poll(async () => (await outcome(key)).status).toBe(200)
      expect(await lettersOf(server, accountId, 'Receipt')).toHaveLength(1)
      await travel(1.1 * minute)
      await lookAtDuePayments(deps)
      expect(await lettersOf(server, accountId, 'Receipt')).toHaveLength(1)
    } finally {
      await webhooks(false)
    }
  })
})
