import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { cents } from '#domain/money.ts'
import { addPayer, expectSoundLedger, paymentsOf } from '#tools/testing/payments.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../database/sql.ts'
import { returnAddress } from './sessions.ts'

const server = await testServer()
const { call, deps } = server
const portal = deps.config.portalOrigin

afterEach(() => expectSoundLedger(server))

let count = 0
async function addRequest() {
  count += 1
  const id = `session-request-${String(count).padStart(16, '0')}`
  const payer = await addPayer(server, { requests: [{ id, amountDue: cents(90_000) }] })
  const post = (path: string, body: object) =>
    call(`POST /api/portal/guest/${path}`, {
      body: { repaymentRequestId: id, ...body },
      headers: { 'X-Larkwell-Client-Req-Id': randomUUID() },
    })
  const open = (amount: number, returnUrl = `${portal}/pay-now?request=${id}`) =>
    post('stripe-checkout-session', { amount, returnUrl })
  return { ...payer, id, post, open }
}

/** What the wallet's sheet does when the payer agrees. */
async function confirm(clientSecret: string, token = 'tok_visa') {
  const [session = ''] = clientSecret.split('_secret_')
  const reply = await fetch(`${server.sandboxUrl}/v1/payment_pages/${session}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${deps.config.stripe.AU.publishableKey}` },
    body: new URLSearchParams({
      client_secret: clientSecret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][token]': token,
      express_payment_type: 'apple_pay',
    }),
  })
  return { session, status: reply.status }
}

describe('A wallet', () => {
  it('pays a request; return and webhook at the same moment record it once', async () => {
    const { open, post, accountId, email } = await addRequest()
    const { body: opened } = await open(900)
    const verified = await post('stripe-express-checkout-verification', {
      amount: 900,
      event: { expressPaymentType: 'apple_pay' },
    })
    expect(verified.body).toEqual({ verified: true, message: null })
    const { session, status } = await confirm(opened.clientSecret)
    expect(status).toBe(200)
    const returns = await Promise.all(
      Array.from({ length: 5 }, () => post('stripe-payment-success', { checkoutSessionId: session })),
    )
    for (const { status: code, body } of returns) {
      expect([code, body]).toMatchObject([
        200,
        { status: 'Succeeded', amount: 900, surchargePercentage: '0%' },
      ])
    }
    await server.sandboxApi('webhooks/flush')
    expect(await paymentsOf(server, accountId)).toMatchObject([{ status: 'Succeeded', kind: 'Guest' }])
    expect((await server.message(email, 'email')).text).toContain('900.00')
  })

  it('is recorded by the webhook when the payer never comes back', async () => {
    const { open, accountId } = await addRequest()
    await confirm((await open(900)).body.clientSecret)
    await expect
      .poll(() => paymentsOf(server, accountId), { timeout: 10_000 })
      .toMatchObject([{ status: 'Succeeded' }])
  })

  it('cannot pay an old sum once another was chosen', async () => {
    const { open, post } = await addRequest()
    const { body: first } = await open(900)
    await open(500)
    const event = { expressPaymentType: 'google_pay' }
    expect((await post('stripe-express-checkout-verification', { amount: 900, event })).body).toEqual({
      verified: false,
      message: 'The amount has changed. Please start again.',
    })
    expect((await confirm(first.clientSecret)).status).toBe(400)
  })

  it('that is declined pays nothing', async () => {
    const { open, post, accountId } = await addRequest()
    const { session, status } = await confirm((await open(900)).body.clientSecret, 'tok_chargeDeclined')
    expect(status).toBe(402)
    expect((await post('stripe-payment-success', { checkoutSessionId: session })).status).toBe(409)
    expect(await paymentsOf(server, accountId)).toEqual([])
  })

  it('counts for the request of its session, and for no other', async () => {
    const [one, other] = [await addRequest(), await addRequest()]
    const { session } = await confirm((await one.open(900)).body.clientSecret)
    expect((await other.post('stripe-payment-success', { checkoutSessionId: session })).status).toBe(404)
    expect((await one.post('stripe-payment-success', { checkoutSessionId: 'cs_test_invented' })).status).toBe(
      404,
    )
    expect((await one.post('stripe-payment-success', { checkoutSessionId: session })).status).toBe(200)
  })

  it('is not let on once the request is paid', async () => {
    const { open, post, id } = await addRequest()
    await open(900)
    await deps.db.run(sql`
      update payment_request set status = 'Cancelled' where id = ${id}`)
    const reply = await post('stripe-express-checkout-verification', {
      amount: 900,
      event: { expressPaymentType: 'apple_pay' },
    })
    expect(reply.body).toEqual({ verified: false, message: 'This payment request was cancelled.' })
    expect((await open(900)).status).toBe(410)
  })

  it('of a customer pays early', async () => {
    const payer = await addPayer(server)
    const path = `/api/portal/customer/account/${payer.accountId}`
    const opened = await call(`POST ${path}/stripe-checkout-session`, {
      token: payer.token,
      body: { accountId: payer.accountId, amount: 75, instId: payer.instId, returnUrl: `${portal}/pay-now` },
    })
    const { session } = await confirm(opened.body.clientSecret)
    const success = await call(`POST ${path}/stripe-payment-success`, {
      token: payer.token,
      body: { checkoutSessionId: session },
      headers: { 'X-Larkwell-Client-Req-Id': randomUUID() },
    })
    expect(success).toMatchObject({ status: 200, body: { status: 'Succeeded', amount: 75 } })
    expect(await paymentsOf(server, payer.accountId)).toMatchObject([{ kind: 'Early' }])
  })
})

describe('The address a payer returns to', () => {
  it('is ours, with what the page needs to know', () => {
    expect(returnAddress('https://p.example', 'https://p.example/pay-now?request=a%20b#x')).toBe(
      'https://p.example/pay-now?request=a+b&success=true&checkout-session-id={CHECKOUT_SESSION_ID}',
    )
  })

  it.each([
    'https://evil.example/pay-now',
    'https://p.example.evil.example/pay-now',
    'https://p.example@evil.example/pay-now',
    'https://user@p.example/pay-now',
    '//evil.example/pay-now',
    '/pay-now',
    'http://p.example/pay-now',
    'https://p.example:444/pay-now',
    'https://p.example/login',
    'https://p.example/pay-nowhere',
    'javascript:alert(1)//https://p.example/pay-now',
    'data:text/html,https://p.example/pay-now',
    'https:/\\evil.example/pay-now',
    'https://p.example\\.evil.example/pay-now',
    ' ',
    '',
  ])('is refused when it leads elsewhere: %s', (url) => {
    expect(() => returnAddress('https://p.example', url)).toThrow('invalid_request')
  })
})
