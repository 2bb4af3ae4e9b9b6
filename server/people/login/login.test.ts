import { decodeJwt, SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { addFamily } from '#tools/testing/family.ts'
import { testServer } from '#tools/testing/server.ts'
import { addStaff } from '#tools/testing/staff.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Deps } from '../../platform/deps.ts'
import { loginWithCode, loginWithLink, mailLink, sendCode as sendCodeAt } from './login.ts'

const server = await testServer()
const { call, message, travel, deps } = server

const minute = 60_000
let families = 0

/** A parent who is used by only one test. */
async function parent(details: { mobile?: string | null; region?: 'AU' | 'UK' } = {}) {
  families += 1
  const email = `parent${families}@demo.example`
  const prefix = details.region === 'UK' ? '+4477009' : '+6149157'
  const mobile = details.mobile === undefined ? `${prefix}${String(10_100 + families)}` : details.mobile
  const family = await addFamily(server, { email, mobile, region: details.region ?? 'AU' })
  return { ...family, email, mobile: mobile ?? '' }
}

const sendCode = (email: string) => call('POST /api/auth/customer/send-otp', { body: { email } })
const enterCode = (email: string, otp: string) =>
  call('POST /api/auth/customer/otp-login', { body: { email, otp } })
const accounts = (token: string) => call('GET /api/portal/customer/accounts', { token })

async function codeFor(email: string, mobile: string, after?: number) {
  expect(await sendCode(email)).toMatchObject({ status: 200 })
  const sms = await message(mobile, 'sms', after)
  return { code: sms.code ?? '', seq: sms.seq }
}

/** The server at one moment: time limits are tested to the millisecond. */
const at = (time: Date, ms: number): Deps => ({ ...deps, clock: () => new Date(time.getTime() + ms) })
const wholeSecond = () => new Date(Math.floor(deps.clock().getTime() / 1000) * 1000)

const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('Asking for a code', () => {
  it('sends six digits to the mobile on file and shows its last three', async () => {
    const { email, mobile } = await parent()
    const { status, body } = await sendCode(email)
    expect([status, body]).toEqual([200, { mobileLast3Digits: mobile.slice(-3), countryCode: '+61' }])
    expect((await message(mobile, 'sms')).text).toMatch(/^\d{6} is your Larkwell code/)
  })

  it('takes the e-mail trimmed and in lower case', async () => {
    const { email, mobile } = await parent()
    const { body } = await sendCode(`  ${email.toUpperCase()} `)
    expect(body.mobileLast3Digits).toBe(mobile.slice(-3))
  })

  it('says when there is no mobile on file', async () => {
    const { email } = await parent({ mobile: null })
    expect((await sendCode(email)).body).toEqual({ mobileLast3Digits: null, countryCode: null })
  })

  it('again within half a minute is refused, and says when to come back and where the last code went', async () => {
    const { email, mobile } = await parent()
    const { code } = await codeFor(email, mobile)
    const { status, body, headers } = await sendCode(email)
    expect([status, body.code]).toEqual([429, 'code_just_sent'])
    expect(body.sentCode).toEqual({ mobileLast3Digits: mobile.slice(-3), countryCode: '+61' })
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(20)
    // A newer code would have closed this one.
    expect((await enterCode(email, code)).status).toBe(200)
  })

  it('again within half a minute is answered alike for an unknown e-mail', async () => {
    const email = 'twice@demo.example'
    const { body: sentCode } = await sendCode(email)
    expect(await sendCode(email)).toMatchObject({ status: 429, body: { code: 'code_just_sent', sentCode } })
  })

  it.each([
    ['no e-mail', {}],
    ['an empty e-mail', { email: ' ' }],
    ['a number', { email: 7 }],
    ['something that is not an e-mail', { email: 'olivia' }],
    ['a field too many', { email: 'a@b.c', admin: true }],
    ['a list', []],
    ['nothing', 'null'],
    ['broken JSON', '{"email":'],
  ])('with %s is refused with the field that is wrong', async (_, body) => {
    const reply = await call('POST /api/auth/customer/send-otp', { body })
    expect(reply).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', fields: expect.any(Object) },
    })
    expect(Object.keys(reply.body.fields)).not.toHaveLength(0)
  })

  it('leaves no code readable in the database', async () => {
    const { email, mobile } = await parent()
    const { code } = await codeFor(email, mobile)
    await expect
      .poll(() =>
        deps.db.first(sql`
          select status, facts, text_body as text from outbox_message where recipient = ${mobile}`),
      )
      .toEqual({ status: 'Sent', facts: null, text: null })
    const rows = await deps.db.many<{ hash: string }>(sql`select code_hash as hash from login_code`)
    expect(rows.some(({ hash }) => hash.includes(code))).toBe(false)
  })
})

