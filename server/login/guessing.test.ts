import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { addFamily } from '#tools/testing/family.ts'
import { isLong } from '#tools/testing/long.ts'
import { testServer } from '#tools/testing/server.ts'
import { buildApp } from '../app.ts'
import { sql } from '../database/sql.ts'
import { readRateLimits } from '../rate-limit/limits.ts'

/** The limits of production. */
const server = await testServer({ rateLimits: readRateLimits() })
const { deps, message, travel } = server
/** The same server without a socket, so that every guess can come from its own address. */
const app = await buildApp(deps)

const second = 1000
const day = 24 * 60 * 60 * second
const days = 5
const guessesADay = isLong ? 2_000 : 200
const atOnce = 20

const email = 'target@demo.example'
const mobile = '+61491570181'
const { customerId } = await addFamily(server, { email, mobile })

async function post(call: string, payload: object, remoteAddress: string) {
  const url = `/api/auth/customer/${call}`
  const reply = await app.inject({ method: 'POST', url, payload, remoteAddress })
  return { status: reply.statusCode, code: reply.json<{ code?: string }>().code ?? 'in' }
}

let seen = 0
async function newestCode(address: string): Promise<string> {
  expect(await post('send-otp', { email }, address)).toMatchObject({ status: 200 })
  const { code = '', seq } = await message(mobile, 'sms', seen)
  seen = seq
  return code
}

const sessions = () => deps.db.many(sql`select 1 from session where customer_id = ${customerId}`)

describe(`${days * guessesADay} guesses at a code`, () => {
  it('from as many addresses, twenty at once over five days, open nothing: only twenty a day are checked', async () => {
    const outcomes = { invalid_code: 0, rate_limited: 0, in: 0 } as Record<string, number>
    for (let today = 0; today < days; today += 1) {
      const code = await newestCode(`192.0.2.${today}`)
      let next = 0
      const guess = async () => {
        while (next < guessesADay) {
          const attempt = next
          next += 1
          // Never the right one: luck must not decide this test.
          const otp = String((Number(code) + 1 + attempt) % 1_000_000).padStart(6, '0')
          const address = `10.${today}.${attempt >> 8}.${attempt & 255}`
          const { code: outcome } = await post('otp-login', { email, otp }, address)
          outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
        }
      }
      await Promise.all(Array.from({ length: atOnce }, guess))

      // The code is locked after five. Even the right answer to a newer code comes too late today.
      await travel(31 * second)
      const right = await newestCode(`192.0.2.${100 + today}`)
      expect(await post('otp-login', { email, otp: right }, `198.51.100.${today}`)).toEqual({
        status: 429,
        code: 'rate_limited',
      })
      await travel(day)
    }
    expect(outcomes).toEqual({ invalid_code: 20 * days, rate_limited: (guessesADay - 20) * days, in: 0 })
    expect(await sessions()).toEqual([])
    const locked = await deps.db.many<{ tries: number }>(sql`
      select wrong_tries as tries from login_code where customer_id = ${customerId} and wrong_tries > 0`)
    expect(locked.map(({ tries }) => tries)).toEqual(Array(days).fill(5))
  })

  it('let the parent log in again the next day', async () => {
    const code = await newestCode('192.0.2.200')
    expect(await post('otp-login', { email, otp: code }, '192.0.2.200')).toEqual({ status: 200, code: 'in' })
  })

  it('over many codes are no better: all codes share the twenty tries of a day', async () => {
    await travel(day)
    const outcomes: string[] = []
    for (let round = 0; round < 5; round += 1) {
      const code = await newestCode(`192.0.2.${10 + round}`)
      const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
      for (let time = 0; time < 5; time += 1)
        outcomes.push((await post('otp-login', { email, otp: wrong }, `203.0.113.${round * 5 + time}`)).code)
      await travel(31 * second)
    }
    expect(outcomes).toEqual([...Array(20).fill('invalid_code'), ...Array(5).fill('rate_limited')])
  })
})

describe('Guesses from one address', () => {
  it('at the codes of many people are refused after thirty in an hour, right ones included', async () => {
    await travel(day)
    const address = '203.0.113.99'
    const outcomes: string[] = []
    for (let person = 0; person < 31; person += 1) {
      const stranger = `${randomUUID()}@demo.example`
      outcomes.push((await post('otp-login', { email: stranger, otp: '123456' }, address)).code)
    }
    expect(outcomes).toEqual([...Array(30).fill('invalid_code'), 'rate_limited'])
    const code = await newestCode('192.0.2.201')
    expect((await post('otp-login', { email, otp: code }, address)).code).toBe('rate_limited')
    expect((await post('otp-login', { email, otp: code }, '192.0.2.201')).code).toBe('in')
  })
})
