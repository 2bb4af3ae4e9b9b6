import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { cents } from '#domain/money.ts'
import { visaCredit, visaDebit } from '#tools/demo/sources.ts'
import { addPayer, expectSoundLedger, paymentsOf, providerCharges } from '#tools/testing/payments.ts'
import { testServer } from '#tools/testing/server.ts'
import { buildApp } from '../../app/app.ts'
import { readRateLimits } from './limits.ts'

/** The limits of production. */
const server = await testServer({ rateLimits: readRateLimits() })
const { deps, travel } = server
const app = await buildApp(deps)
afterEach(() => expectSoundLedger(server))

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** A family with a working card, a card that is always declined, and a payment request for guests. */
let families = 0
async function family() {
  families += 1
  const id = `limited-${String(families).padStart(24, '0')}`
  const payer = await addPayer(server, {
    sources: [visaDebit(), { ...visaCredit(), providerId: 'pm_card_chargeCustomerFail' }],
    requests: [{ id, amountDue: cents(125_000) }],
  })
  const [good, bad] = payer.sourceIds
  const guestPays = (
    amount: number,
    { key = randomUUID(), source = good, address = elsewhere(), token = payer.token } = {},
  ) =>
    app.inject({
      method: 'POST',
      url: '/api/portal/guest/payments',
      headers: { 'X-Larkwell-Client-Req-Id': key, authorization: `Bearer ${token}` },
      payload: {
        larkwellId: payer.instId,
        shortId: payer.accounts[0]?.shortId,
        email: payer.email,
        repaymentRequestId: id,
        repaymentSourceId: source,
        amount,
        paymentAmountChangeReason: 'UnableToPayFullAmount',
      },
      remoteAddress: address,
    })
  const send = (method: 'GET' | 'POST', url: string, payload: object = {}) =>
    app.inject({
      method,
      url: `/api/portal/customer/${url.replace('ACCOUNT', `account/${payer.accountId}`)}`,
      headers: { authorization: `Bearer ${payer.token}` },
      ...(method === 'POST' && { payload }),
    })
  return { ...payer, requestId: id, good, bad, guestPays, send }
}

let addresses = 0
const elsewhere = () => `10.1.${(addresses += 1) >> 8}.${addresses & 255}`

/** Starts a minute of the clock, so that none begins during the counted calls. */
const atTheMinute = () => travel(minute - (deps.clock().getTime() % minute) + second)

type Answered = { statusCode: number; headers: Record<string, unknown> }

/** `hits` calls get through, whatever the reply, and the next is refused until `withinMs`. */
async function expectLimit(hits: number, withinMs: number, call: (time: number) => Promise<Answered>) {
  for (let time = 1; time <= hits; time += 1)
    expect((await call(time)).statusCode, `try ${time}`).not.toBe(429)
  const { statusCode, headers } = await call(hits + 1)
  expect(statusCode).toBe(429)
  const retryAfter = Number(headers['retry-after'])
  expect(retryAfter).toBeGreaterThan(withinMs / second - 30)
  expect(retryAfter).toBeLessThanOrEqual(withinMs / second)
}