describe('Entering the code', () => {
  it('opens a session whose token names the customer', async () => {
    const { email, mobile, accountId, customerId } = await parent()
    const { code } = await codeFor(email, mobile)
    const { status, body, headers } = await enterCode(email, code)
    expect(status).toBe(200)
    expect(decodeJwt(body.token)).toMatchObject({ sub: customerId, email, accounts: [{ accountId }] })
    expect(decodeJwt(body.token)['name']).toMatch(/\w+ \w+/)
    expect(headers.get('x-larkwell-region')).toBe('AU')
    expect((await accounts(body.token)).body).toMatchObject([{ accountId }])
  })

  it('returns the region of a customer in the United Kingdom', async () => {
    const { email, mobile } = await parent({ region: 'UK' })
    const sent = await sendCode(email)
    expect(sent.body.countryCode).toBe('+44')
    const { code } = await message(mobile, 'sms')
    expect((await enterCode(email, code ?? '')).headers.get('x-larkwell-region')).toBe('UK')
  })

  it('wrongly is refused, and the right code afterwards still works', async () => {
    const { email, mobile } = await parent()
    const { code } = await codeFor(email, mobile)
    expect(await enterCode(email, another(code))).toMatchObject({
      status: 400,
      body: { code: 'invalid_code', msg: 'Invalid code. Please try again.' },
    })
    expect((await enterCode(email, code)).status).toBe(200)
  })

  it('wrongly five times locks the code', async () => {
    const { email, mobile } = await parent()
    const { code } = await codeFor(email, mobile)
    for (let time = 0; time < 4; time += 1)
      expect((await enterCode(email, another(code))).body.code).toBe('invalid_code')
    // The reply to the last try says that none is left.
    for (const entered of [another(code), code])
      expect(await enterCode(email, entered)).toMatchObject({ status: 400, body: { code: 'code_used_up' } })
  })

  it('too late says that it has expired, for an unknown e-mail too', async () => {
    const { email, mobile } = await parent()
    const { code } = await codeFor(email, mobile)
    await sendCode('late@demo.example')
    await travel(5 * minute)
    for (const late of [email, 'late@demo.example']) {
      expect(await enterCode(late, code)).toMatchObject({
        status: 400,
        body: { code: 'code_expired', msg: 'This code has expired. Please ask for a new one.' },
      })
    }
  })

  it('twice works once, also when both come at the same moment', async () => {
    const { email, mobile } = await parent()
    const { code } = await codeFor(email, mobile)
    const replies = await Promise.all(Array.from({ length: 10 }, () => enterCode(email, code)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await enterCode(email, code)).status).toBe(400)
  })

  it('from an earlier message does not work once a newer one was sent', async () => {
    const { email, mobile } = await parent()
    const first = await codeFor(email, mobile)
    await travel(31_000)
    const second = await codeFor(email, mobile, first.seq)
    if (first.code !== second.code) expect((await enterCode(email, first.code)).status).toBe(400)
    expect((await enterCode(email, second.code)).status).toBe(200)
  })

  it('works for five minutes, to the millisecond', async () => {
    for (const [age, outcome] of [
      [5 * minute, 'code_expired'],
      [5 * minute - 1, 'in'],
    ] as const) {
      const { email, mobile } = await parent()
      const sentAt = wholeSecond()
      await sendCodeAt(at(sentAt, 0), { email, address: 'somewhere' })
      const { code = '' } = await message(mobile, 'sms')
      const entered = loginWithCode(at(sentAt, age), { email, address: 'somewhere' }, code)
      expect(
        await entered.then(
          () => 'in',
          ({ code }) => code,
        ),
      ).toBe(outcome)
    }
  })

  it('also revokes a requested link: after log-in it is not needed', async () => {
    const { email, mobile } = await parent()
    await call('POST /api/auth/customer/email-login', { body: { email } })
    const mail = await message(email, 'email')
    const token = new URL(mail.links?.find((link) => link.includes('token=')) ?? '').searchParams.get('token')
    const { code } = await codeFor(email, mobile)
    expect((await enterCode(email, code)).status).toBe(200)
    expect((await call('POST /api/auth/customer/token-login', { body: { token } })).status).toBe(400)
  })

  it('for an unknown e-mail is refused in the same words', async () => {
    const { status, body } = await enterCode('nobody@demo.example', '123456')
    expect([status, body.msg]).toEqual([400, 'Invalid code. Please try again.'])
  })

  it('shorter than six digits is a wrong code, not an invalid request', async () => {
    const { email } = await parent()
    expect((await enterCode(email, '12')).body.code).toBe('invalid_code')
  })

  it.each(['', '12a456', '1234567', '１２３４５６'])('%j is not a code at all', async (otp) => {
    expect((await enterCode('olivia@demo.example', otp)).body).toMatchObject({
      code: 'invalid_request',
      fields: { otp: expect.any(String) },
    })
  })

  it('is limited to twenty wrong tries a day, for unknown e-mails too', async () => {
    const { email, mobile } = await parent()
    for (const address of [email, 'stranger@demo.example']) {
      const tries = []
      for (let time = 0; time < 20; time += 1) tries.push((await enterCode(address, '000000')).body.code)
      expect(new Set(tries)).toEqual(new Set(['invalid_code']))
      expect((await enterCode(address, '000000')).body.code).toBe('rate_limited')
    }
    const { code } = await codeFor(email, mobile)
    expect((await enterCode(email, code)).status).toBe(429)
  })

  it('correctly resets the limits: a new code may be requested at once', async () => {
    const { email, mobile } = await parent()
    const { code } = await codeFor(email, mobile)
    await enterCode(email, code)
    expect((await sendCode(email)).status).toBe(200)
  })
})

