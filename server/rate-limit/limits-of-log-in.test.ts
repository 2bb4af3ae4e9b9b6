import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { testServer } from '#tools/testing/server.ts'
import { buildApp } from '../app.ts'
import { limits, readRateLimits, type LimitName } from './limits.ts'

/** The limits of production. */
const server = await testServer({ rateLimits: readRateLimits() })
const { deps, travel } = server
const app = await buildApp(deps)

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const stranger = () => `${randomUUID()}@demo.example`
let addresses = 0
const elsewhere = () => `10.0.${(addresses += 1) >> 8}.${addresses & 255}`

/** One person from many addresses, or one address for many people: only the tested limit may apply. */
type Row = [what: string, limit: LimitName, hits: number, windowMs: number, pauseMs: number, path: string]
const table: Row[] = [
  ['a code, by one person at once', 'send-code-gap', 1, 30 * second, 0, 'send-otp'],
  ['codes, by one person in an hour', 'send-code-hour', 5, hour, 31 * second, 'send-otp'],
  ['codes, by one person in a day', 'send-code-day', 10, day, 13 * minute, 'send-otp'],
  ['codes, from one address', 'send-code-address', 20, hour, 0, 'send-otp'],
  ['tries at a code, by one person', 'wrong-code-day', 20, day, 0, 'otp-login'],
  ['tries at a code, from one address', 'code-login-address', 30, hour, 0, 'otp-login'],
  ['links, by one person', 'mail-link', 3, 15 * minute, 0, 'email-login'],
  ['links, from one address', 'mail-link-address', 20, hour, 0, 'email-login'],
  ['tries at a link, from one address', 'link-login-address', 10, minute, 0, 'token-login'],
  ['failures on purpose, from one address', 'test-error-address', 30, minute, 0, 'test-error'],
]

const bodies: Record<string, (email: string) => object> = {
  'send-otp': (email) => ({ email }),
  'otp-login': (email) => ({ email, otp: '123456' }),
  'email-login': (email) => ({ email }),
  'token-login': () => ({ token: randomUUID() }),
  'test-error': () => ({}),
}

describe('How often one may request', () => {
  it.each(table)('%s is limited', async (_, limit, hits, windowMs, pauseMs, path) => {
    expect(limits[limit]).toMatchObject({ hits, windowMs })
    const person = limits[limit].per === 'person' ? stranger() : undefined
    const address = person ? undefined : elsewhere()
    const send = async () => {
      const reply = await app.inject({
        method: 'POST',
        url: `/api/auth/customer/${path}`,
        payload: bodies[path]!(person ?? stranger()),
        remoteAddress: address ?? elsewhere(),
      })
      return { status: reply.statusCode, retryAfter: Number(reply.headers['retry-after'] ?? 0) }
    }
    for (let time = 0; time < hits; time += 1) {
      expect((await send()).status, `try ${time + 1}`).not.toBe(429)
      if (pauseMs > 0) await travel(pauseMs)
    }
    const { status, retryAfter } = await send()
    expect(status).toBe(429)
    const left = windowMs / second - (hits * pauseMs) / second
    expect(retryAfter).toBeLessThanOrEqual(left)
    expect(retryAfter).toBeGreaterThan(left - 20)
  })
})
