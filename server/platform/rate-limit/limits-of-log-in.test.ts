import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { isLong } from '#tools/testing/long.ts'
import { testServer } from '#tools/testing/server.ts'
import { buildApp } from '../../app/app.ts'
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

/** One person at one place, one person from many places, or one address for many people: only the tested limit applies. */
type Who = 'place' | 'person' | 'address'
type Row = [
  what: string,
  limit: LimitName,
  by: Who,
  hits: number,
  windowMs: number,
  pauseMs: number,
  path: string,
]
const table: Row[] = [
  ['a code, by one person at once', 'send-code-gap', 'place', 1, 30 * second, 0, 'send-otp'],
  ['codes, by one person in an hour', 'send-code-hour', 'place', 5, hour, 31 * second, 'send-otp'],
  ['codes, by one person in a day', 'send-code-day', 'place', 10, day, 13 * minute, 'send-otp'],
  ['a code, by strangers at once', 'send-code-strangers-gap', 'person', 1, 30 * second, 0, 'send-otp'],
  ['codes, by strangers in an hour', 'send-code-strangers-hour', 'person', 8, hour, 31 * second, 'send-otp'],
  ['codes, by strangers in a day', 'send-code-strangers-day', 'person', 15, day, 13 * minute, 'send-otp'],
  ['codes, from one address', 'send-code-address', 'address', 20, hour, 0, 'send-otp'],
  ['tries at a code, by one person', 'wrong-code-day', 'place', 20, day, 0, 'otp-login'],
  ['tries at a code, from one address', 'code-login-address', 'address', 30, hour, 0, 'otp-login'],
  ['links, by one person', 'mail-link', 'place', 3, 15 * minute, 0, 'email-login'],
  ['links, from one address', 'mail-link-address', 'address', 20, hour, 0, 'email-login'],
  ['tries at a link, from one address', 'link-login-address', 'address', 10, minute, 0, 'token-login'],
  ['failures on purpose, from one address', 'test-error-address', 'address', 30, minute, 0, 'test-error'],
]

/** One of each kind: by person, by strangers and by address, for codes, tries and links. */
const telling: LimitName[] = [
  'send-code-hour',
  'send-code-strangers-hour',
  'send-code-address',
  'wrong-code-day',
  'mail-link',
  'link-login-address',
]

const bodies: Record<string, (email: string) => object> = {
  'send-otp': (email) => ({ email }),
  'otp-login': (email) => ({ email, otp: '123456' }),
  'email-login': (email) => ({ email }),
  'token-login': () => ({ token: randomUUID() }),
  'test-error': () => ({}),
}

describe('How often one may request', () => {
  it.each(isLong ? table : table.filter(([, limit]) => telling.includes(limit)))(
    '%s is limited',
    async (_, limit, by, hits, windowMs, pauseMs, path) => {
      expect(limits[limit]).toMatchObject({ hits, windowMs })
      const person = by === 'address' ? undefined : stranger()
      const address = by === 'person' ? undefined : elsewhere()
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
    },
  )
})
