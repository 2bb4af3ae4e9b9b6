import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { codeLifeMs } from '#domain/login.ts'
import { codeProofMs } from '#domain/pay-now.ts'
import type { Account } from '#tools/demo/account.ts'
import { addGuest, confirmWallet } from '#tools/testing/guest.ts'
import { expectSoundLedger, paymentsOf } from '#tools/testing/payments.ts'
import { testServer, type Reply } from '#tools/testing/server.ts'
import { linkOf } from '#tools/testing/request-link.ts'
import { addStaff } from '#tools/testing/staff.ts'
import { sql } from '../../platform/database/sql.ts'
import { refusals } from '../../platform/http/refusals.ts'
import { maskedEmail } from '../../books/payment-requests/masking.ts'
import { purge } from '../../people/retention/purge.ts'

const server = await testServer()
const { deps, call } = server
const { token: staff } = await addStaff(server, 'admin')

afterEach(() => expectSoundLedger(server))
// The tests share one address.
beforeEach(() => deps.db.run(sql`delete from rate_limit`))

const gapMs = 30_000

/** A family with a saved card and a request, and a browser that has its link. */
async function addHolder(account: Account = {}) {
  const guest = await addGuest(server, {}, account)
  const saved = { repaymentSourceId: guest.sourceIds[0], amount: 1250 }
  const browser = () => {
    let cookie: string | undefined
    const options = (): { cookie?: string } => (cookie === undefined ? {} : { cookie })
    const note = (reply: Reply) => {
      cookie = reply.headers.get('set-cookie')?.split(';')[0] ?? cookie
      return reply
    }
    const send = async (contact = '1') => note(await guest.post('saved-method-code', { contact }, options()))
    const enter = (code: string) => guest.post('saved-method-access', { code }, options())
    return {
      send,
      enter,
      /** Has a code sent by text message, and reads it. */
      async readCode() {
        const before = await server.lastMessage()
        expect((await send()).status).toBe(200)
        return (await server.message(guest.mobile, 'sms', before)).code ?? ''
      },
      access: async () =>
        (await guest.get('saved-method-access?', cookie === undefined ? {} : { cookie })).body,
      pay: (body: object = {}, key: string = randomUUID()) =>
        guest.payByLink({ ...saved, email: undefined, ...body }, { ...options(), key }),
      cookieFor: (requestId: string) => cookie?.replace(guest.requestId, requestId),
    }
  }
  return { ...guest, saved, browser }
}

const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const outcome = ({ status, body }: Reply) => [status, body.code]

describe('A saved method by link', () => {
  it('is not charged by the link alone, and the page says what to do', async () => {
    const { browser, accountId } = await addHolder()
    const reply = await browser().pay()
    expect(reply.status).toBe(403)
    expect(reply.body).toMatchObject({ code: 'code_needed', msg: refusals.code_needed.msg })
    expect(await paymentsOf(server, accountId)).toEqual([])
  })

  it('is not charged for the masked address that the page shows, with or without a code', async () => {
    const { browser, email, accountId } = await addHolder()
    const one = browser()
    expect((await one.pay({ email: maskedEmail(email) })).status).toBe(403)
    expect((await one.enter(await one.readCode())).status).toBe(200)
    expect(outcome(await one.pay({ email: maskedEmail(email) }))).toEqual([403, 'forbidden'])
    expect(await paymentsOf(server, accountId)).toEqual([])
    expect((await one.pay({ email })).status).toBe(200)
  })

  it('is charged once its owner has entered the code from the text message', async () => {
    const { browser, row, accountId } = await addHolder()
    const one = browser()
    expect(await one.access()).toMatchObject({ isUnlocked: false })
    const code = await one.readCode()
    expect((await one.pay()).body.code).toBe('code_needed')
    expect((await one.enter(code)).status).toBe(200)
    expect(await one.access()).toMatchObject({ isUnlocked: true })
    expect((await one.pay()).status).toBe(200)
    expect(await row()).toMatchObject({ status: 'Paid' })
    const audit = await deps.db.many<{ action: string; kind: string }>(sql`
      select action, actor_kind as kind from audit_event
      where subject_id = ${accountId} and action like 'SavedMethod%' order by at`)
    expect(audit).toEqual([
      { action: 'SavedMethodCodeSent', kind: 'Guest' },
      { action: 'SavedMethodsUnlocked', kind: 'Guest' },
    ])
  })

  it('is charged once its owner has entered the code from the mail', async () => {
    const { browser, email } = await addHolder()
    const one = browser()
    const before = await server.lastMessage()
    const { body } = await one.send('2')
    expect(body).toEqual({ sentTo: { id: '2', channel: 'email', masked: maskedEmail(email) } })
    const mail = await server.message(email, 'email', before)
    expect(mail.text).toContain('$1,250.00')
    const [code = ''] = /\b\d{6}\b/.exec(mail.text) ?? []
    expect((await one.enter(code)).status).toBe(200)
    expect((await one.pay()).status).toBe(200)
  })

  it('shows of its owner no more than the end of the mobile and a masked address', async () => {
    const { browser, email, mobile } = await addHolder()
    const { contacts } = await browser().access()
    expect(contacts).toEqual([
      { id: '1', channel: 'mobile', masked: `ending ${mobile.slice(-3)}` },
      { id: '2', channel: 'email', masked: maskedEmail(email) },
    ])
  })

  it('is charged in the session of its owner, without a code', async () => {
    const { pay, saved, browser, get, token } = await addHolder()
    const access = await get('saved-method-access?', { authorization: `Bearer ${token}` })
    expect(access.body.isUnlocked).toBe(true)
    expect((await browser().access()).isUnlocked).toBe(false)
    expect((await pay({ ...saved, email: undefined })).status).toBe(200)
  })

  it("is not charged in another family's session, nor in one that has ended", async () => {
    const { payByLink, saved, token } = await addHolder()
    const other = await addHolder()
    expect((await payByLink(saved, { token: other.token })).body.code).toBe('code_needed')
    await call('POST /api/auth/customer/logout', { token })
    expect((await payByLink(saved, { token })).body.code).toBe('code_needed')
    expect((await payByLink(saved, { token: 'nonsense' })).body.code).toBe('code_needed')
  })
})

