import { describe, expect, it, onTestFinished } from 'vitest'
import { testServer } from '#tools/testing/server.ts'
import { addStaff } from '#tools/testing/staff.ts'

const server = await testServer()
const { call } = server

type Staff = Awaited<ReturnType<typeof addStaff>>

/** The cookie that a browser stores, with all attributes that the server has set. */
async function logIn({ email, mobile }: Staff) {
  await call('POST /api/staff/log-in', { body: { email } })
  const { code } = await server.message(mobile, 'sms')
  const reply = await call('POST /api/staff/session', { body: { email, code } })
  const [cookie = '', ...attributes] = (reply.headers.get('set-cookie') ?? '').split('; ')
  return { reply, cookie, attributes }
}

const session = (cookie: string) => call('GET /api/staff/session', { headers: { cookie } })

describe('A session of the desk', () => {
  it('is a cookie that scripts cannot read and other sites cannot send', async () => {
    const person = await addStaff(server, 'operations')
    const { reply, cookie, attributes } = await logIn(person)
    expect([reply.status, reply.body]).toEqual([200, expect.objectContaining({ role: 'operations' })])
    expect(JSON.stringify(reply.body)).not.toContain(cookie.split('=')[1])
    expect(attributes).toEqual(
      expect.arrayContaining(['HttpOnly', 'SameSite=Strict', 'Path=/api/staff', 'Max-Age=28800']),
    )
  })

  it('admits its owner, and returns who it is', async () => {
    const person = await addStaff(server, 'support')
    const { cookie } = await logIn(person)
    expect((await call('GET /api/staff/me', { headers: { cookie } })).body.email).toBe(person.email)
    expect((await session(cookie)).body.person).toMatchObject({ email: person.email, idleMinutes: 30 })
    expect((await call('GET /api/staff/members', { headers: { cookie } })).status).toBe(403)
  })

  it('opens nothing of the portal', async () => {
    const { cookie } = await logIn(await addStaff(server, 'admin'))
    expect((await call('GET /api/portal/customer/accounts', { headers: { cookie } })).status).toBe(401)
  })

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling domain', { 'sec-fetch-site': 'same-site' }],
    ['another site in an old browser', { origin: 'https://evil.example' }],
    ['a page without an origin', { origin: 'null' }],
    ['a page that is fetched in case it is wanted', { 'sec-purpose': 'prefetch' }],
  ])('changes nothing for %s', async (_, sent) => {
    const { cookie } = await logIn(await addStaff(server, 'admin'))
    const headers = { cookie, ...sent }
    expect((await call('POST /api/staff/log-out', { headers })).status).toBe(403)
    expect((await session(cookie)).body.person).not.toBeNull()
  })

  it.each([
    ['a page of ours', { 'sec-fetch-site': 'same-origin' }],
    ['a page of ours in an old browser', { origin: server.deps.config.portalOrigin }],
    ['a page at the address that was called', { origin: server.url }],
  ])('changes something for %s', async (_, sent) => {
    const { cookie } = await logIn(await addStaff(server, 'admin'))
    expect((await call('POST /api/staff/log-out', { headers: { cookie, ...sent } })).status).toBe(200)
  })

  it('is sent over HTTPS only where the portal has it', async () => {
    const { attributes: inDemo } = await logIn(await addStaff(server, 'support'))
    expect(inDemo).not.toContain('Secure')
    const { config } = server.deps
    const { portalOrigin } = config
    onTestFinished(() => void (config.portalOrigin = portalOrigin))
    config.portalOrigin = 'https://portal.larkwell.example'
    const { attributes } = await logIn(await addStaff(server, 'support'))
    expect(attributes).toContain('Secure')
  })

  it('is over after half an hour without a call, and a call keeps it', async () => {
    const { cookie } = await logIn(await addStaff(server, 'support'))
    const me = async () => (await call('GET /api/staff/me', { headers: { cookie } })).status
    for (const minutes of [29, 29]) {
      await server.travel(minutes * 60_000)
      expect(await me()).toBe(200)
    }
    await server.travel(31 * 60_000)
    expect(await me()).toBe(401)
    expect((await session(cookie)).body.person).toBeNull()
  })

  it('loses the rights that its owner’s new role lacks from the next call on, and nothing else', async () => {
    const person = await addStaff(server, 'operations')
    const { cookie } = await logIn(person)
    const approvals = async () => (await call('GET /api/staff/approvals', { headers: { cookie } })).status
    expect(await approvals()).toBe(200)
    const admin = await addStaff(server, 'admin')
    await call(`PUT /api/staff/members/${person.staffId}`, {
      token: admin.token,
      body: { role: 'support', reason: 'Moves to another desk' },
    })
    expect(await approvals()).toBe(403)
    expect((await session(cookie)).body.person).toMatchObject({ role: 'support' })
  })

  it('is over after logging out, and leaves the browser', async () => {
    const { cookie } = await logIn(await addStaff(server, 'support'))
    const out = await call('POST /api/staff/log-out', { headers: { cookie } })
    expect(out.headers.get('set-cookie')).toContain('larkwell-staff=; Path=/api/staff; Max-Age=0')
    expect((await session(cookie)).body).toMatchObject({ person: null, sessionHours: 8 })
    expect((await call('GET /api/staff/me', { headers: { cookie } })).status).toBe(401)
  })

  it.each([
    ['no cookie', ''],
    ['a made-up one', 'larkwell-staff=abc'],
  ])('is nobody’s with %s', async (_, cookie) => {
    expect((await session(cookie)).body).toMatchObject({ person: null, sessionHours: 8 })
  })
})
