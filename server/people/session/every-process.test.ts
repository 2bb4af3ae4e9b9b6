import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { addFamily } from '#tools/testing/family.ts'
import { startBeside } from '#tools/testing/server-process.ts'
import { callTo, testServer } from '#tools/testing/server.ts'
import { addStaff } from '#tools/testing/staff.ts'
import { sql } from '../../platform/database/sql.ts'
import { readRateLimits } from '../../platform/rate-limit/limits.ts'

const here = await testServer({ rateLimits: readRateLimits() })
const { deps, message } = here
const callHere = here.call
let started: ReturnType<typeof startBeside> | undefined
/** The other process, started by the first test that needs it. */
const beside = () => (started ??= startBeside(here, { RATE_LIMIT_SCALE: '1', RATE_LIMITS: '' }))
const callThere: typeof callHere = async (...sent) => callTo((await beside()).url)(...sent)
const calls = [callHere, callThere] as const

const email = 'everywhere@demo.example'
const mobile = '+61491570195'
const { customerId, accountId } = await addFamily(here, { email, mobile })
const overview = `GET /api/portal/customer/account/${accountId}/overview`

/** Every link that was mailed so far, once one of them logs in: the other process runs jobs, whose mails may come first. */
async function mailedLinks(to: string): Promise<string[]> {
  let links: string[] = []
  const isMailed = async () => {
    const mails = await fetch(`${here.sandboxUrl}/_sandbox/api/messages?to=${to}&kind=email`)
    const { messages } = (await mails.json()) as { messages: { links: string[] }[] }
    links = messages.flatMap((mail) => mail.links)
    return links.some(logsIn)
  }
  await expect.poll(isMailed).toBe(true)
  return links
}
const logsIn = (link: string) => link.startsWith(`${deps.config.portalOrigin}/login?token=`)

/** The replies to one token in each process. */
const everywhere = (token: string) =>
  Promise.all(calls.map(async (call) => (await call(overview, { token })).status))