describe('The code', () => {
  it('is refused when it is wrong, and after five wrong tries does not work at all', async () => {
    const { browser } = await addHolder()
    const one = browser()
    const code = await one.readCode()
    for (let time = 1; time <= 4; time += 1)
      expect(outcome(await one.enter(wrongOf(code)))).toEqual([400, 'invalid_code'])
    expect(outcome(await one.enter(wrongOf(code)))).toEqual([400, 'code_used_up'])
    expect(outcome(await one.enter(code))).toEqual([400, 'code_used_up'])
    expect((await one.pay()).body.code).toBe('code_needed')
    await server.travel(gapMs)
    expect((await one.enter(await one.readCode())).status).toBe(200)
  })

  it('expires after five minutes', async () => {
    const { browser } = await addHolder()
    const one = browser()
    const code = await one.readCode()
    await server.travel(codeLifeMs)
    expect(outcome(await one.enter(code))).toEqual([400, 'code_expired'])
  })

  it('is replaced by a newer one', async () => {
    const { browser } = await addHolder()
    const one = browser()
    const first = await one.readCode()
    await server.travel(gapMs)
    const second = await one.readCode()
    if (first !== second) expect((await one.enter(first)).status).toBe(400)
    expect((await one.enter(second)).status).toBe(200)
  })

  it('may be entered twice, by a double click or after a lost reply', async () => {
    const { browser, accountId } = await addHolder()
    const one = browser()
    const code = await one.readCode()
    const replies = await Promise.all([one.enter(code), one.enter(code)])
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    const key = randomUUID()
    const paid = await Promise.all([one.pay({}, key), one.pay({}, key)])
    expect(paid.some(({ status }) => status === 200)).toBe(true)
    expect(await paymentsOf(server, accountId)).toHaveLength(1)
  })

  it('works only in the browser that asked for it, and unlocks only that one', async () => {
    const { browser } = await addHolder()
    const [one, other] = [browser(), browser()]
    const code = await one.readCode()
    expect(outcome(await other.enter(code))).toEqual([400, 'code_expired'])
    expect((await one.enter(code)).status).toBe(200)
    expect((await other.pay()).body.code).toBe('code_needed')
    expect((await one.pay()).status).toBe(200)
  })

  it('unlocks no other request, not even of the same family', async () => {
    const { browser, accountId, requestId, instId } = await addHolder()
    const { body } = await call('POST /api/staff/payment-requests', {
      token: staff,
      body: { accountId, amount: 90, dueOn: '2030-01-01', reason: 'Camp' },
    })
    const one = browser()
    expect((await one.enter(await one.readCode())).status).toBe(200)
    const link = await linkOf(deps, body.id)
    for (const cookie of [one.cookieFor(requestId), one.cookieFor(body.id)]) {
      const reply = await call('POST /api/portal/guest/payments', {
        body: {
          repaymentRequestId: link,
          larkwellId: instId,
          shortId: body.shortId,
          amount: 90,
          repaymentSourceId: (await sourceOf(accountId))?.id,
        },
        headers: { 'X-Larkwell-Client-Req-Id': randomUUID(), cookie: cookie ?? '' },
      })
      expect(outcome(reply)).toEqual([403, 'code_needed'])
    }
  })

  it('unlocks for thirty minutes', async () => {
    const { browser } = await addHolder()
    const one = browser()
    expect((await one.enter(await one.readCode())).status).toBe(200)
    const part = { paymentAmountChangeReason: 'UnableToPayFullAmount' }
    await server.travel(codeProofMs - 60_000)
    expect((await one.pay({ amount: 100, ...part })).status).toBe(200)
    await server.travel(60_000)
    expect(await one.access()).toMatchObject({ isUnlocked: false })
    expect(outcome(await one.pay({ amount: 100, ...part }))).toEqual([403, 'code_needed'])
  })

  it('is kept in the browser out of the reach of scripts, for the calls of guests only', async () => {
    const { browser } = await addHolder()
    const { headers } = await browser().send()
    const cookie = headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(/; Path=\/api\/portal\/guest; Max-Age=2100; HttpOnly; SameSite=Strict/)
  })

  it('is stored as a hash only, wiped from the outbox, and deleted in time', async () => {
    const { browser, accountId } = await addHolder()
    const code = await browser().readCode()
    const rows = () => deps.db.many(sql`select * from saved_method_code where account_id = ${accountId}`)
    expect(JSON.stringify(await rows())).not.toContain(code)
    const outbox = () =>
      deps.db.many(sql`select facts from outbox_message where account_id = ${accountId}
        and kind = 'SavedMethodCode' and facts::text like ${`%${code}%`}`)
    await expect.poll(outbox).toEqual([])
    await purge(deps.db, 'saved method codes', new Date(deps.clock().getTime() + 2 * 24 * 3_600_000))
    expect(await rows()).toEqual([])
  })

  it('is sent again after half a minute, and not more than five times in an hour', async () => {
    const { browser } = await addHolder()
    const one = browser()
    expect((await one.send()).status).toBe(200)
    const soon = await one.send()
    expect(outcome(soon)).toEqual([429, 'code_just_sent'])
    expect(Number(soon.headers.get('retry-after'))).toBeGreaterThan(0)
    // By mail there is nothing to wait for.
    expect((await one.send('2')).status).toBe(200)
    for (let sent = 3; sent <= 5; sent += 1) {
      await server.travel(gapMs)
      expect((await one.send()).status).toBe(200)
    }
    await server.travel(gapMs)
    expect((await one.send()).status).toBe(429)
  })

  it('goes nowhere but to an owner, and not for a link that nobody has', async () => {
    const { post, browser } = await addHolder()
    expect(outcome(await browser().send('9'))).toEqual([403, 'saved_methods_locked'])
    const unknown = { repaymentRequestId: 'no-such-link', contact: '1', code: '123456' }
    const { code: _, ...sent } = unknown
    expect((await post('saved-method-code', sent)).status).toBe(404)
    const { contact: __, ...entered } = unknown
    expect((await post('saved-method-access', entered)).status).toBe(404)
  })
})

