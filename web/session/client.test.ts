import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import { call } from './client.ts'
import { chooseAccount, endSession, followSession, startSession, wasLastAccount } from './session.ts'
import { store, stored } from './storage.ts'
import { endVisit, visitedRegion } from './visited-region.ts'

/** A browser's address bar, storage and relative URLs, in front of a real server. */
let server: Server
let answer: (request: IncomingMessage, reply: ServerResponse) => void
let page: string

function tokenOf(sub: string, accountIds: string[], mark = 1, sid = 's1'): string {
  const payload = {
    sub,
    sid,
    email: `${sub}@b.c`,
    name: 'A B',
    accounts: accountIds.map((accountId) => ({ accountId })),
    mark,
  }
  return `head.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.signature`
}

function replyWith(status: number, body: unknown, headers: Record<string, string> = {}) {
  const seen: IncomingMessage[] = []
  answer = (request, reply) => {
    seen.push(request)
    reply.writeHead(status, { 'content-type': 'application/json', 'X-Request-Id': 'r-1', ...headers })
    reply.end(JSON.stringify(body))
  }
  return seen
}

beforeEach(async () => {
  server = createServer((request, reply) => answer(request, reply))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const realFetch = fetch
  vi.stubGlobal('fetch', (path: string, options: RequestInit) => realFetch(origin + path, options))
  vi.stubGlobal('history', { replaceState: (_state: unknown, _title: string, to: string) => (page = to) })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('location', { pathname: '/', search: '' })
  page = '/'
  store('token', null)
  store('accountId', null)
  store('region', null)
  followSession()
})

afterEach(async () => {
  vi.unstubAllGlobals()
  await new Promise((done) => server.close(done))
})

function signIn(sub = 'amelia', accountIds = ['a1']) {
  const token = tokenOf(sub, accountIds)
  startSession(token)
  chooseAccount({ accountId: accountIds[0]!, region: 'AU' })
  return token
}

describe('a call', () => {
  it('carries the region, and no token before log-in', async () => {
    signIn()
    store('region', 'UK')
    const seen = replyWith(200, { mobileLast3Digits: null, countryCode: null })
    await call('POST /api/auth/customer/send-otp', { body: { email: 'a@b.c' } })
    expect(seen[0]?.headers['x-larkwell-region']).toBe('UK')
    expect(seen[0]?.headers.authorization).toBeUndefined()
  })

  it('counts as Australian until a region is known', async () => {
    const seen = replyWith(200, {})
    await call('POST /api/auth/customer/email-login', { body: { email: 'a@b.c' } })
    expect(seen[0]?.headers['x-larkwell-region']).toBe('AU')
  })

  it('carries the token to the customer area and to log-out', async () => {
    const token = signIn()
    const seen = replyWith(200, [])
    await call('GET /api/portal/customer/accounts')
    await call('POST /api/auth/customer/logout')
    expect(seen.map((request) => request.headers.authorization)).toEqual([
      `Bearer ${token}`,
      `Bearer ${token}`,
    ])
  })

  it('takes over the region from the log-in reply', async () => {
    replyWith(200, { token: tokenOf('a', []) }, { 'X-Larkwell-Region': 'UK' })
    await call('POST /api/auth/customer/otp-login', { body: { email: 'a@b.c', otp: '123456' } })
    expect(stored('region')).toBe('UK')
  })

  it('of a guest uses the region of the payment request until the visit ends', async () => {
    signIn()
    replyWith(200, {}, { 'X-Larkwell-Region': 'UK' })
    const load = () => call('GET /api/portal/guest/payment-page-details', { query: { request: 'r' } })
    await load()
    expect([stored('region'), visitedRegion()]).toEqual(['AU', 'UK'])

    const seen = replyWith(200, {})
    await call('GET /api/portal/guest/stripe-pub-key')
    expect(seen[0]?.headers['x-larkwell-region']).toBe('UK')
    expect(seen[0]?.headers.authorization).toBeUndefined()

    replyWith(410, { code: 'request_expired', msg: 'Over.' }, { 'X-Larkwell-Region': 'UK' })
    const late = load().catch(() => {})
    endVisit()
    await late
    expect(visitedRegion()).toBeNull()
  })

  it('fails with what the server said', async () => {
    replyWith(400, { code: 'invalid_request', msg: 'No.', fields: { email: 'bad' } })
    const failure = await call('POST /api/auth/customer/send-otp', { body: { email: 'x' } }).catch(
      (error: unknown) => error,
    )
    expect(failure).toBeInstanceOf(ApiError)
    expect(failure).toMatchObject({
      status: 400,
      code: 'invalid_request',
      msg: 'No.',
      fields: { email: 'bad' },
      requestId: 'r-1',
    })
  })

  it('fails the same way when no server answers', async () => {
    answer = (request) => request.socket.destroy()
    await expect(call('GET /api/settings')).rejects.toMatchObject({ status: 0, code: 'unreachable' })
  })
})

