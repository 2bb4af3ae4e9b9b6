import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { cents } from '#domain/money.ts'
import { addGuest, confirmWallet, lettersOf } from '#tools/testing/guest.ts'
import { firstOf, isLong } from '#tools/testing/long.ts'
import { addPayer, expectSoundLedger, paymentsOf, providerCharges } from '#tools/testing/payments.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../../platform/database/sql.ts'
import { expireRequests } from '../../books/payment-requests/payment-requests.ts'
import { recordSession, returnAddress } from '../../books/checkout-sessions/sessions.ts'
import { insertSession } from '../../books/checkout-sessions/sessions.store.ts'

const server = await testServer()
const { call, deps } = server
const portal = deps.config.portalOrigin

afterEach(() => expectSoundLedger(server))

const addRequest = () => addGuest(server, { amountDue: cents(90_000) })
const confirm = (clientSecret: string, token?: string) => confirmWallet(server, clientSecret, token)
const sessionIn = (clientSecret: string) => clientSecret.split('_secret_')[0] ?? ''
const event = { expressPaymentType: 'apple_pay' }
const changed = { verified: false, message: 'The amount has changed. Please start again.' }
const expired = { verified: false, message: 'This payment session has expired. Please start again.' }

describe('A wallet', () => {
  it('pays a request; return and webhook at the same moment record it once', async () => {
    const { openSession: open, post, accountId, email } = await addRequest()
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

  it('pays no surcharge, also with a card that would have one if it were typed', async () => {
    const guest = await addGuest(server)
    const { body: opened } = await guest.openSession(1250)
    const { session } = await confirm(opened.clientSecret, 'tok_amex')
    const paid = await guest.post('stripe-payment-success', { checkoutSessionId: session })
    expect([paid.status, paid.body]).toMatchObject([200, { amount: 1250, surchargeAmount: 0 }])
    expect((await providerCharges(server)).map(({ amount }) => amount)).toContain(125_000)
    const other = await addGuest(server)
    const typed = await other.pay({ token: await other.card('378282246310005'), amount: 1250 })
    expect(typed.body.surchargeAmount).toBe(16.88)
  })

  it('is recorded by the webhook when the payer never comes back', async () => {
    const { openSession: open, accountId } = await addRequest()
    await confirm((await open(900)).body.clientSecret)
    await expect.poll(() => paymentsOf(server, accountId)).toMatchObject([{ status: 'Succeeded' }])
  })

  it('cannot pay an old sum once another was chosen', async () => {
    const { openSession: open, post } = await addRequest()
    const { body: first } = await open(900)
    await open(500)
    expect((await post('stripe-express-checkout-verification', { amount: 900, event })).body).toEqual({
      verified: false,
      message: 'The amount has changed. Please start again.',
    })
    expect((await confirm(first.clientSecret)).status).toBe(400)
  })

  it('that is declined pays nothing', async () => {
    const { openSession: open, post, accountId } = await addRequest()
    const { session, status } = await confirm((await open(900)).body.clientSecret, 'tok_chargeDeclined')
    expect(status).toBe(402)
    expect((await post('stripe-payment-success', { checkoutSessionId: session })).status).toBe(409)
    expect(await paymentsOf(server, accountId)).toEqual([])
  })

  it('counts for the request of its session, and for no other', async () => {
    const [one, other] = [await addRequest(), await addRequest()]
    const { session } = await confirm((await one.openSession(900)).body.clientSecret)
    const replayed = await other.post('stripe-payment-success', { checkoutSessionId: session })
    expect([replayed.status, replayed.body.code]).toEqual([409, 'session_expired'])
    expect(await paymentsOf(server, other.accountId)).toEqual([])
    expect((await one.post('stripe-payment-success', { checkoutSessionId: 'cs_test_invented' })).status).toBe(
      404,
    )
    expect((await one.post('stripe-payment-success', { checkoutSessionId: session })).status).toBe(200)
  })

  it('is not let on once the request is cancelled', async () => {
    const { openSession: open, post, requestId } = await addRequest()
    await open(900)
    await deps.db.run(sql`
      update payment_request set status = 'Cancelled' where id = ${requestId}`)
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

describe('The session of a wallet', () => {
  const verify = (guest: Awaited<ReturnType<typeof addRequest>>, amount: number, told: object = event) =>
    guest.post('stripe-express-checkout-verification', { amount, event: told })

  it('is the same for an attempt that asks again, and another for a new one, which closes it', async () => {
    const guest = await addRequest()
    const [key, other] = [randomUUID(), randomUUID()]
    const secrets = await Promise.all([1, 2, 3].map(() => guest.openSession(900, key)))
    expect(new Set(secrets.map(({ body }) => body.clientSecret)).size).toBe(1)
    const [first] = secrets
    const second = await guest.openSession(900, other)
    expect(second.body.clientSecret).not.toBe(first?.body.clientSecret)
    expect((await confirm(first?.body.clientSecret)).status).toBe(400)
    expect((await verify(guest, 900)).body.verified).toBe(true)
  })

  it('is the same for an attempt that asks again while the provider still opens it', async () => {
    const guest = await addRequest()
    const slow = { method: 'POST', path: '/v1/checkout/sessions', action: 'delayMs:3000', times: 1 }
    await server.sandboxApi('faults', { provider: 'stripe', ...slow })
    const key = randomUUID()
    const replies = await Promise.all([1, 2, 3].map(() => guest.openSession(900, key)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(replies.map(({ body }) => body.clientSecret)).size).toBe(1)
  })

  it('is written down once by all that have opened it together', async () => {
    const guest = await addRequest()
    for (let round = 0; round < (isLong ? 100 : 10); round += 1) {
      const session = {
        accountId: guest.accountId,
        id: `cs_test_${randomUUID()}`,
        kind: 'Payment' as const,
        requestId: guest.requestId,
        institutionId: null,
        amount: cents(90_000),
        status: 'Open' as const,
        attempt: { accountId: guest.accountId, scope: 'guest' as const, key: randomUUID() },
        change: null,
        createdAt: deps.clock(),
        expiresAt: deps.clock(),
      }
      await Promise.all(Array.from({ length: 8 }, () => insertSession(deps.db, session)))
      const rows = await deps.db.many(sql`
        select status, amount_minor as amount from checkout_session where id = ${session.id}`)
      expect(rows).toEqual([{ status: 'Open', amount: 90_000 }])
    }
  })

  it('of a request that was paid otherwise is closed by the job', async () => {
    const guest = await addRequest()
    const { body } = await guest.openSession(900)
    await deps.db.run(sql`update payment_request set status = 'Paid' where id = ${guest.requestId}`)
    await expireRequests(deps)
    expect((await confirm(body.clientSecret)).status).toBe(400)
  })

  it('keeps why another sum is paid, as it was said last', async () => {
    const guest = await addRequest()
    const key = randomUUID()
    await guest.openSession(400, key, { paymentAmountChangeReason: 'ToPayMore' })
    const { body } = await guest.openSession(400, key, {
      paymentAmountChangeReason: 'Other',
      paymentAmountChangeReasonDescription: 'Half of it is from my sister',
    })
    const { session } = await confirm(body.clientSecret)
    await guest.post('stripe-payment-success', { checkoutSessionId: session })
    const [paid] = await deps.db.many(sql`
      select amount_change_reason as reason, amount_change_description as description from payment
      where account_id = ${guest.accountId} and kind = 'Guest'`)
    expect(paid).toEqual({ reason: 'Other', description: 'Half of it is from my sister' })
    const long = { paymentAmountChangeReason: 'Other', paymentAmountChangeReasonDescription: 'x'.repeat(101) }
    expect((await guest.openSession(400, key, long)).status).toBe(400)
  })

  it('is a new one when the attempt comes back to a sum whose session is closed by now', async () => {
    const guest = await addRequest()
    const key = randomUUID()
    const { body: before } = await guest.openSession(900, key)
    await guest.openSession(500, key)
    const { body: after } = await guest.openSession(900, key)
    expect(after.clientSecret).not.toBe(before.clientSecret)
    expect((await confirm(after.clientSecret)).status).toBe(200)
  })

  it('that expired at the provider is told, and is no payment', async () => {
    const guest = await addRequest()
    const key = randomUUID()
    const { body } = await guest.openSession(900, key)
    await deps.providers.stripe.AU.client.checkout.sessions.expire(sessionIn(body.clientSecret))
    expect((await verify(guest, 900)).body).toEqual(expired)
    // Also once we have heard of it.
    await server.sandboxApi('webhooks/flush')
    await expect
      .poll(() => deps.db.many(sql`select from provider_event where processed_at is null`))
      .toEqual([])
    expect((await verify(guest, 900)).body).toEqual(expired)
    const back = await guest.post('stripe-payment-success', {
      checkoutSessionId: sessionIn(body.clientSecret),
    })
    expect([back.status, back.body.code, back.body.msg]).toEqual([409, 'session_expired', expired.message])
    expect((await guest.openSession(900, key)).body.clientSecret).not.toBe(body.clientSecret)
    expect(await paymentsOf(server, guest.accountId)).toEqual([])
  })

  it('is let on for the sum that it is over, and that the wallet shows', async () => {
    const guest = await addRequest()
    expect((await verify(guest, 900)).body).toEqual(changed)
    await guest.openSession(900)
    expect((await verify(guest, 901)).body).toEqual(changed)
    expect((await verify(guest, 900, { ...event, amount: 899.99 })).body).toEqual(changed)
    expect((await verify(guest, 900, { ...event, amount: '900.00' })).body.verified).toBe(true)
  })

  /** Nobody tells of what happens at the provider meanwhile. */
  async function withoutWebhooks(work: () => Promise<void>) {
    const url = `${server.url}/webhooks/stripe/AU`
    await server.sandboxApi('stripe/webhook-endpoint', { account: 'AU', url: null })
    try {
      await work()
    } finally {
      await server.sandboxApi('stripe/webhook-endpoint', { account: 'AU', url })
    }
  }

  it('that was paid is not opened anew: the payer is shown what they have paid', () =>
    withoutWebhooks(async () => {
      const guest = await addRequest()
      await confirm((await guest.openSession(900)).body.clientSecret)
      const again = await guest.openSession(900)
      expect(again).toMatchObject({ status: 409, body: { code: 'request_paid', payment: { amount: 900 } } })
      expect(await paymentsOf(server, guest.accountId)).toHaveLength(1)
      expect(await lettersOf(server, guest.accountId, 'Receipt')).toHaveLength(1)
    }))

  it.each([
    ['over another sum', sql`amount_minor = 1`],
    ['for another request', sql`payment_request_id = null`],
  ])('that was paid %s than we opened it is recorded as it came, and people are told', async (_, otherwise) =>
    withoutWebhooks(async () => {
      const guest = await addRequest()
      const { session } = await confirm((await guest.openSession(900)).body.clientSecret)
      await deps.db.run(sql`update checkout_session set ${otherwise} where id = ${session}`)
      const logged: unknown[] = []
      const log = { error: (fields: unknown) => logged.push(fields) } as unknown as typeof deps.log
      await recordSession({ ...deps, log }, 'AU', session)
      expect(await paymentsOf(server, guest.accountId)).toMatchObject([
        { status: 'Succeeded', amount: 90_000 },
      ])
      expect(logged).toEqual([{ code: 'session_differs' }])
    }),
  )

  it('of which our own row was lost is found by what the provider keeps of it', async () => {
    const guest = await addRequest()
    const { body } = await guest.openSession(900)
    await deps.db.run(sql`delete from checkout_session where id = ${sessionIn(body.clientSecret)}`)
    const { session } = await confirm(body.clientSecret)
    await server.sandboxApi('webhooks/flush')
    await expect
      .poll(() => paymentsOf(server, guest.accountId))
      .toMatchObject([{ status: 'Succeeded', amount: 90_000 }])
    expect((await guest.post('stripe-payment-success', { checkoutSessionId: session })).status).toBe(200)
  })

  it.each(firstOf(1, ['both at once', 'return first', 'webhook first']))(
    'is one payment and one receipt: %s',
    async (order) => {
      const guest = await addRequest()
      const before = (await providerCharges(server)).length
      const { session } = await confirm((await guest.openSession(900)).body.clientSecret)
      const back = () => guest.post('stripe-payment-success', { checkoutSessionId: session })
      const told = () => recordSession(deps, 'AU', session)
      if (order === 'return first') await back()
      if (order === 'webhook first') await told()
      await Promise.all([back(), told(), back(), told()])
      await server.sandboxApi('webhooks/flush')
      expect((await back()).body).toMatchObject({ status: 'Succeeded', amount: 900 })
      expect(await paymentsOf(server, guest.accountId)).toHaveLength(1)
      expect(await lettersOf(server, guest.accountId, 'Receipt')).toHaveLength(1)
      expect((await providerCharges(server)).length).toBe(before + 1)
    },
  )
})

describe('The wallet of a parent', () => {
  async function parent() {
    const payer = await addPayer(server)
    const path = `/api/portal/customer/account/${payer.accountId}`
    const post = (rest: string, body: object, key: string = randomUUID()) =>
      call(`POST ${path}/${rest}`, {
        token: payer.token,
        body,
        headers: { 'X-Larkwell-Client-Req-Id': key },
      })
    const open = (amount: number, key?: string) =>
      post(
        'stripe-checkout-session',
        { accountId: payer.accountId, amount, instId: payer.instId, returnUrl: `${portal}/pay-now` },
        key,
      )
    const verify = (clientSecret: string, amount: number, instId = payer.instId) =>
      post('stripe-express-checkout-verification', {
        checkoutSessionId: sessionIn(clientSecret),
        amount,
        instId,
        event,
      })
    return { ...payer, post, open, verify }
  }

  it('is let on for its own account, school and sum, while its session is open', async () => {
    const [one, other] = [await parent(), await parent()]
    const guest = await addRequest()
    const { clientSecret } = (await one.open(75)).body
    expect((await one.verify(clientSecret, 75)).body).toEqual({ verified: true, message: null })
    expect((await one.verify(clientSecret, 76)).body).toEqual(changed)
    expect((await one.verify(clientSecret, 75, randomUUID())).body).toEqual(changed)
    expect((await other.verify(clientSecret, 75)).body).toEqual(expired)
    expect((await one.verify('cs_test_invented', 75)).body).toEqual(expired)
    expect((await one.verify((await guest.openSession(900)).body.clientSecret, 900)).body).toEqual(expired)
    await deps.providers.stripe.AU.client.checkout.sessions.expire(sessionIn(clientSecret))
    expect((await one.verify(clientSecret, 75)).body).toEqual(expired)
  })

  it('cannot pay any more once a saved method does, and neither pays twice under one name', async () => {
    const one = await parent()
    const { clientSecret } = (await one.open(75)).body
    expect((await one.pay(75)).status).toBe(200)
    expect((await confirm(clientSecret)).status).toBe(400)
    const key = randomUUID()
    const { session } = await confirm((await one.open(80, key)).body.clientSecret)
    expect((await one.pay(80)).body).toMatchObject({ code: 'payment_in_progress', payment: { amount: 80 } })
    await one.post('stripe-payment-success', { checkoutSessionId: session }, key)
    expect((await one.pay(80, { key })).body.code).toBe('request_id_reused')
    expect(await paymentsOf(server, one.accountId)).toHaveLength(2)
  })

  it('has one open session for a school: a second closes the first, and the same attempt has the same', async () => {
    const one = await parent()
    const key = randomUUID()
    const [first, again] = [await one.open(75, key), await one.open(75, key)]
    expect(again.body).toEqual(first.body)
    const second = await one.open(80)
    expect((await confirm(first.body.clientSecret)).status).toBe(400)
    expect((await confirm(second.body.clientSecret)).status).toBe(200)
  })

  it('is known by its attempt, and is shown to nobody else', async () => {
    const [one, other] = [await parent(), await parent()]
    const key = randomUUID()
    const { session } = await confirm((await one.open(75, key)).body.clientSecret)
    const outcome = ({ accountId, token }: typeof one) =>
      call(`GET /api/portal/customer/account/${accountId}/payment-outcome`, {
        token,
        headers: { 'X-Larkwell-Client-Req-Id': key },
      })
    expect(await outcome(one)).toMatchObject({ status: 200, body: { status: 'Succeeded', amount: 75 } })
    expect((await outcome(other)).status).toBe(404)
    expect((await other.post('stripe-payment-success', { checkoutSessionId: session })).body.code).toBe(
      'session_expired',
    )
    expect((await one.post('stripe-payment-success', { checkoutSessionId: 'cs_invented' })).status).toBe(404)
    expect(await paymentsOf(server, one.accountId)).toMatchObject([{ kind: 'Early', status: 'Succeeded' }])
  })

  it('and every other way to pay is closed to staff who look through a customer’s eyes', async () => {
    const one = await parent()
    await deps.db.run(sql`
        update session set impersonator_email = 'staff.support@demo.example' where customer_id = ${one.customerId}`)
    for (const rest of [
      'payments',
      'stripe-checkout-session',
      'stripe-payment-success',
      'stripe-express-checkout-verification',
    ]) {
      const reply = await one.post(rest, { accountId: one.accountId, amount: 75, instId: one.instId })
      expect([reply.status, reply.body.code], rest).toEqual([403, 'not_by_staff'])
      expect(reply.body.msg, rest).toBe('You are in this account as staff. Only the family can pay.')
    }
  })
})

describe('The address a payer returns to', () => {
  it('is ours, with what the page needs to know', () => {
    expect(returnAddress('https://p.example', 'https://p.example/pay-now?request=a%20b#x')).toBe(
      'https://p.example/pay-now?request=a+b&success=true&checkout-session-id={CHECKOUT_SESSION_ID}',
    )
  })

  const hostile = [
    '',
    ' ',
    '/pay-now',
    'pay-now',
    '?request=1',
    '//evil.example/pay-now',
    '///evil.example/pay-now',
    '/\\\\evil.example/pay-now',
    '\\\\\\\\evil.example/pay-now',
    'https://evil.example/pay-now',
    'HTTPS://EVIL.EXAMPLE/pay-now',
    'https://p.example.evil.example/pay-now',
    'https://evilp.example/pay-now',
    'https://sub.p.example/pay-now',
    'https://p.example@evil.example/pay-now',
    'https://p.example:x@evil.example/pay-now',
    'https://p.example%40evil.example/pay-now',
    'https://user@p.example/pay-now',
    'https://user:secret@p.example/pay-now',
    'https://:secret@p.example/pay-now',
    'http://p.example/pay-now',
    'https://p.example:444/pay-now',
    'https://p.example:80/pay-now',
    'ftp://p.example/pay-now',
    'https://p.example/',
    'https://p.example',
    'https://p.example/login',
    'https://p.example/pay-nowhere',
    'https://p.example/PAY-NOW',
    'https://p.example/pay-now/../login',
    'https://p.example/pay-now/%2e%2e/login',
    'https://p.example/pay-now/..%2flogin',
    'https://p.example/pay-now//evil.example',
    'https://p.example/pay-now%2f',
    'https://p.example//pay-now',
    'https://p.example/%70ay-now',
    'https://p。example.evil。example/pay-now',
    'https://p．example／.evil.example/pay-now',
    'https://evil.example#https://p.example/pay-now',
    'https://evil.example?https://p.example/pay-now',
    'javascript:alert(1)//https://p.example/pay-now',
    'JaVaScRiPt:alert(1)',
    'data:text/html,https://p.example/pay-now',
    'blob:https://p.example/pay-now',
    'view-source:https://p.example/pay-now',
    'https:/\\\\evil.example/pay-now',
    'https://p.example\\\\.evil.example/pay-now',
    'https://p.example\\\\@evil.example/pay-now',
  ].map((each) => each.replaceAll('\\\\', '\\'))

  it('is refused when it leads elsewhere', () => {
    for (const url of hostile)
      expect(() => returnAddress('https://p.example', url), url).toThrow('invalid_request')
  })

  it('is refused over HTTP too, at its field, and opens no session', async () => {
    const guest = await addRequest()
    for (const url of firstOf(10, hostile)) {
      const returnUrl = url.replaceAll('https://p.example', portal)
      const reply = await guest.post('stripe-checkout-session', { amount: 900, returnUrl })
      expect([reply.status, Object.keys(reply.body.fields)], returnUrl).toEqual([400, ['returnUrl']])
    }
    const sessions = await deps.db.many(sql`
      select 1 from checkout_session where account_id = ${guest.accountId}`)
    expect(sessions).toEqual([])
  })
})
