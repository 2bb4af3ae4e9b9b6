import { decodeJwt } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { addFamily } from '#tools/testing/family.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../../platform/database/sql.ts'
import { authenticateCustomer, startCustomerSession } from './session.ts'

const server = await testServer()
const { call, travel, deps } = server
const minute = 60_000
const hour = 60 * minute

const email = 'olivia@demo.example'
const mobile = '+61491570101'
const { accountId, customerId } = await addFamily(server, { email, mobile })
const other = await addFamily(server, { email: 'noah@demo.example', mobile: '+61491570102' })

let token = ''
beforeEach(async () => {
  token = await server.logIn(email, mobile)
})

const overview = (id: string, bearer = token) =>
  call(`GET /api/portal/customer/account/${id}/overview`, { token: bearer })
const setupStatus = (id: string, bearer = token) =>
  call(`GET /api/portal/customer/account/${id}/account-setup-status`, { token: bearer })
const renewedToken = (reply: { headers: Headers }) => reply.headers.get('x-larkwell-session-token')

const joinOther = () =>
  deps.db.run(
    sql`insert into account_member (account_id, customer_id) values (${other.accountId}, ${customerId})`,
  )
const leaveOther = () =>
  deps.db.run(
    sql`delete from account_member where account_id = ${other.accountId} and customer_id = ${customerId}`,
  )

describe.each([
  ['that travels with the question who asks', overview],
  ['that is made once this is known', setupStatus],
])('A read %s', (_, read) => {
  it('is of an own account', async () => {
    expect((await read(accountId)).status).toBe(200)
  })

  it.each([
    ["another family's account", other.accountId],
    ['an account that does not exist', '00000000-0000-4000-8000-000000000000'],
    ['something that is not an account id', "x' or true --"],
    ['what no database can hold', `${accountId}\0`],
    ['an own account in another spelling', accountId.toUpperCase()],
  ])('may not see %s, and learns nothing about it', async (__, id) => {
    const { status, body } = await read(encodeURIComponent(id))
    expect([status, body]).toEqual([403, { code: 'forbidden', msg: 'You do not have access to this.' }])
  })

  it('asks the database whose account it is, not the token', async () => {
    await joinOther()
    expect((await read(other.accountId)).status).toBe(200)
    await leaveOther()
    expect((await read(other.accountId)).status).toBe(403)
  })

  it('is refused to a session that was ended, and to a customer who was disabled', async () => {
    const elsewhere = await server.logIn(email, mobile)
    await call('POST /api/auth/customer/logout', { token })
    expect((await read(accountId)).status).toBe(401)
    expect((await read(accountId, elsewhere)).status).toBe(200)
    await deps.db.run(sql`update customer set status = 'Disabled' where id = ${customerId}`)
    expect((await read(accountId, elsewhere)).status).toBe(401)
    await deps.db.run(sql`update customer set status = 'Active' where id = ${customerId}`)
  })

  it('renews the token, with all accounts that are theirs by then', async () => {
    await joinOther()
    await travel(16 * minute)
    const fresh = renewedToken(await read(accountId)) ?? ''
    expect((await read(accountId, fresh)).status).toBe(200)
    const theirs = [accountId, other.accountId].toSorted().map((id) => ({ accountId: id }))
    expect(decodeJwt(fresh)).toMatchObject({ sub: customerId, email, accounts: theirs })
    await leaveOther()
  })
})

describe('A session', () => {
  it('ends at log-out, at once and for good, and no other session with it', async () => {
    const elsewhere = await server.logIn(email, mobile)
    expect(await call('POST /api/auth/customer/logout', { token })).toMatchObject({ status: 200, body: {} })
    expect((await overview(accountId)).status).toBe(401)
    expect((await overview(accountId, elsewhere)).status).toBe(200)
    const actions = await deps.db.many(sql`
      select action from audit_event where subject_id = ${customerId} order by at desc, action desc limit 1`)
    expect(actions).toEqual([{ action: 'LoggedOut' }])
  })

  it.each([
    ['no token', undefined],
    ['an empty one', ''],
    ['garbage', 'garbage'],
    ['a token signed by someone else', 'eyJhbGciOiJIUzI1NiJ9.e30.AAAA'],
  ])('is refused with %s', async (_, bearer) => {
    const headers: Record<string, string> = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }
    const { status, body } = await call('GET /api/portal/customer/accounts', { headers })
    expect([status, body.code]).toEqual([401, 'unauthenticated'])
  })

  it('is renewed silently once half the life of its token has gone', async () => {
    await travel(14 * minute)
    expect(renewedToken(await overview(accountId))).toBeNull()
    await travel(2 * minute)
    const fresh = renewedToken(await overview(accountId))
    expect(decodeJwt(fresh ?? '')).toMatchObject({ sub: customerId, sid: decodeJwt(token)['sid'] })
    await travel(15 * minute)
    expect((await overview(accountId)).status).toBe(401)
    expect((await overview(accountId, fresh ?? '')).status).toBe(200)
  })

  it('is asked for again after half an hour at rest and after twelve hours at work, to the millisecond', async () => {
    const start = Math.floor(deps.clock().getTime() / 1000) * 1000
    const at = (ms: number) => ({ ...deps, clock: () => new Date(start + ms) })
    const customer = { customerId, email, name: 'Olivia Bennett', accountIds: [accountId] }
    const first = await startCustomerSession(deps.db, at(0), customer, 'Code')
    await expect(authenticateCustomer(at(30 * minute - 1), first)).resolves.toMatchObject({ customerId })
    await expect(authenticateCustomer(at(30 * minute), first)).rejects.toMatchObject({
      code: 'unauthenticated',
    })

    let current = first
    for (let passed = 20 * minute; passed < 12 * hour; passed += 20 * minute)
      current = (await authenticateCustomer(at(passed), current)).renewedToken ?? ''
    await expect(authenticateCustomer(at(12 * hour - 1), current)).resolves.toMatchObject({ customerId })
    await expect(authenticateCustomer(at(12 * hour), current)).rejects.toMatchObject({
      code: 'unauthenticated',
    })
  })

  it('is a new one at every log-in', async () => {
    const next = await server.logIn(email, mobile)
    expect(decodeJwt(next)['sid']).not.toBe(decodeJwt(token)['sid'])
  })

  it('keeps naming the member of staff who looks through a customer’s eyes', async () => {
    const now = deps.clock()
    await deps.db.run(sql`
      insert into session (customer_id, id, proof, impersonator_email, created_at, expires_at)
      values (${customerId}, 'staff-session', 'Impersonation', 'staff.support@demo.example', ${now},
        ${new Date(now.getTime() + hour)})`)
    const claims = { sub: customerId, sid: 'staff-session', email, name: 'Olivia Bennett', accounts: [] }
    const impersonation = await deps.tokens.sign('session', claims, now, 2 * minute)
    await travel(1.5 * minute)
    const fresh = renewedToken(await overview(accountId, impersonation))
    expect(decodeJwt(fresh ?? '')).toMatchObject({ impersonatorEmail: 'staff.support@demo.example' })
  })

  it('is over twelve hours after log-in, however busy it was', async () => {
    let current = token
    for (let passed = 0; passed < 12 * hour - 20 * minute; passed += 20 * minute) {
      await travel(20 * minute)
      const reply = await overview(accountId, current)
      expect(reply.status).toBe(200)
      current = renewedToken(reply) ?? current
    }
    await travel(21 * minute)
    expect((await overview(accountId, current)).status).toBe(401)
  })
})