describe('How often a customer may', () => {
  it('read is limited, by session', async () => {
    const [one, other] = [await family(), await family()]
    await atTheMinute()
    await expectLimit(300, minute, () => one.send('GET', 'stripe-pub-key'))
    expect((await one.send('GET', 'ACCOUNT/overview')).json()).toMatchObject({ code: 'rate_limited' })
    expect((await one.send('POST', 'ACCOUNT/payments')).statusCode).toBe(400)
    expect((await other.send('GET', 'stripe-pub-key')).statusCode).toBe(200)
    await travel(minute)
    expect((await one.send('GET', 'stripe-pub-key')).statusCode).toBe(200)
  })

  it('write is limited, by session, refused calls included', async () => {
    const { send } = await family()
    await atTheMinute()
    await expectLimit(60, minute, (time) => send('POST', time % 2 ? 'ACCOUNT/payments' : 'chat'))
    expect((await send('GET', 'stripe-pub-key')).statusCode).toBe(200)
  })

  it('upload files is limited, by account and over both kinds', async () => {
    const { send } = await family()
    const kinds = ['ACCOUNT/invoices/upload', 'ACCOUNT/identification-details/manual']
    await expectLimit(10, hour, (time) => send('POST', kinds[time % 2] ?? ''))
  })

  it('pay is limited, by account, declines included', async () => {
    const { pay, good, bad, accountId } = await family()
    const before = (await providerCharges(server)).length
    await expectLimit(10, 10 * minute, async (time) => {
      const { status, headers } = await pay(time, { source: time % 3 ? good : bad })
      return { statusCode: status, headers: Object.fromEntries(headers) }
    })
    // The refused one left nothing, neither here nor with the provider.
    expect(await paymentsOf(server, accountId)).toHaveLength(10)
    expect((await providerCharges(server)).length - before).toBe(10)
    await travel(10 * minute)
    expect((await pay(12)).status).toBe(200)
  })

  it('open a session for a wallet is limited, by account, except for the open one', async () => {
    const { accountId, instId, token } = await family()
    const open = (amount: number, key: string = randomUUID()) =>
      app.inject({
        method: 'POST',
        url: `/api/portal/customer/account/${accountId}/stripe-checkout-session`,
        headers: { authorization: `Bearer ${token}`, 'X-Larkwell-Client-Req-Id': key },
        payload: { accountId, amount, instId, returnUrl: `${deps.config.portalOrigin}/pay-now` },
      })
    const key = randomUUID()
    await expectLimit(20, 10 * minute, (time) => open(time, time === 20 ? key : undefined))
    expect((await open(20, key)).statusCode).toBe(200)
  })

  it('pay is limited exactly when all come at once', async () => {
    const { pay, accountId } = await family()
    const replies = await Promise.all(Array.from({ length: 15 }, (_, index) => pay(index + 1)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([
      ...Array(10).fill(200),
      ...Array(5).fill(429),
    ])
    expect(await paymentsOf(server, accountId)).toHaveLength(10)
  })

  it('ask for the outcome of a payment is not limited and does not count', async () => {
    const { pay, bad, accountId } = await family()
    const [paid, declined] = [randomUUID(), randomUUID()]
    const first = await pay(1, { key: paid })
    expect((await pay(2, { key: declined, source: bad })).status).toBe(402)
    const again = await Promise.all(Array.from({ length: 12 }, () => pay(1, { key: paid })))
    expect(new Set(again.map(({ body }) => body.paymentId))).toEqual(new Set([first.body.paymentId]))
    for (let sum = 3; sum <= 10; sum += 1) expect((await pay(sum)).status, `payment ${sum}`).toBe(200)
    const late = randomUUID()
    expect((await pay(11, { key: late })).status).toBe(429)
    expect(await pay(1, { key: paid })).toMatchObject({ status: 200, body: first.body })
    expect((await pay(2, { key: declined, source: bad })).status).toBe(402)
    expect((await pay(99, { key: paid })).status).toBe(409)
    expect(await paymentsOf(server, accountId)).toHaveLength(10)
    // The refused one counts as new when it is sent again.
    await travel(10 * minute)
    expect((await pay(11, { key: late })).status).toBe(200)
  })
})

describe('How often a guest may', () => {
  it('pay is limited, by request', async () => {
    const { guestPays, accountId, pay } = await family()
    const first = randomUUID()
    const paid = await guestPays(1, { key: first })
    await expectLimit(4, 10 * minute, (time) => guestPays(time + 1))
    expect(await paymentsOf(server, accountId)).toHaveLength(5)
    // The same payment, and what is left of the request by now.
    const { stillToPay, ...same } = paid.json()
    expect((await guestPays(1, { key: first })).json()).toEqual({
      ...same,
      stillToPay: { ...stillToPay, amount: stillToPay.amount - (2 + 3 + 4 + 5) },
    })
    // The family itself is not limited by what others do with its link.
    expect((await pay(7)).status).toBe(200)
    await travel(10 * minute)
    expect((await guestPays(8)).statusCode).toBe(200)
  })

  it('be declined is limited, by request and day', async () => {
    const { guestPays, good, bad, accountId, email, mobile } = await family()
    // The session of the owner, who pays with a saved method, has ended by then.
    const paysAnew = async () => guestPays(6, { source: good, token: await server.logIn(email, mobile) })
    const declines = async (times: number) => {
      for (let time = 0; time < times; time += 1)
        expect((await guestPays(9, { source: bad })).statusCode).toBe(402)
      await travel(10 * minute)
    }
    await declines(4)
    await declines(5)
    expect((await guestPays(5, { source: good })).statusCode).toBe(200)
    await declines(1)
    const { statusCode, headers } = await paysAnew()
    expect(statusCode).toBe(429)
    // Until the first of them is a day old.
    expect(Number(headers['retry-after'])).toBeGreaterThan((23 * hour + 29 * minute) / second)
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual((23 * hour + 30 * minute) / second)
    expect(await paymentsOf(server, accountId)).toHaveLength(11)
    await travel(23 * hour + 30 * minute)
    expect((await paysAnew()).statusCode).toBe(200)
  })

  it('read a request is limited, by address', async () => {
    const { requestId } = await family()
    const remoteAddress = elsewhere()
    const kinds = ['details', 'breakdown']
    await expectLimit(30, minute, (time) =>
      app.inject({
        url: `/api/portal/guest/payment-page-${kinds[time % 2]}?request=${requestId}&amount=1`,
        remoteAddress,
      }),
    )
  })
})

describe('The owner of a saved method', () => {
  it('unlocks it with the code, whatever other holders of the link try', async () => {
    const { requestId, mobile } = await family()
    const post = (path: string, body: object, address: string, cookie = '') =>
      app.inject({
        method: 'POST',
        url: `/api/portal/guest/${path}`,
        headers: { cookie },
        payload: { repaymentRequestId: requestId, ...body },
        remoteAddress: address,
      })
    const enter = async (code: string, address: string, cookie?: string) =>
      (await post('saved-method-access', { code }, address, cookie)).json<{ code?: string }>().code ??
      'unlocked'
    const ask = async (address: string) => {
      const before = await server.lastMessage()
      const reply = await post('saved-method-code', { contact: '1' }, address)
      expect(reply.statusCode).toBe(200)
      const { code = '' } = await server.message(mobile, 'sms', before)
      return { code, cookie: String(reply.headers['set-cookie']).split(';')[0] ?? '' }
    }
    for (let time = 0; time < 25; time += 1) expect(await enter('123456', elsewhere())).toBe('code_expired')
    // Some have codes sent, which they do not see, and guess.
    for (let time = 0; time < 4; time += 1) {
      const address = elsewhere()
      const { code, cookie } = await ask(address)
      const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
      for (let tries = 0; tries < 6; tries += 1)
        expect(await enter(wrong, address, cookie)).toMatch(/^(invalid_code|code_used_up)$/)
      await travel(31 * second)
    }
    const home = elsewhere()
    const { code, cookie } = await ask(home)
    expect(await enter(code, home, cookie)).toBe('unlocked')
  })
})

describe('An address that tries ten unknown payment requests', () => {
  const read = (request: string, remoteAddress: string) =>
    app.inject({ url: `/api/portal/guest/payment-page-details?request=${request}`, remoteAddress })

  it('is blocked for an hour, for valid ones too, and nobody else is', async () => {
    const { requestId, guestPays, accountId, email, mobile } = await family()
    const address = elsewhere()
    for (let time = 0; time < 9; time += 1) expect((await read(randomUUID(), address)).statusCode).toBe(404)
    expect((await read(requestId, address)).statusCode).toBe(200)
    await travel(59 * minute)
    expect((await read(randomUUID(), address)).statusCode).toBe(404)
    await expectLimit(0, hour, () => read(requestId, address))
    expect((await read(randomUUID(), address)).statusCode).toBe(429)
    expect((await guestPays(1, { address })).statusCode).toBe(429)
    expect(await paymentsOf(server, accountId)).toEqual([])
    expect((await read(requestId, elsewhere())).statusCode).toBe(200)
    await travel(59 * minute)
    expect((await read(requestId, address)).statusCode).toBe(429)
    await travel(minute)
    expect((await read(requestId, address)).statusCode).toBe(200)
    const token = await server.logIn(email, mobile)
    expect((await guestPays(1, { address, token })).statusCode).toBe(200)
  })

  it('is blocked, too, when it guesses at what a family has to pay, and the family is not', async () => {
    const { guestPays, instId, accounts, email, accountId } = await family()
    const address = elsewhere()
    const guess = (amount: number) =>
      app.inject({
        method: 'POST',
        url: '/api/portal/guest/payments',
        headers: { 'X-Larkwell-Client-Req-Id': randomUUID() },
        payload: { larkwellId: instId, shortId: accounts[0]?.shortId, email, amount, token: 'pm_guessed' },
        remoteAddress: address,
      })
    const outcomes = []
    for (let time = 0; time < 60; time += 1) outcomes.push((await guess(1220 + time)).statusCode)
    expect(outcomes).toEqual([...Array(10).fill(404), ...Array(50).fill(429)])
    expect((await guestPays(1250)).statusCode).toBe(200)
    expect(await paymentsOf(server, accountId)).toHaveLength(1)
  })

  it('is blocked on every endpoint, whichever it tried', async () => {
    const { requestId } = await family()
    const address = elsewhere()
    const post = (path: string, body: object) =>
      app.inject({
        method: 'POST',
        url: `/api/portal/guest/${path}`,
        headers: { 'X-Larkwell-Client-Req-Id': randomUUID() },
        payload: body,
        remoteAddress: address,
      })
    const doors = (repaymentRequestId: string) => [
      () =>
        post('stripe-express-checkout-verification', {
          repaymentRequestId,
          amount: 10,
          event: { expressPaymentType: 'apple_pay' },
        }),
      () => post('stripe-payment-success', { repaymentRequestId, checkoutSessionId: 'cs_1' }),
      () =>
        post('stripe-checkout-session', {
          repaymentRequestId,
          amount: 10,
          returnUrl: `${deps.config.portalOrigin}/pay-now`,
        }),
      () =>
        app.inject({
          url: `/api/portal/guest/payment-page-breakdown?request=${repaymentRequestId}&amount=1`,
          remoteAddress: address,
        }),
      () =>
        app.inject({
          url: `/api/portal/guest/payment-outcome?request=${repaymentRequestId}`,
          headers: { 'X-Larkwell-Client-Req-Id': randomUUID() },
          remoteAddress: address,
        }),
      () =>
        app.inject({
          url: `/api/portal/guest/receipt?request=${repaymentRequestId}&payment=${randomUUID()}`,
          remoteAddress: address,
        }),
      () => post('saved-method-code', { repaymentRequestId, contact: '1' }),
      () => post('saved-method-access', { repaymentRequestId, code: '123456' }),
      () =>
        app.inject({
          url: `/api/portal/guest/saved-method-access?request=${repaymentRequestId}`,
          remoteAddress: address,
        }),
      () => read(repaymentRequestId, address),
    ]
    const wrong = [...doors(randomUUID()), ...doors(randomUUID())].slice(0, 10)
    for (const door of wrong) expect((await door()).statusCode).toBe(404)
    for (const door of doors(requestId)) expect((await door()).statusCode).toBe(429)
  })
})