describe('With two processes', () => {
  it('a log-out, a customer put out and an account taken away count at once in both', async () => {
    const token = await here.logIn(email, mobile)
    expect(await everywhere(token)).toEqual([200, 200])
    expect((await callThere('POST /api/auth/customer/logout', { token })).status).toBe(200)
    expect(await everywhere(token)).toEqual([401, 401])

    const second = await here.logIn(email, mobile)
    expect(await everywhere(second)).toEqual([200, 200])
    await deps.db.run(sql`delete from account_member where customer_id = ${customerId}`)
    expect(await everywhere(second)).toEqual([403, 403])
    await deps.db.run(
      sql`insert into account_member (account_id, customer_id) values (${accountId}, ${customerId})`,
    )
    await deps.db.run(sql`update customer set status = 'Disabled' where id = ${customerId}`)
    expect(await everywhere(second)).toEqual([401, 401])
    await deps.db.run(sql`update customer set status = 'Active' where id = ${customerId}`)
  })

  it('a word of staff ends every session of a customer in both, for good', async () => {
    const tokens = [await here.logIn(email, mobile), await here.logIn(email, mobile)]
    const { token: admin } = await addStaff(here, 'admin')
    for (const verb of ['disable', 'enable']) {
      const { status } = await callThere(`POST /api/staff/customers/${customerId}/${verb}`, {
        token: admin,
        body: { reason: 'Lost her phone' },
      })
      expect(status).toBe(200)
      for (const token of tokens) expect(await everywhere(token)).toEqual([401, 401])
    }
  })

  it('a limit is shared by both, and a code has five tries in all', async () => {
    const ask = (call: (typeof calls)[number], person: string) =>
      call('POST /api/auth/customer/email-login', { body: { email: person } })
    const person = `${randomUUID()}@demo.example`
    const replies = await Promise.all([...calls, ...calls, ...calls].map((call) => ask(call, person)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 429, 429, 429])

    const before = await message(mobile, 'sms')
    await callHere('POST /api/auth/customer/send-otp', { body: { email } })
    const { code = '' } = await message(mobile, 'sms', before.seq)
    const otp = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    await Promise.all(
      [...calls, ...calls, ...calls].map((call) =>
        call('POST /api/auth/customer/otp-login', { body: { email, otp } }),
      ),
    )
    expect(await callHere('POST /api/auth/customer/otp-login', { body: { email, otp: code } })).toMatchObject(
      {
        status: 400,
        body: { code: 'code_used_up' },
      },
    )
    const tries = await deps.db.many<{ tries: number }>(sql`
      select wrong_tries as tries from login_code where customer_id = ${customerId} and wrong_tries > 0`)
    expect(tries).toEqual([{ tries: 5 }])
  })

  it.each([
    ['reads', 300, 25, 'GET /api/portal/customer/stripe-pub-key'],
    ['writes', 60, 5, 'POST /api/portal/customer/chat'],
  ])('the %s of one session are %i in a minute, and at the most %i more', async (_, figure, part, what) => {
    const another = { email: `${randomUUID()}@demo.example`, mobile: `+6149157${1000 + figure}` }
    const { accountId: other } = await addFamily(here, another)
    const token = await here.logIn(another.email, another.mobile)
    await beside()
    // Starts a new minute of the clock, so that none begins amid the calls that are counted.
    const minute = 60_000
    await here.travel(minute - (deps.clock().getTime() % minute) + 1000)
    const answers: { status: number; retryAfter: number }[] = []
    for (let time = 0; time < figure + 2 * part; time += 10) {
      const sent = Array.from({ length: 10 }, (__, place) => calls[place % 2] ?? callHere)
      const replies = await Promise.all(sent.map((call) => call(what, { token })))
      answers.push(
        ...replies.map(({ status, headers }) => ({ status, retryAfter: Number(headers.get('retry-after')) })),
      )
    }
    const refused = answers.filter(({ status }) => status === 429)
    const through = answers.length - refused.length
    expect(through).toBeGreaterThanOrEqual(figure)
    expect(through).toBeLessThanOrEqual(figure + part)
    for (const { retryAfter } of refused) expect(retryAfter).toBeGreaterThan(0)
    await here.travel(minute)
    const read = `GET /api/portal/customer/account/${other}/overview`
    for (const call of calls) expect((await call(read, { token })).status).toBe(200)
  })

  it('a link opens one session, whichever of them is asked', async () => {
    await callThere('POST /api/auth/customer/email-login', { body: { email } })
    const link = (await mailedLinks(email)).find(logsIn)
    const token = new URL(link ?? '').searchParams.get('token')
    const replies = await Promise.all(
      [...calls, ...calls, ...calls].map((call) =>
        call('POST /api/auth/customer/token-login', { body: { token } }),
      ),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

describe('A caller’s claims about themselves', () => {
  const forged = {
    host: 'evil.example',
    'x-forwarded-for': '198.51.100.7',
    'x-real-ip': '198.51.100.7',
    forwarded: 'for=198.51.100.7;host=evil.example;proto=https',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
  }

  it('changes neither the limits, nor the links, nor what is logged', async () => {
    await deps.db.run(sql`delete from rate_limit`)
    const parent = 'claims@demo.example'
    await addFamily(here, { email: parent, mobile: '+61491570196' })
    const statuses: number[] = []
    for (let time = 0; time < 21; time += 1) {
      const person = time === 0 ? parent : `${randomUUID()}@demo.example`
      const headers = { ...forged, 'x-forwarded-for': `198.51.100.${time}` }
      const { status } = await callThere('POST /api/auth/customer/email-login', {
        body: { email: person },
        headers,
      })
      statuses.push(status)
    }
    expect(statuses).toEqual([...Array(20).fill(200), 429])
    const links = await mailedLinks(parent)
    expect(links.filter((link) => link.includes('evil'))).toEqual([])
    const keys = await deps.db.many<{ key: string }>(sql`select key from rate_limit`)
    expect(keys.filter(({ key }) => key.includes('198.51.100'))).toEqual([])
  })

  it('is not in the log, and no e-mail, code or token is', async () => {
    const token = await here.logIn(email, mobile)
    const { code = 'none' } = await message(mobile, 'sms')
    await callThere(overview, { token, headers: forged })
    await callThere(`GET /login?token=${token}&email=${email}`)
    await callThere('POST /api/auth/customer/test-error')
    const { output } = await beside()
    await expect.poll(output).toContain('test-error')
    for (const secret of ['198.51.100', 'evil.example', email, token, `"${code}"`, mobile])
      expect(output(), secret).not.toContain(secret)
  })
})
