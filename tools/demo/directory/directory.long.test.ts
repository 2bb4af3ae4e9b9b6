import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Overview } from '#contract/overview.ts'
import { sql } from '#server/platform/database/sql.ts'
import { followClock } from '#server/app/follow-clock.ts'
import { freePort } from '../../ports.ts'
import { addFamily } from '../../testing/family.ts'
import { drawSample } from '../../testing/sample-files.ts'
import { testServer } from '../../testing/server.ts'
import { linkSources } from '../link-sources.ts'
import { loadDemo } from '../load.ts'
import type { Directory } from '#sandbox/people/directory.ts'
import { serveDirectory } from './serve.ts'

const directoryUrl = `http://127.0.0.1:${await freePort()}`
const server = await testServer({ directoryUrl })
const { deps, sandboxUrl } = server
const { db, clock } = deps
const directory = await serveDirectory({ db, clock, portalOrigin: server.url }, directoryUrl)
afterAll(() => directory.close())

type Listed = Directory['families'][number]

const people = async () => (await (await fetch(`${sandboxUrl}/_sandbox/api/people`)).json()) as Directory
const listed = async (login: string): Promise<Listed & { account: Listed['accounts'][number] }> => {
  const family = (await people()).families.find(({ email }) => email === `${login}@demo.example`)
  const account = family?.accounts[0]
  if (!family || !account) throw new Error(`${login} is not listed with an account`)
  return { ...family, account }
}
const ask = async (path: string, body: object) => {
  const reply = await server.sandboxApi(path, body)
  return {
    status: reply.status,
    ...((await reply.json()) as { url: string; command?: string; error?: string }),
  }
}
/** What the portal would do with the address. */
const open = async (url: string) => {
  const { searchParams, hash, pathname } = new URL(url)
  expect(pathname).toBe('/login')
  const token = searchParams.get('token')
  const otp = new URLSearchParams(hash.slice(1)).get('code')
  return token === null
    ? server.call('POST /api/auth/customer/otp-login', { body: { email: searchParams.get('email'), otp } })
    : server.call('POST /api/auth/customer/token-login', { body: { token } })
}

beforeAll(async () => {
  await db.transaction((tx) => loadDemo(tx, clock(), drawSample))
})

describe('The list of families', () => {
  it('has every demo family with a sentence of its own, by what it is about', async () => {
    const { families, staff } = await people()
    expect(families).toHaveLength(171)
    expect(families.filter(({ shows }) => !/^[A-Z].+\.$/.test(shows))).toEqual([])
    expect(families[0]).toMatchObject({ name: 'Olivia Nguyen', region: 'AU', group: 'Start here' })
    expect(staff.map(({ email }) => email.split('@')[0])).toEqual([
      'staff.support',
      'staff.ops',
      'staff.admin',
    ])
  })

  it.each(['olivia', 'harriet', 'pm.all', 'plan.failed', 'pm.bpayonly'])(
    'has the next payment of %s as the portal shows it',
    async (login) => {
      const { account } = await listed(login)
      const { body } = await open((await ask('log-in', { email: `${login}@demo.example` })).url)
      const path = `GET /api/portal/customer/account/${account.id}/overview`
      const overview = (await server.call(path, { token: body.token })).body as Overview
      const { date, total } = overview.nextRepayment!
      expect(account.nextPayment).toMatchObject({ date, amountMinor: Math.round(total * 100) })
    },
  )

  it('says what is left to do, and has no payment to come for closed accounts and those on hold', async () => {
    expect((await listed('setup.method')).account.setUp).toBe('has to add a payment method')
    expect((await listed('oneinactive')).account.nextPayment).toBeNull()
    const { account } = await listed('type.payplus')
    expect(account.nextPayment).not.toBeNull()
    await db.run(sql`
      insert into account_hold (account_id, id, started_at, ends_on)
      values (${account.id}, gen_random_uuid(), ${clock()}, '2099-01-01')`)
    expect((await listed('type.payplus')).account.nextPayment).toBeNull()
  })

  it('has everybody who was added later', async () => {
    await addFamily(server, { email: 'new@family.example', mobile: '+61491570999' })
    const added = (await people()).families.filter(({ group }) => group === 'Added later')
    expect(added.map(({ email }) => email)).toEqual(['new@family.example'])
  })

  it('has a link for every payment request of the demo', async () => {
    const { guests } = await people()
    expect(guests).toHaveLength(24)
    const [first] = guests
    const id = new URL(first!.url).searchParams.get('request')
    const { status } = await server.call(`GET /api/portal/guest/payment-page-details?request=${id}`)
    expect(status).toBe(200)
  })
})

