import { describe, expect, it } from 'vitest'
import { addFamily } from '#tools/testing/family.ts'
import { testServer } from '#tools/testing/server.ts'
import { addStaff } from '#tools/testing/staff.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import { sql, type Statement } from '../../platform/database/sql.ts'
import type { Deps } from '../../platform/deps.ts'
import { requestStaffCode, logInStaff } from '../staff-access/staff-login.ts'
import { requestLink, loginWithCode, sendCode } from './login.ts'

const server = await testServer()
const { call, deps, travel } = server

const known = 'known@demo.example'
const withoutMobile = 'nomobile@demo.example'
const unknown = 'unknown@demo.example'
await addFamily(server, { email: known, mobile: '+61491570191' })
await addFamily(server, { email: withoutMobile, mobile: null })

type Shown = Awaited<ReturnType<typeof call>>

/** The parts of a reply that a stranger can see. */
const shown = ({ status, headers, body }: Shown) => ({
  status,
  body: JSON.stringify(body),
  headers: [...headers].filter(([name]) => name !== 'x-request-id' && name !== 'date'),
})

/** Every statement sent to the database before the reply, in order, because they account for the time. */
async function stepsOf(work: (deps: Deps) => Promise<unknown>): Promise<string[]> {
  const steps: string[] = []
  const noted = (db: Db): Db => ({
    many: (statement) => db.many(note(statement)),
    first: (statement) => db.first(note(statement)),
    value: (statement) => db.value(note(statement)),
    values: (statement) => db.values(note(statement)),
    run: (statement) => db.run(note(statement)),
  })
  const note = (statement: Statement) => {
    steps.push(statement.text)
    return statement
  }
  const client = (tx: Transaction) =>
    new Proxy(tx.client, {
      get: (target, name) =>
        name === 'query'
          ? (text: string, values: unknown[]) => {
              steps.push(text)
              return target.query(text, values)
            }
          : Reflect.get(target, name),
    })
  const transaction: Deps['db']['transaction'] = async (work) => {
    steps.push('begin')
    const result = await deps.db.transaction((tx) => work({ ...noted(tx), client: client(tx) }))
    steps.push('commit')
    return result
  }
  const db = { ...deps.db, ...noted(deps.db), transaction }
  await work({ ...deps, db }).catch(() => steps.push('refused'))
  return steps
}

