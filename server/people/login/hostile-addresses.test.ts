import { describe, expect, it } from 'vitest'
import { addFamily } from '#tools/testing/family.ts'
import { isLong } from '#tools/testing/long.ts'
import { testServer } from '#tools/testing/server.ts'
import { addStaff } from '#tools/testing/staff.ts'
import { sql } from '../../platform/database/sql.ts'
import { readRateLimits } from '../../platform/rate-limit/limits.ts'

/** The rate limits of production, behind a proxy that reports the caller's address. */
const server = await testServer({ rateLimits: readRateLimits(), trustedProxies: ['127.0.0.1'] })
const { call, deps, message, lastMessage, travel } = server

const second = 1000
const minute = 60 * second
const day = 24 * 60 * minute

const strangers = isLong ? 1000 : 30
const atOnce = 10

let addresses = 0
/** Half of the addresses are IPv6, each in its own network. */
const elsewhere = () => {
  addresses += 1
  return addresses % 2
    ? `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`
    : `2001:db8:${(addresses >> 16).toString(16)}:${(addresses & 65_535).toString(16)}::1`
}

const post = (path: string, body: object, address: string) =>
  call(`POST ${path}`, { body, headers: { 'x-forwarded-for': address } })

/** Customers and staff log in by the same rules, each at their own endpoints. */
const doors = {
  customer: { ask: '/api/auth/customer/send-otp', enter: '/api/auth/customer/otp-login', field: 'otp' },
  staff: { ask: '/api/staff/log-in', enter: '/api/staff/token', field: 'code' },
}

let people = 0
async function parent() {
  people += 1
  const contact = { email: `target${people}@demo.example`, mobile: `+6149157${String(20_100 + people)}` }
  await addFamily(server, contact)
  return contact
}

async function person(kind: keyof typeof doors) {
  const door = doors[kind]
  const { email, mobile } = kind === 'staff' ? await addStaff(server, 'admin') : await parent()
  const ask = (address: string) => post(door.ask, { email }, address)
  const enter = (code: string, address: string) => post(door.enter, { email, [door.field]: code }, address)
  const codeAt = async (address: string) => {
    const before = await lastMessage()
    expect(await ask(address)).toMatchObject({ status: 200 })
    return (await message(mobile, 'sms', before)).code ?? ''
  }
  const texts = async () =>
    (await deps.db.many(sql`select 1 from outbox_message where recipient = ${mobile}`)).length
  const hasOpenCode = async () => {
    const open = await deps.db.many(sql`
      select from login_code join customer on customer.id = customer_id
      where email = ${email} and closed_at is null and expires_at > ${deps.clock()}
      union all
      select from staff_code join staff on staff.id = staff_id
      where email = ${email} and closed_at is null and expires_at > ${deps.clock()}`)
    return open.length > 0
  }
  return { ask, enter, codeAt, texts, hasOpenCode }
}

/** Never the right code, so that the test does not depend on luck. */
const wrong = (code: string, time: number) => String((Number(code) + 1 + time) % 1_000_000).padStart(6, '0')

/** Lets every stranger make a call from their own address. */
async function everyone(does: (address: string, time: number) => Promise<unknown>) {
  let next = 0
  const one = async () => {
    while (next < strangers) {
      const time = next
      next += 1
      await does(elsewhere(), time)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, one))
}

describe.each([
  ['customer', 'customer'],
  ['member of staff', 'staff'],
] as const)(`${strangers} hostile addresses and a %s`, (_, kind) => {
  it('who is entering a code: wrong guesses do not use it up', async () => {
    const { enter, codeAt } = await person(kind)
    const home = elsewhere()
    const code = await codeAt(home)
    await everyone((address, time) => enter(wrong(code, time), address))
    expect((await enter(code, home)).status).toBe(200)
  })

  it('who asks for a code after days of guesses: it still works', async () => {
    const { enter, codeAt } = await person(kind)
    for (let today = 0; today < 2; today += 1) {
      await everyone((address, time) => enter(wrong('000000', time), address))
      await travel(day)
    }
    await everyone((address, time) => enter(wrong('000000', time), address))
    const home = elsewhere()
    const code = await codeAt(home)
    await everyone((address, time) => enter(wrong(code, time), address))
    expect((await enter(code, home)).status).toBe(200)
  })

  it('who is entering a code: requests for other codes neither replace it nor flood the phone', async () => {
    const { enter, ask, codeAt, texts } = await person(kind)
    const home = elsewhere()
    const code = await codeAt(home)
    await travel(31 * second)
    await everyone((address) => ask(address))
    await travel(31 * second)
    await everyone((address) => ask(address))
    expect(await texts()).toBeLessThanOrEqual(3)
    expect((await enter(code, home)).status).toBe(200)
  })

  it('who asks for a code after a wave of requests: one is sent, and it works', async () => {
    const { enter, ask, codeAt } = await person(kind)
    await everyone((address) => ask(address))
    await everyone((address, time) => enter(wrong('000000', time), address))
    await travel(31 * second)
    const home = elsewhere()
    const code = await codeAt(home)
    expect((await enter(code, home)).status).toBe(200)
  })

  it('that guess at codes they had sent, for a day: only twenty guesses are checked', async () => {
    const { enter, ask, texts, hasOpenCode } = await person(kind)
    let checked = 0
    for (let round = 0; round < 23; round += 1) {
      for (let time = 0; time < 10; time += 1) {
        const asker = elsewhere()
        await ask(asker)
        for (const address of [asker, asker, elsewhere()]) {
          const isGuess = await hasOpenCode()
          // A code has six digits, so this is never the right code.
          const { body } = await enter('1', address)
          expect(['invalid_code', 'code_expired', 'code_used_up']).toContain(body.code)
          // Two tries do not use up a code, so a code that is used up was refused without a check.
          if (isGuess && body.code !== 'code_used_up') checked += 1
        }
        await travel(31 * second)
      }
      await travel(56 * minute)
    }
    expect(checked).toBeGreaterThan(5)
    expect(checked).toBeLessThanOrEqual(20)
    expect(await texts()).toBeLessThanOrEqual(15)
  })
})

describe(`${strangers} hostile addresses that ask for links`, () => {
  it('flood no mailbox, and the parent logs in with the newest that is there', async () => {
    const { email } = await parent()
    const ask = (address: string) => post('/api/auth/customer/email-login', { email }, address)
    const mails = () => deps.db.many(sql`select 1 from outbox_message where recipient = ${email}`)
    const mailsWritten = () =>
      deps.db.many(sql`select 1 from pgboss.job where name = 'mail-link' and state < 'completed'`)
    const logIn = async () => {
      const { links } = await message(email, 'email')
      const token = new URL(links?.find((link) => link.includes('token=')) ?? '').searchParams.get('token')
      return (await post('/api/auth/customer/token-login', { token }, elsewhere())).status
    }
    await everyone((address) => ask(address))
    await expect.poll(mailsWritten).toEqual([])
    expect(await mails()).toHaveLength(3)
    // Nine minutes later one link still works, and no further one is sent.
    await travel(9 * minute)
    expect((await ask(elsewhere())).status).toBe(200)
    await expect.poll(mailsWritten).toEqual([])
    expect(await mails()).toHaveLength(3)
    expect(await logIn()).toBe(200)

    await everyone((address) => ask(address))
    await expect.poll(mailsWritten).toEqual([])
    await travel(11 * minute)
    await everyone((address) => ask(address))
    await expect.poll(mailsWritten).toEqual([])
    expect((await mails()).length).toBeLessThanOrEqual(7)
    expect(await logIn()).toBe(200)
  })
})