describe('A log-in from the sandbox', () => {
  it.each(['multi', 'pay.uk'])('reads the code that was texted to %s', async (login) => {
    const { url } = await ask('log-in', { email: `${login}@demo.example` })
    expect(url).toMatch(/#code=\d{6}&ending=\d{3}$/)
    expect(await open(url)).toMatchObject({ status: 200, body: { token: expect.any(String) } })
  })

  it.each(['nomobile', 'nocontact'])('takes the link that was mailed to %s', async (login) => {
    const { url } = await ask('log-in', { email: `${login}@demo.example` })
    expect(await open(url)).toMatchObject({ status: 200 })
  })

  it('works a second time at once', async () => {
    const asked = { email: 'twoactive@demo.example' }
    const [first, second] = [await ask('log-in', asked), await ask('log-in', asked)]
    expect(await open(second.url)).toMatchObject({ status: 200 })
    expect(first.url).not.toBe(second.url)
  })

  it('uses a code that the family has asked for itself', async () => {
    const body = { email: 'allinactive@demo.example' }
    const { mobile } = (await people()).families.find(({ email }) => email === body.email)!
    const before = await server.lastMessage()
    await server.call('POST /api/auth/customer/send-otp', { body })
    const { code } = await server.message(mobile!, 'sms', before)
    expect((await ask('log-in', body)).url).toContain(`#code=${code}`)
  })

  it('shows the portal to staff as a customer sees it, and knows their command', async () => {
    const email = 'staff.support@demo.example'
    const { url, command } = await ask('staff-log-in', { email, customer: 'olivia@demo.example' })
    expect(command).toBe(`OPS_URL=${server.url} npm run ops -- log-in ${email}`)
    const { body } = await open(url)
    const { status } = await server.call('GET /api/portal/customer/impersonation', { token: body.token })
    expect(status).toBe(200)
    const again = await ask('staff-log-in', { email, customer: 'harriet@demo.example' })
    expect(await open(again.url)).toMatchObject({ status: 200 })
  })

  it('gives staff a command with a code that works', async () => {
    const email = 'staff.ops@demo.example'
    const { command = '' } = await ask('staff-log-in', { email })
    const code = / --code (\d{6})$/.exec(command)?.[1]
    const { body } = await server.call('POST /api/staff/token', { body: { email, code } })
    expect(body).toMatchObject({ role: 'operations' })
  })

  it.each([
    ['log-in', { email: 'nobody@demo.example' }, 404],
    ['log-in', {}, 400],
    ['staff-log-in', { email: 'olivia@demo.example' }, 404],
    ['staff-log-in', { email: 'staff.support@demo.example', customer: 'nobody@demo.example' }, 404],
    ['next-payment', { accountId: 'nobody' }, 404],
  ])('%s refuses %j', async (path, body, status) => {
    expect(await ask(path, body)).toMatchObject({ status, error: expect.any(String) })
  })
})

describe('Moving the clock to the next payment', () => {
  it('has it announced in time, and then collected at once', async () => {
    const { account } = await listed('olivia')
    const { account: other } = await listed('pm.bpayonly')
    await linkSources(deps, account.id)
    // A hundred others would be told of their payments on that day too.
    await db.run(sql`
      insert into account_hold (account_id, id, started_at, ends_on)
      select id, gen_random_uuid(), ${clock()}, '2099-01-01' from account
      where id not in (${account.id}, ${other.id}) and id not in (select account_id from account_hold)`)
    const stop = followClock(deps)
    try {
      const reply = await server.sandboxApi('next-payment', { accountId: account.id })
      expect(reply.status).toBe(200)
      const { at, amountMinor } = account.nextPayment!
      const taken = () =>
        db.first<object>(sql`
          select status, (amount_minor + surcharge_minor)::int as amount from payment
          where account_id = ${account.id} and kind = 'Instalment' and created_at >= ${new Date(at)}`)
      await expect.poll(taken, { timeout: 300_000 }).toEqual({ status: 'Succeeded', amount: amountMinor })
      expect(clock().getTime()).toBeGreaterThanOrEqual(Date.parse(at))
      expect((await listed('olivia')).account.nextPayment!.date > account.nextPayment!.date).toBe(true)
      // Nothing is collected from a family that sends its money itself.
      expect(
        await db.first(sql`
        select 1 from payment where account_id = ${other.id} and created_at >= ${new Date(at)}`),
      ).toBeUndefined()
    } finally {
      stop()
    }
  })
})