describe('A customer who is disabled', () => {
  it('is sent no code, and what they have unlocked is locked again', async () => {
    const { browser, customerId, accountId, details } = await addHolder()
    const one = browser()
    expect((await one.enter(await one.readCode())).status).toBe(200)
    const path = `POST /api/staff/customers/${customerId}/disable`
    expect((await call(path, { token: staff, body: { reason: 'Left' } })).status).toBe(200)
    const reply = await one.pay()
    expect([reply.status, reply.body.msg]).toEqual([403, refusals.saved_methods_locked.msg])
    expect(outcome(await browser().send())).toEqual([403, 'saved_methods_locked'])
    expect((await details()).body.accountInfo.repaymentSources).toEqual([])
    expect((await one.access()).contacts).toEqual([])
    expect(await paymentsOf(server, accountId)).toEqual([])
  })

  it('leaves the link to those who pay with a card of their own', async () => {
    const { customerId, payByLink, card } = await addHolder()
    await call(`POST /api/staff/customers/${customerId}/disable`, { token: staff, body: { reason: 'Left' } })
    expect((await payByLink({ token: await card(), amount: 1250 })).status).toBe(200)
  })
})

describe('The link of a closed account', () => {
  it('pays nothing, and says whom to ask', async () => {
    const { browser, details, accountId, payByLink, card, openSession, post, pay, saved } = await addHolder()
    const one = browser()
    expect((await one.enter(await one.readCode())).status).toBe(200)
    const typed = await card()
    const { body: opened } = await openSession(1250)
    await deps.db.run(sql`update account set status = 'Inactive' where id = ${accountId}`)
    for (const reply of [
      await details(),
      await one.pay(),
      await pay(saved),
      await payByLink({ token: typed, amount: 1250 }),
      await openSession(1250),
      await one.send('2'),
    ])
      expect([reply.status, reply.body.code, reply.body.msg]).toEqual([
        410,
        'account_closed',
        expect.stringContaining('contact your school or us'),
      ])
    const verified = await post('stripe-express-checkout-verification', {
      amount: 1250,
      event: { expressPaymentType: 'apple_pay' },
    })
    expect(verified.body).toEqual({ verified: false, message: refusals.account_closed.msg })
    expect(await paymentsOf(server, accountId)).toEqual([])
    // What a wallet takes all the same is recorded.
    const { session } = await confirmWallet(server, opened.clientSecret)
    expect((await post('stripe-payment-success', { checkoutSessionId: session })).status).toBe(200)
  })
})