describe('A link by mail', () => {
  const requestLink = (email: string, redirect?: string) =>
    call('POST /api/auth/customer/email-login', {
      body: { email, ...(redirect === undefined ? {} : { redirect }) },
    })
  const useToken = (token: string | null) => call('POST /api/auth/customer/token-login', { body: { token } })

  async function linkFor(email: string, redirect?: string) {
    expect(await requestLink(email, redirect)).toMatchObject({ status: 200, body: {} })
    const mail = await message(email, 'email')
    const url = new URL(mail.links?.find((link) => link.includes('token=')) ?? '')
    return { url, token: url.searchParams.get('token'), seq: mail.seq }
  }

  it('logs in, once', async () => {
    const { email } = await parent({ mobile: null })
    const { url, token } = await linkFor(email)
    expect(url.origin + url.pathname).toBe(`${deps.config.portalOrigin}/login`)
    expect(decodeJwt(token ?? '')).toMatchObject({ email })
    const first = await useToken(token)
    expect((await accounts(first.body.token)).status).toBe(200)
    expect(await useToken(token)).toMatchObject({ status: 400, body: { code: 'link_expired' } })
  })

  it('works for one of twenty people who open it at the same moment', async () => {
    const { email, customerId } = await parent()
    const { token } = await linkFor(email)
    const replies = await Promise.all(Array.from({ length: 20 }, () => useToken(token)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(400)])
    const sessions = await deps.db.many(sql`select 1 from session where customer_id = ${customerId}`)
    expect(sessions).toHaveLength(1)
  })

  it('also revokes a code that was sent', async () => {
    const { email, mobile } = await parent()
    const { token } = await linkFor(email)
    const { code } = await codeFor(email, mobile)
    expect((await useToken(token)).status).toBe(200)
    expect((await enterCode(email, code)).body.code).toBe('invalid_code')
  })

  it('and a code used at the same moment do not deadlock', async () => {
    const { email, mobile } = await parent()
    const { token } = await linkFor(email)
    const { code } = await codeFor(email, mobile)
    const replies = await Promise.all([useToken(token), enterCode(email, code)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400])
  })

  it('still works after a mail scanner has opened it', async () => {
    const { email } = await parent()
    const { token } = await linkFor(email)
    for (let time = 0; time < 10; time += 1) await call(`GET /login?token=${token}`)
    expect((await useToken(token)).status).toBe(200)
  })

  it('lives fifteen minutes, to the millisecond, from its request', async () => {
    for (const [age, outcome] of [
      [15 * minute, 'link_expired'],
      [15 * minute - 1, 'in'],
    ] as const) {
      const { email } = await parent()
      const askedAt = wholeSecond()
      await mailLink(deps, { email, target: '/', askedFrom: 'home', askedAt: askedAt.toISOString() })
      const mail = await message(email, 'email')
      const token = new URL(mail.links?.[0] ?? '').searchParams.get('token') ?? ''
      const used = loginWithLink(at(askedAt, age), token, 'somewhere')
      expect(
        await used.then(
          () => 'in',
          ({ code }) => code,
        ),
      ).toBe(outcome)
    }
  })

  it('says in the words of the screen that it is too late', async () => {
    const { email } = await parent()
    const { token } = await linkFor(email)
    await travel(15 * minute)
    expect((await useToken(token)).body).toEqual({
      code: 'link_expired',
      msg: 'It looks like your login link has expired.',
    })
  })

  it('is void once a newer one was sent', async () => {
    const { email } = await parent()
    const older = await linkFor(email)
    await requestLink(email)
    const { links } = await message(email, 'email', older.seq)
    expect((await useToken(older.token)).status).toBe(400)
    const newer = new URL(links?.find((link) => link.includes('token=')) ?? '').searchParams.get('token')
    expect((await useToken(newer)).status).toBe(200)
  })

  it('requested earlier but written later does not replace the newest one', async () => {
    const { email, customerId } = await parent()
    const { token } = await linkFor(email)
    const earlier = new Date(deps.clock().getTime() - minute).toISOString()
    await mailLink(deps, { email, target: '/', askedFrom: '127.0.0.1', askedAt: earlier })
    expect(await deps.db.many(sql`select 1 from login_link where customer_id = ${customerId}`)).toHaveLength(
      1,
    )
    expect((await useToken(token)).status).toBe(200)
  })

  it.each([
    ['/transactions', '/transactions'],
    ['//evil.example', null],
    ['https://evil.example', null],
  ])('carries the way to %s as %s', async (redirect, carried) => {
    const { email } = await parent()
    expect((await linkFor(email, redirect)).url.searchParams.get('redirect')).toBe(carried)
  })

  it('for an unknown e-mail gets the same reply, and nothing is sent', async () => {
    expect(await requestLink('nobody@demo.example')).toMatchObject({ status: 200, body: {} })
    await expect
      .poll(() =>
        deps.db.many(sql`select 1 from pgboss.job where name = 'mail-link' and state < 'completed'`),
      )
      .toEqual([])
    expect(
      await deps.db.many(sql`select 1 from outbox_message where recipient = 'nobody@demo.example'`),
    ).toEqual([])
  })

  it('that is made up or tampered with is refused', async () => {
    const [mine, theirs] = [await parent(), await parent()]
    const { token } = await linkFor(mine.email)
    const [header = '', payload = '', signature = ''] = (token ?? '').split('.')
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const claims = { ...decodeJwt(token ?? ''), sub: theirs.customerId, email: theirs.email }
    const secret = new TextEncoder().encode('a-secret-that-the-server-does-not-know')
    const forged = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', typ: 'larkwell-login-link+jwt', kid: 'local' })
      .sign(secret)
    for (const token of [
      'garbage',
      `${header}.${payload}.${signature.slice(0, -4)}AAAA`,
      `${header}.${part(claims)}.${signature}`,
      `${part({ alg: 'none', typ: 'larkwell-login-link+jwt' })}.${part(claims)}.`,
      `${part({ alg: 'HS256', typ: 'larkwell-login-link+jwt', kid: 'other' })}.${payload}.${signature}`,
      forged,
    ])
      expect(await useToken(token), token).toMatchObject({ status: 400, body: { code: 'link_expired' } })
    expect((await useToken(token)).status).toBe(200)
    const opened = await deps.db.many(sql`select 1 from session where customer_id = ${theirs.customerId}`)
    expect(opened).toEqual([])
  })

  it('does not accept tokens for other purposes, nor is its own token accepted elsewhere', async () => {
    const { email, customerId, accountId, mobile } = await parent()
    const session = await server.logIn(email, mobile)
    const staff = await addStaff(server, 'admin')
    const now = deps.clock()
    const form = { sub: accountId, jti: 'form', region: 'AU' as const }
    const card = await deps.tokens.sign('card-frame', form, now, minute)
    // The token has a valid signature and purpose, but the permission was never granted.
    const permission = { sub: customerId, jti: 'made-up', act: { sub: staff.staffId, email: staff.email } }
    const looking = await deps.tokens.sign('impersonation', permission, now, minute)
    for (const token of [session, staff.token, card, looking])
      expect(await useToken(token)).toMatchObject({ status: 400, body: { code: 'link_expired' } })
    const { token } = await linkFor(email)
    for (const bearer of [token ?? '', staff.token, card, looking]) {
      expect((await accounts(bearer)).status).toBe(401)
    }
    for (const bearer of [token ?? '', session, card, looking])
      expect((await call('GET /api/staff/me', { token: bearer })).status).toBe(401)
  })

  it('may be requested three times in a quarter of an hour', async () => {
    const { email } = await parent()
    for (let time = 0; time < 3; time += 1) expect((await requestLink(email)).status).toBe(200)
    expect((await requestLink(email)).status).toBe(429)
  })
})

