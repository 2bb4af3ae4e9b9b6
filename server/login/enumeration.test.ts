import { describe, expect, it } from 'vitest'
import { addFamily } from '#tools/testing/family.ts'
import { testServer } from '#tools/testing/server.ts'
import { addStaff } from '#tools/testing/staff.ts'
import type { Db, Transaction } from '../database/open.ts'
import { sql, type Statement } from '../database/sql.ts'
import type { Deps } from '../deps.ts'
import { askForStaffCode, logInStaff } from '../staff/access/staff-login.ts'
import { requestLink, loginWithCode, sendCode } from './login.ts'

const server = await testServer()
const { call, deps } = server

const known = 'known@demo.example'
const withoutMobile = 'nomobile@demo.example'
const unknown = 'unknown@demo.example'
await addFamily(server, { email: known, mobile: '+61491570191' })
await addFamily(server, { email: withoutMobile, mobile: null })

/** Every statement sent to the database before the reply, in order: this is what takes time. */
async function stepsOf(work: (deps: Deps) => Promise<unknown>): Promise<string[]> {
  const steps: string[] = []
  const noted = (db: Db): Db => ({
    many: (statement) => db.many(note(statement)),
    first: (statement) => db.first(note(statement)),
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
    ['asking for a code', 3, (email: string) => (deps: Deps) => sendCode(deps, email, 'a')],
    ['trying a code', 5, (email: string) => (deps: Deps) => loginWithCode(deps, email, '123456', 'a')],
    ['asking for a link', 5, (email: string) => (deps: Deps) => requestLink(deps, email, undefined, 'a')],
  ])('by how long %s takes: both take the same steps', async (_, least, work) => {
    const [customer, stranger] = [await stepsOf(work(withoutMobile)), await stepsOf(work(unknown))]
    expect(customer).toEqual(stranger)
    expect(customer.length + 1).toBeGreaterThanOrEqual(least)
  })

  it('by how long a link takes, whether or not they have a mobile', async () => {
    const work = (email: string) => (deps: Deps) => requestLink(deps, email, '/transactions', 'a')
    expect(await stepsOf(work(known))).toEqual(await stepsOf(work(unknown)))
  })

  it.each([
    ['send-otp', {}],
    ['email-login', {}],
    ['otp-login', { otp: '123456' }],
  ])('by the answer to %s: status, headers and size are the same', async (path, rest) => {
    await deps.db.run(sql`delete from rate_limit`)
    const send = (email: string) => call(`POST /api/auth/customer/${path}`, { body: { email, ...rest } })
    const shown = ({ status, headers, body }: Awaited<ReturnType<typeof send>>) => ({
      status,
      body: JSON.stringify(body),
      headers: [...headers].filter(([name]) => name !== 'x-request-id' && name !== 'date'),
    })
    expect(shown(await send(withoutMobile))).toEqual(shown(await send(unknown)))
  })

  it('by a request to wait: a stranger gets it, too', async () => {
    await deps.db.run(sql`delete from rate_limit`)
    const send = (email: string) => call('POST /api/auth/customer/send-otp', { body: { email } })
    for (const email of [known, withoutMobile, unknown]) {
      expect([(await send(email)).status, (await send(email)).status]).toEqual([200, 429])
    }
  })

  it('by what waits in the queue: a stranger’s e-mail is not kept there', async () => {
    const jobs = await deps.db.many<{ data: string }>(sql`
      select data::text as data from pgboss.job where name = 'mail-link'`)
    expect(jobs.length).toBeGreaterThan(0)
    expect(jobs.filter(({ data }) => data.includes(unknown))).toEqual([])
  })
})

describe('Nobody can tell a member of staff from a stranger', () => {
  it.each([
    ['asking for a code', 5, (email: string) => (deps: Deps) => askForStaffCode(deps, email, 'a')],
    [
      'trying a code',
      5,
      (email: string) => (deps: Deps) =>
        logInStaff(deps, { email, code: '123456' }, { address: 'a', requestId: 'r' }),
    ],
  ])('by how long %s takes: both take the same steps', async (_, least, work) => {
    const { email } = await addStaff(server, 'admin')
    const [person, stranger] = [await stepsOf(work(email)), await stepsOf(work(unknown))]
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