describe('Nobody can tell a customer from a stranger', () => {
  it.each([
    ['asking for a code', 5, (email: string) => (deps: Deps) => sendCode(deps, { email, address: 'a' })],
    ['asking again too soon', 5, (email: string) => (deps: Deps) => sendCode(deps, { email, address: 'a' })],
    [
      'trying a code',
      5,
      (email: string) => (deps: Deps) => loginWithCode(deps, { email, address: 'a' }, '123456'),
    ],
    [
      'asking for a link',
      5,
      (email: string) => (deps: Deps) => requestLink(deps, { email, address: 'a' }, '/transactions'),
    ],
  ])('by how long %s takes: all take the same steps', async (_, least, work) => {
    const stranger = await stepsOf(work(unknown))
    expect(await stepsOf(work(known))).toEqual(stranger)
    expect(await stepsOf(work(withoutMobile))).toEqual(stranger)
    expect(stranger.length).toBeGreaterThanOrEqual(least)
  })

  it.each([
    ['email-login', {}],
    ['otp-login', { otp: '1' }],
  ])('by the answer to %s: status, headers and size are the same', async (path, rest) => {
    const send = (email: string) => call(`POST /api/auth/customer/${path}`, { body: { email, ...rest } })
    expect(shown(await send(known))).toEqual(shown(await send(unknown)))
  })

  it('by the answers to two hundred requests for a code each', async () => {
    const emails = Array.from({ length: 200 }, (_, place) => `crowd${place}@demo.example`)
    // A fifth has no mobile, and a third of the others is in the United Kingdom.
    await deps.db.run(sql`
      insert into customer (id, email, first_name, last_name, mobile_e164, region, created_at)
      select md5(place::text)::uuid, 'crowd' || place || '@demo.example', 'Olivia', 'Bennett',
        case when place % 5 = 0 then null when place % 3 = 0 then '+447700900' else '+614915700' end
          || lpad((place * 7 % 1000)::text, 3, '0'),
        case when place % 3 = 0 then 'UK' else 'AU' end, ${deps.clock()}
      from generate_series(0, 199) place`)
    const send = (email: string) => call('POST /api/auth/customer/send-otp', { body: { email } })
    const shapes = async (crowd: string[]) => {
      const counts = new Map<string, number>()
      for (const reply of await Promise.all(crowd.map(send))) {
        const { body, ...rest } = shown(reply)
        const sent = JSON.parse(body) as { mobileLast3Digits: string | null; countryCode: string | null }
        const digits = sent.mobileLast3Digits?.replace(/^\d{3}$/, '123') ?? null
        const shape = JSON.stringify({ ...rest, ...sent, mobileLast3Digits: digits, size: body.length })
        counts.set(shape, (counts.get(shape) ?? 0) + 1)
      }
      return counts
    }
    const customers = await shapes(emails)
    const strangers = await shapes(emails.map((email) => `not.${email}`))
    expect([...strangers.keys()].toSorted()).toEqual([...customers.keys()].toSorted())
    for (const [shape, count] of customers) {
      expect(strangers.get(shape), shape).toBeGreaterThan(count / 2)
      expect(strangers.get(shape), shape).toBeLessThan(count * 2)
    }
  })

  it('by asking again: a stranger has the same digits every time, and nothing is sent to anybody', async () => {
    const send = (email: string) => call('POST /api/auth/customer/send-otp', { body: { email } })
    const email = 'again@demo.example'
    const first = await send(email)
    await travel(31_000)
    expect((await send(email)).body).toEqual(first.body)
    await expect
      .poll(() =>
        deps.db.many(sql`select 1 from pgboss.job where name = 'send-log-in-code' and state < 'completed'`),
      )
      .toEqual([])
    const [texts, codes] = await Promise.all([
      deps.db.many<{ recipient: string }>(
        sql`select distinct recipient from outbox_message where channel = 'Sms'`,
      ),
      deps.db.many(sql`
        select 1 from login_code join customer on customer.id = customer_id where mobile_e164 is null`),
    ])
    const customers = await deps.db.many<{ mobile: string }>(sql`select mobile_e164 as mobile from customer`)
    const mobiles = new Set(customers.map(({ mobile }) => mobile))
    expect(texts.filter(({ recipient }) => !mobiles.has(recipient))).toEqual([])
    expect(codes).toEqual([])
  })

  it('by a request to wait, or by what wrong codes lead to: a stranger gets the same answers', async () => {
    const send = (email: string) => call('POST /api/auth/customer/send-otp', { body: { email } })
    const enter = (email: string) => call('POST /api/auth/customer/otp-login', { body: { email, otp: '1' } })
    const answers = async (email: string) => {
      const replies = [await send(email), await send(email)]
      for (let time = 0; time < 22; time += 1) replies.push(await enter(email))
      await travel(31_000)
      replies.push(await send(email))
      replies.push(await enter(email), await enter(email))
      return replies.map(({ status, body }) => [status, body.code])
    }
    await deps.db.run(sql`delete from rate_limit`)
    const stranger = await answers(unknown)
    expect(await answers(known)).toEqual(stranger)
    expect(await answers(withoutMobile)).toEqual(stranger)
  })

  it('by what waits in the queue: a stranger’s e-mail is not kept there', async () => {
    const jobs = await deps.db.many<{ data: string }>(sql`
      select data::text as data from pgboss.job where name in ('mail-link', 'send-log-in-code')`)
    expect(jobs.length).toBeGreaterThan(0)
    expect(jobs.filter(({ data }) => data.includes(unknown))).toEqual([])
  })
})

describe('Nobody can tell a member of staff from a stranger', () => {
  it.each([
    ['asking for a code', 5, (email: string) => (deps: Deps) => requestStaffCode(deps, email, 'a')],
    [
      'trying a code',
      5,
      (email: string) => (deps: Deps) =>
        logInStaff(deps, { email, code: '123456' }, { address: 'a', requestId: 'r' }),
    ],
  ])('by how long %s takes: both take the same steps', async (_, least, work) => {
    const { email } = await addStaff(server, 'admin')
    const [person, stranger] = [await stepsOf(work(email)), await stepsOf(work(`no.${email}`))]
    expect(person).toEqual(stranger)
    expect(person.length).toBeGreaterThanOrEqual(least)
  })

  it('by what waits in the queue: a stranger’s e-mail is not kept there', async () => {
    const jobs = await deps.db.many<{ data: string }>(sql`
      select data::text as data from pgboss.job where name = 'send-staff-code'`)
    expect(jobs.length).toBeGreaterThan(0)
    expect(jobs.filter(({ data }) => data.includes(unknown))).toEqual([])
  })
})