describe('Staff', () => {
  it('see no link in any reply about a request, and have it sent to the family instead', async () => {
    const { accountId, email, shortId } = await withShortId(await addHolder())
    const asked = { accountId, amount: 480.5, dueOn: '2030-02-28', isTold: false, reason: 'Camp fees' }
    const made = await call('POST /api/staff/payment-requests', { token: staff, body: asked })
    expect(made.status).toBe(200)
    const { id } = made.body
    const link = await linkOf(deps, id)
    const before = await server.lastMessage()
    const path = `/api/staff/payment-requests/${id}`
    const sent = await call(`POST ${path}/resend`, { token: staff, body: { reason: 'Asked for it' } })
    expect(sent.body).toEqual({ sentTo: 1 })
    expect((await server.message(email, 'email', before)).text).toContain(link)
    const replies = [
      made,
      sent,
      await call(`GET ${path}`, { token: staff }),
      await call(`GET /api/staff/payment-requests?account=${shortId}`, { token: staff }),
      await call(`GET /api/staff/accounts/${accountId}`, { token: staff }),
      ...(await messagesTo(email)),
      await call(`POST ${path}/cancel`, { token: staff, body: { reason: 'Done' } }),
    ]
    for (const { body } of replies) {
      expect(JSON.stringify(body)).not.toContain(link)
      expect(JSON.stringify(body)).not.toContain('payUrl')
    }
  })

  it("in a customer's place see no link and pay by none, whatever staff may charge in the portal", async () => {
    const { accountId, customerId, payByLink, saved, browser, card } = await addHolder()
    const { body } = await call(`POST /api/staff/customers/${customerId}/impersonation`, {
      token: staff,
      body: { reason: 'Helps on the phone' },
    })
    const login = await call('POST /api/auth/customer/token-login', {
      body: { token: new URL(body.url).searchParams.get('token') },
    })
    const token = login.body.token
    const overview = await call(`GET /api/portal/customer/account/${accountId}/overview`, { token })
    expect(overview.body.activeRepaymentRequests).toMatchObject([{ id: null, amount: 1250 }])
    const settings = { token: staff, body: { staffMayPay: true, reason: 'Phone payments' } }
    expect((await call('PUT /api/staff/settings', settings)).status).toBe(200)
    const one = browser()
    expect((await one.enter(await one.readCode())).status).toBe(200)
    for (const method of [saved, { token: await card(), amount: 1250 }])
      expect(outcome(await payByLink(method, { token }))).toEqual([403, 'not_by_staff'])
    expect(await paymentsOf(server, accountId)).toEqual([])
  })
})

/** Each message to somebody, as staff see it. */
async function messagesTo(email: string): Promise<Reply[]> {
  const listed = await call(`GET /api/staff/outbox?recipient=${email}`, { token: staff })
  const ids = (listed.body as { id: string }[]).map(({ id }) => id)
  expect(ids).not.toEqual([])
  return Promise.all(ids.map((id) => call(`GET /api/staff/outbox/${id}`, { token: staff })))
}

async function sourceOf(accountId: string) {
  return deps.db.first<{ id: string }>(sql`select id from repayment_source where account_id = ${accountId}`)
}

async function withShortId<Holder extends { accounts: { shortId: string }[] }>(holder: Holder) {
  return { ...holder, shortId: holder.accounts[0]?.shortId ?? '' }
}
