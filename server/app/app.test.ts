import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { contract } from '#contract/contract.ts'
import { isRole, type Endpoint } from '#contract/endpoint.ts'
import { staffContract } from '#contract/staff.ts'
import { addFamily } from '#tools/testing/family.ts'
import { isLong } from '#tools/testing/long.ts'
import { testServer } from '#tools/testing/server.ts'
import { addStaff } from '#tools/testing/staff.ts'
import { allHandlers, buildApp } from './app.ts'
import { readRateLimits } from '../platform/rate-limit/limits.ts'
import type { SessionPayload } from '../platform/tokens/token.ts'

const server = await testServer()
const { call } = server

const calls = Object.entries(contract) as [string, Endpoint][]
const concrete = (key: string) => key.replace(/:\w+/g, '00000000-0000-4000-8000-000000000000')

describe('Every call of the contract', () => {
  it.each(
    calls.filter(([, { access }]) => access === 'customer' || access === 'account').map(([key]) => key),
  )('%s needs a session', async (key) => {
    const reply = await call(concrete(key))
    expect([reply.status, reply.body.code]).toEqual([401, 'unauthenticated'])
  })

  it.each(calls.map(([key]) => key))('%s answers with a request id and is never cached', async (key) => {
    const { headers } = await call(concrete(key))
    expect(headers.get('x-request-id')).toMatch(/^[\w-]{20,}$/)
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it('is answered by one handler, and there are no others', () => {
    expect(Object.keys(allHandlers(server.deps)).toSorted()).toEqual(calls.map(([key]) => key).toSorted())
  })
})

describe('Who may make which call', () => {
  const closed = ([...calls, ...Object.entries(staffContract)] as [string, Endpoint][]).filter(
    ([, { access }]) => access !== 'public' && access !== 'guest',
  )
  const minute = 60_000

  /** Tokens that are not those of a customer's session, have expired, or belong to somebody else. */
  async function strangers() {
    const { tokens, clock } = server.deps
    const now = clock()
    const { customerId, accountId } = await addFamily(server, {
      email: 'matrix@demo.example',
      mobile: '+61491570172',
    })
    const session = await server.logIn('matrix@demo.example', '+61491570172')
    const claims = decodeJwt<SessionPayload>(session)
    const [header, payload, signature = ''] = session.split('.')
    const staff = await addStaff(server, 'admin')
    const before = new Date(now.getTime() - 31 * minute)
    const link = { sub: customerId, jti: 'x', email: claims.email }
    const act = { sub: staff.staffId, email: staff.email }
    const strange: Record<string, string | undefined> = {
      'no token': undefined,
      garbage: 'garbage',
      'a changed signature': `${header}.${payload}.${signature.slice(0, -4)}AAAA`,
      'an expired session': await tokens.sign('session', claims, before, 30 * minute),
      'a session that was never opened': await tokens.sign(
        'session',
        { ...claims, sid: 'never' },
        now,
        minute,
      ),
      'a log-in link': await tokens.sign('login-link', link, now, minute),
      'a card form': await tokens.sign('card-frame', { sub: accountId, jti: 'x', region: 'AU' }, now, minute),
      'a permission to look': await tokens.sign(
        'impersonation',
        { sub: customerId, jti: 'x', act },
        now,
        minute,
      ),
      'the id of a payment request': '4f1c2a90-1f7e-4a55-8f0e-0d6a0c1f9a11',
    }
    return { accountId, session, staffToken: staff.token, strange }
  }

  it('follows the contract in every cell, for everyone without access', async () => {
    const { accountId, session, staffToken, strange } = await strangers()
    const other = await addFamily(server, { email: 'other@demo.example', mobile: '+61491570173' })
    // Calls run without a socket, because there are thousands of cells.
    const app = await buildApp(server.deps)
    const wrong: string[] = []
    let cells = 0
    const knock = async (
      key: string,
      who: string,
      token: string | undefined,
      ids: string,
      wanted: number,
    ) => {
      const [method, path = ''] = key.replace(':accountId', ids).split(' ')
      const { statusCode } = await app.inject({
        method: method as 'GET',
        url: path.replaceAll(/:\w+/g, () => randomUUID()),
        query: { request: '4f1c2a90-1f7e-4a55-8f0e-0d6a0c1f9a11' },
        headers: {
          'X-Larkwell-Client-Req-Id': randomUUID(),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        ...(method !== 'GET' && { payload: {} }),
      })
      cells += 1
      if (statusCode !== wanted) wrong.push(`${key} with ${who}: ${statusCode}`)
    }
    for (const [key, { access }] of closed) {
      const [name, foreign] = isRole(access)
        ? (['a session', session] as const)
        : (['a token of staff', staffToken] as const)
      await Promise.all([
        ...Object.entries(strange).map(([who, token]) => knock(key, who, token, accountId, 401)),
        knock(key, name, foreign, accountId, 401),
        ...(access === 'account' ? [knock(key, 'another family', session, other.accountId, 403)] : []),
      ])
    }
    expect(wrong).toEqual([])
    expect(cells).toBeGreaterThan(closed.length * 10)
    // The refused calls have ended no session.
    expect((await call('GET /api/portal/customer/accounts', { token: session })).status).toBe(200)
  })

  it('is open to everyone only where it is meant to be', () => {
    const open = calls.filter(([, { access }]) => access === 'public').map(([key]) => key)
    expect(open.filter((key) => !/ \/api\/(auth|settings|client-errors|support)/.test(key))).toEqual([])
    const guests = calls.filter(([, { access }]) => access === 'guest').map(([key]) => key)
    expect(guests.filter((key) => !key.includes(' /api/portal/guest/'))).toEqual([])
  })
})

describe('The server', () => {
  it('answers with and without a trailing slash', async () => {
    expect((await call('GET /api/settings/')).body).toEqual((await call('GET /api/settings')).body)
  })

  it.each(['GET /api/nothing', 'POST /api/portal/customer/nothing', 'DELETE /api/settings'])(
    '%s is not found, in JSON',
    async (key) => {
      expect(await call(key)).toMatchObject({
        status: 404,
        body: { code: 'not_found', msg: expect.any(String) },
      })
    },
  )

  it('refuses a body that is not JSON', async () => {
    const headers = { 'content-type': 'text/plain' }
    const { status, body } = await call('POST /api/auth/customer/send-otp', { body: 'email=a@b.c', headers })
    expect([status, body.code]).toEqual([415, 'unsupported_media_type'])
  })

  it('refuses a body that is too large', async () => {
    const { status, body } = await call('POST /api/auth/customer/send-otp', {
      body: { email: 'x'.repeat(300_000) },
    })
    expect([status, body.code]).toEqual([413, 'payload_too_large'])
  })

  it('sends the headers that keep a browser safe, on errors too', async () => {
    for (const key of ['GET /api/settings', 'GET /api/nothing', 'GET /livez']) {
      const { headers } = await call(key)
      expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
      expect(headers.get('content-security-policy')).not.toMatch(/unsafe/)
      // These settings do not fall back to the default.
      expect(headers.get('content-security-policy')).toMatch(/form-action '(none|self)'.*base-uri 'none'/)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
    }
  })

  it('tells browsers to use only TLS where the portal does, on errors too', async () => {
    const portalOrigin = 'https://portal.larkwell.example'
    const app = await buildApp({ ...server.deps, config: { ...server.deps.config, portalOrigin } })
    for (const url of ['/api/settings', '/api/nothing', '/livez', '/login']) {
      const { headers } = await app.inject({ url })
      expect(headers['strict-transport-security'], url).toBe('max-age=31536000; includeSubDomains')
    }
  })

  it('lets a configured chat load everywhere but where a card is typed', async () => {
    const tracking = { chatAppId: 'abc123', errorReportUrl: null }
    const app = await buildApp({ ...server.deps, config: { ...server.deps.config, tracking } })
    const hasChat = async (url: string) =>
      String((await app.inject({ url })).headers['content-security-policy']).includes('intercom')
    for (const url of ['/', '/login', '/login?email=a@b.example', '/transactions?from=/pay-now'])
      expect([url, await hasChat(url)]).toEqual([url, true])
    for (const url of ['/pay-now', '/pay-now?request=x', '/manage-payments', '/manage-payments/add/'])
      expect([url, await hasChat(url)]).toEqual([url, false])
  })

  it('trusts only its own proxies to report the address of a call', async () => {
    const trusting = { ...server.deps.config, trustedProxies: ['10.0.0.7'], rateLimits: readRateLimits() }
    const app = await buildApp({ ...server.deps, config: trusting })
    const knock = async (remoteAddress: string, said: string) => {
      const reply = await app.inject({
        method: 'POST',
        url: '/api/auth/customer/token-login',
        payload: { token: 'x' },
        remoteAddress,
        // Addresses that a visitor adds to the header precede the one that the proxy adds.
        headers: { 'x-forwarded-for': `198.51.100.1, ${said}`, 'x-real-ip': '198.51.100.1' },
      })
      return reply.statusCode
    }
    for (let time = 0; time < 10; time += 1) expect(await knock('10.0.0.7', '203.0.113.1')).toBe(400)
    expect(await knock('10.0.0.7', '203.0.113.1')).toBe(429)
    expect(await knock('10.0.0.7', '203.0.113.2')).toBe(400)
    for (let time = 0; time < 10; time += 1) expect(await knock('203.0.113.9', `192.0.2.${time}`)).toBe(400)
    expect(await knock('203.0.113.9', '192.0.2.99')).toBe(429)
  })

  it('is alive and ready', async () => {
    expect((await call('GET /livez')).status).toBe(200)
    expect((await call('GET /readyz')).status).toBe(200)
  })

  it('counts its replies by route, without ids', async () => {
    await call('GET /api/settings')
    const { body } = await call('GET /metrics')
    expect(body).toMatch(
      /larkwell_request_duration_seconds_count\{method="GET",route="\/api\/settings",status="200"\} \d/,
    )
    expect(body).toMatch(/larkwell_outbox_waiting 0/)
    expect(body).not.toMatch(/00000000-0000/)
  })

  it('serves its description with the guides', async () => {
    const { body } = await call('GET /api/openapi.json')
    expect(body.openapi).toMatch(/^3\.1\./)
    for (const chapter of ['Getting started', 'Errors', 'Test data'])
      expect(body.info.description).toContain(`# ${chapter}\n\n`)
    expect(body.info.description).not.toMatch(/<!--|\.md\)/)
  })

  it('answers nonsense with a refusal, never with a server error', async () => {
    const built = allHandlers(server.deps)
    const posts = Object.keys(built).filter((key) => key.startsWith('POST') && !key.endsWith('test-error'))
    const nonsense = fc.oneof(fc.json(), fc.string(), fc.constant('{"__proto__":{"admin":true}}'))
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...posts), nonsense, async (key, body) => {
        const reply = await call(key, { body })
        expect(reply.status, `${key} ${body}`).toBeLessThan(500)
      }),
      { numRuns: isLong ? 300 : 60 },
    )
  })
})