describe('the session', () => {
  it('stores a renewed token', async () => {
    signIn()
    const renewed = tokenOf('amelia', ['a1'], 2)
    replyWith(200, [], { 'X-Larkwell-Session-Token': renewed })
    await call('GET /api/portal/customer/accounts')
    expect(stored('token')).toBe(renewed)
  })

  it('is not brought back by a reply that arrives after log-out', async () => {
    signIn()
    answer = (_request, reply) => {
      endSession('logout')
      reply.writeHead(200, { 'X-Larkwell-Session-Token': tokenOf('amelia', ['a1'], 2) })
      reply.end('[]')
    }
    await call('GET /api/portal/customer/accounts')
    expect(stored('token')).toBeNull()
    expect(page).toBe('/login')
  })

  it('leaves nothing behind but what belongs to the browser', () => {
    signIn()
    store('region', 'UK')
    store('notificationDismissed', 'true')
    store('withdrawal', 'key: a1 b1 20.00')
    store('accountNews', 'n1')
    store('paymentAttempts', JSON.stringify([['f1', { id: 'attempt-1', isSent: false }]]))
    endSession('logout')
    const names = [
      'token',
      'tokenEndsAt',
      'accountId',
      'withdrawal',
      'accountNews',
      'paymentAttempts',
    ] as const
    expect(names.map(stored)).toEqual(names.map(() => null))
    expect([stored('region'), stored('notificationDismissed')]).toEqual(['UK', 'true'])
  })

  it('leaves an attempt to pay behind whose outcome is not known', () => {
    signIn()
    const attempts = JSON.stringify([['f1', { id: 'attempt-1', isSent: true }]])
    store('paymentAttempts', attempts)
    endSession('logout')
    expect(stored('paymentAttempts')).toBe(attempts)
    store('paymentAttempts', null)
  })

  it('ends once for several refusals at a time, with its reason', async () => {
    signIn()
    replyWith(401, { code: 'unauthenticated', msg: 'No.' })
    await Promise.allSettled([1, 2, 3].map(() => call('GET /api/portal/customer/accounts')))
    expect([stored('token'), stored('accountId'), page]).toEqual([null, null, '/login?logoutReason=security'])
  })

  it('that ends by itself leads back to its page and its account, for the same customer only', () => {
    vi.stubGlobal('location', { pathname: '/payment-schedule', search: '?year=2027' })
    signIn()
    endSession('security')
    expect(page).toBe('/login?logoutReason=security&redirect=%2Fpayment-schedule%3Fyear%3D2027')
    startSession(tokenOf('someone-else', ['a1'], 1))
    expect(wasLastAccount('a1')).toBe(false)
    startSession(tokenOf('amelia', ['a1', 'a2'], 1))
    expect(['a1', 'a2'].map(wasLastAccount)).toEqual([true, false])
    endSession('logout')
    expect(page).toBe('/login')
    startSession(tokenOf('amelia', ['a1', 'a2'], 1))
    expect(wasLastAccount('a1')).toBe(false)
  })

  it('ends when one of its older tokens is refused', async () => {
    signIn()
    answer = (_request, reply) => {
      store('token', tokenOf('amelia', ['a1'], 2))
      reply.writeHead(401).end('{}')
    }
    await expect(call('GET /api/portal/customer/accounts')).rejects.toMatchObject({ status: 401 })
    expect([stored('token'), page]).toEqual([null, '/login?logoutReason=security'])
  })

  it('is not ended by the refusal of an earlier session', async () => {
    signIn()
    const next = tokenOf('amelia', ['a1'], 2, 's2')
    answer = (_request, reply) => {
      store('token', next)
      reply.writeHead(401).end('{}')
    }
    await expect(call('GET /api/portal/customer/accounts')).rejects.toMatchObject({ status: 401 })
    expect([stored('token'), page]).toEqual([next, '/'])
  })

  it('ends once for twenty refusals at a time, and drops a change that was refused', async () => {
    signIn()
    const pages: string[] = []
    vi.stubGlobal('history', { replaceState: (_: unknown, __: string, to: string) => pages.push(to) })
    replyWith(401, { code: 'unauthenticated', msg: 'No.' }, { 'X-Larkwell-Session-Token': 'half' })
    const change = 'POST /api/portal/customer/account/:accountId/withdrawal-requests'
    const body = {} as never
    await Promise.allSettled([
      ...Array.from({ length: 19 }, () => call('GET /api/portal/customer/accounts')),
      call(change, { params: { accountId: 'a1' }, body }),
    ])
    expect(pages).toEqual(['/login?logoutReason=security'])
    expect([stored('token'), stored('accountId'), stored('tokenEndsAt')]).toEqual([null, null, null])
  })

  it('keeps the log-out reason when a page still sends a request', async () => {
    signIn()
    const seen = replyWith(200, [])
    endSession('logout')
    await expect(call('GET /api/portal/customer/accounts')).rejects.toMatchObject({ status: 401 })
    expect([seen.length, page]).toEqual([0, '/login'])
  })

  it("stores its end by the browser's clock, not the server's", () => {
    const hour = 60 * 60
    const payload = { sub: 'amelia', accounts: [], iat: 9_000_000_000, exp: 9_000_000_000 + hour }
    const before = Date.now()
    startSession(`head.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.signature`)
    const endsAt = Number(stored('tokenEndsAt'))
    expect(endsAt).toBeGreaterThanOrEqual(before + hour * 1000)
    expect(endsAt).toBeLessThan(before + hour * 1000 + 60_000)
  })

  it('survives a wrong code', async () => {
    const token = signIn()
    replyWith(401, { code: 'invalid_code', msg: 'No.' })
    await expect(
      call('POST /api/auth/customer/otp-login', { body: { email: 'a@b.c', otp: '000000' } }),
    ).rejects.toMatchObject({ status: 401 })
    expect([stored('token'), page]).toEqual([token, '/'])
  })

  it.each([
    ['its token is gone', () => store('token', null)],
    ['its token is garbage', () => store('token', 'garbage')],
    ['its account is gone', () => store('accountId', null)],
  ])('ends without a request when %s', async (_, spoil) => {
    signIn()
    const seen = replyWith(200, {})
    spoil()
    const path = 'GET /api/portal/customer/account/:accountId/overview'
    await expect(call(path, { params: { accountId: 'a1' } })).rejects.toMatchObject({ status: 401 })
    expect([seen.length, page]).toEqual([0, '/login?logoutReason=security'])
  })

  it('ends when the requested account is not its own', async () => {
    signIn()
    const seen = replyWith(200, {})
    const path = 'GET /api/portal/customer/account/:accountId/overview'
    await expect(call(path, { params: { accountId: 'b2' } })).rejects.toMatchObject({ status: 401 })
    expect([seen.length, stored('token')]).toEqual([0, null])
  })

  it("forgets the previous customer's account", () => {
    signIn('amelia', ['a1'])
    startSession(tokenOf('ben', ['b2']))
    expect(stored('accountId')).toBeNull()
  })

  it('leaves the region and dismissed notices in the browser', () => {
    signIn()
    store('region', 'UK')
    store('notificationDismissed', 'true')
    endSession('logout')
    expect([stored('region'), stored('notificationDismissed')]).toEqual(['UK', 'true'])
  })
})
