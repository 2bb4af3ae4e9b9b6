import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { addFamily } from '#tools/testing/family.ts'
import { isLong } from '#tools/testing/long.ts'
import { testServer } from '#tools/testing/server.ts'
import { buildApp } from '../../app/app.ts'
import { sql } from '../../platform/database/sql.ts'
import { readRateLimits } from '../../platform/rate-limit/limits.ts'

/** The rate limits of production. */
const server = await testServer({ rateLimits: readRateLimits() })
const { deps, message, travel } = server
/** Calls the same server without a socket, so that every guess can come from its own address. */
const app = await buildApp(deps)

const second = 1000
const day = 24 * 60 * 60 * second
const days = 5
const guessesADay = isLong ? 2_000 : 40
const atOnce = 20

const email = 'target@demo.example'
const mobile = '+61491570181'
const { customerId } = await addFamily(server, { email, mobile })

async function post(call: string, payload: object, remoteAddress: string, cookie = '') {
  const url = `/api/auth/customer/${call}`
  const reply = await app.inject({ method: 'POST', url, payload, remoteAddress, headers: { cookie } })
  return { status: reply.statusCode, code: reply.json<{ code?: string }>().code ?? 'in' }
}

let seen = 0
/** Requests a code and waits for it, so that the next message belongs to the next request. */
async function askForCode(address: string, cookie = ''): Promise<string | null> {
  if ((await post('send-otp', { email }, address, cookie)).status !== 200) return null
  const { code = '', seq } = await message(mobile, 'sms', seen)
  seen = seq
  return code
}

async function newestCode(address: string, cookie = ''): Promise<string> {
  const code = await askForCode(address, cookie)
  if (code === null) throw new Error('No code was sent')
  return code
}

const sessions = () => deps.db.many(sql`select 1 from session where customer_id = ${customerId}`)

describe(`${days * guessesADay} guesses at a code`, () => {
  it('from as many addresses, twenty at once over five days, open nothing: five a day are checked, and the parent gets in', async () => {
    const outcomes = { invalid_code: 0, code_used_up: 0, in: 0 } as Record<string, number>
    for (let today = 0; today < days; today += 1) {
      const home = `192.0.2.${today}`
      const code = await newestCode(home)
      let next = 0
      const guess = async () => {
        while (next < guessesADay) {
          const attempt = next
          next += 1
          // Skips the right code, so that the test does not depend on luck.
          const otp = String((Number(code) + 1 + attempt) % 1_000_000).padStart(6, '0')
          const address = `10.${today}.${attempt >> 8}.${attempt & 255}`
          const { code: outcome } = await post('otp-login', { email, otp }, address)
          outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
        }
      }
      await Promise.all(Array.from({ length: atOnce }, guess))
      expect(await sessions()).toHaveLength(today)
      expect(await post('otp-login', { email, otp: code }, home)).toEqual({ status: 200, code: 'in' })
      await travel(day)
    }
    expect(outcomes).toEqual({ invalid_code: 5 * days, code_used_up: (guessesADay - 5) * days, in: 0 })
  })

  it('over many codes are no better: all codes share the five, and then each who asked for a code has one try', async () => {
    const outcomes: string[][] = []
    for (let round = 0; round < 4; round += 1) {
      const asker = `192.0.2.${10 + round}`
      const code = await newestCode(asker)
      const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
      const tries: string[] = []
      for (const address of [`203.0.113.${round}`, asker, asker])
        tries.push((await post('otp-login', { email, otp: wrong }, address)).code)
      outcomes.push(tries)
      await travel(31 * second)
    }
    const [checked, used] = ['invalid_code', 'code_used_up']
    expect(outcomes).toEqual([
      [checked, checked, checked],
      [checked, checked, used],
      [used, checked, used],
      [used, checked, used],
    ])
  })

  it('from another address than the code was asked for are checked: a phone may change its network', async () => {
    await travel(day)
    const code = await newestCode('192.0.2.30')
    expect((await post('otp-login', { email, otp: code }, '2001:db8::30')).code).toBe('in')
  })
})

describe('A browser in which somebody has logged in', () => {
  it('has limits of its own: strangers use up neither its codes nor its tries', async () => {
    await travel(day)
    const right = await newestCode('192.0.2.40')
    const reply = await app.inject({
      method: 'POST',
      url: '/api/auth/customer/otp-login',
      payload: { email, otp: right },
      remoteAddress: '192.0.2.40',
    })
    const [cookie = ''] = String(reply.headers['set-cookie']).split(';')
    expect(String(reply.headers['set-cookie'])).toMatch(/HttpOnly; SameSite=Strict/)

    // Strangers request as many codes as the limits allow, and guess.
    for (let time = 0; time < 16; time += 1) {
      const address = `198.51.100.${time}`
      await askForCode(address)
      for (let guess = 0; guess < 2; guess += 1) await post('otp-login', { email, otp: '1' }, address)
      await travel(10 * 60 * second)
    }
    expect(await post('send-otp', { email }, '198.51.100.99')).toEqual({ status: 429, code: 'no_more_codes' })
    expect(await post('send-otp', { email }, '192.0.2.41')).toEqual({ status: 429, code: 'no_more_codes' })

    // The customer has moved to another address and mistypes the code.
    const code = await newestCode('192.0.2.41', cookie)
    expect((await post('otp-login', { email, otp: '1' }, '192.0.2.41', cookie)).code).toBe('invalid_code')
    expect((await post('otp-login', { email, otp: code }, '192.0.2.42', cookie)).code).toBe('in')
  })

  it('is known for that person only, and not by a cookie that somebody else made', async () => {
    await travel(day)
    const forged = `device-0000000000000000=${randomUUID()}.9999999999999.${'A'.repeat(43)}`
    for (let time = 0; time < 2; time += 1) await askForCode(`192.0.2.${50 + time}`, forged)
    expect((await post('send-otp', { email }, '192.0.2.52', forged)).status).toBe(429)
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