describe('The error-testing call', () => {
  it('always fails, with a message', async () => {
    expect(await call('POST /api/auth/customer/test-error')).toMatchObject({
      status: 500,
      body: { code: 'server_error', msg: 'Oops, something went wrong.' },
    })
  })
})

describe('A call from another site’s page', () => {
  const body = { email: 'prefetched@demo.example' }
  const tries = () => deps.db.many(sql`select 1 from rate_limit where key like '%prefetched@demo.example'`)

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling domain', { 'sec-fetch-site': 'same-site' }],
    ['a prefetched page', { 'sec-fetch-site': 'same-origin', 'sec-purpose': 'prefetch' }],
    ['a prerendered page', { 'sec-purpose': 'prefetch;prerender' }],
    ['an older browser that prefetches', { purpose: 'prefetch' }],
  ])('is refused when it comes from %s, and does not count as a try', async (_, headers) => {
    for (const key of ['send-otp', 'email-login', 'otp-login', 'token-login', 'test-error', 'logout']) {
      const { status } = await call(`POST /api/auth/customer/${key}`, {
        body,
        headers,
      })
      expect([key, status]).toEqual([key, 403])
    }
    expect(await tries()).toEqual([])
  })

  it.each([
    'text/plain',
    'text/plain; charset=application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
  ])('is refused as %s, which a foreign form could send', async (type) => {
    for (const key of ['send-otp', 'email-login', 'otp-login', 'token-login']) {
      const reply = await call(`POST /api/auth/customer/${key}`, {
        body: JSON.stringify(body),
        headers: { 'content-type': type },
      })
      expect([key, reply.status, reply.body.code]).toEqual([key, 415, 'unsupported_media_type'])
    }
    expect(await tries()).toEqual([])
  })

  it('gets no CORS header, whatever its preflight asks for', async () => {
    const reply = await call('OPTIONS /api/auth/customer/send-otp', {
      headers: {
        origin: 'https://evil.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    })
    expect(reply.status).toBeGreaterThanOrEqual(400)
    expect([...reply.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  it('is accepted when our own page makes it', async () => {
    const headers = { 'sec-fetch-site': 'same-origin' }
    expect((await call('POST /api/auth/customer/send-otp', { body, headers })).status).toBe(200)
  })
})
