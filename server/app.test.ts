import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contract } from '#contract/contract.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { testServer } from '#tools/testing/server.ts'
import { allHandlers } from './app.ts'

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

  it('is answered by a handler or, until it is built, by 501', async () => {
    const built = new Set(Object.keys(allHandlers(server.deps)))
    for (const [key, endpoint] of calls) {
      if (endpoint.access !== 'public' && endpoint.access !== 'guest') continue
      const { status, body } = await call(concrete(key))
      expect(status === 501, key).toBe(!built.has(key))
      if (status === 501) expect(body.code).toBe('not_built')
    }
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
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
    }
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

  it('serves its documentation', async () => {
    expect((await call('GET /api/openapi.json')).body.openapi).toBe('3.1.0')
    expect((await call('GET /api/docs')).body).toContain('send-otp')
  })

  it('answers nonsense with a refusal, never with a failure of its own', async () => {
    const built = allHandlers(server.deps)
    const posts = Object.keys(built).filter((key) => key.startsWith('POST') && !key.endsWith('test-error'))
    const nonsense = fc.oneof(fc.json(), fc.string(), fc.constant('{"__proto__":{"admin":true}}'))
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...posts), nonsense, async (key, body) => {
        const reply = await call(key, { body })
        expect(reply.status, `${key} ${body}`).toBeLessThan(500)
      }),
      { numRuns: 300 },
    )
  })
})
