import { describe, expect, it } from 'vitest'
import { testServer } from '#tools/testing/server.ts'
import { addStaff } from '#tools/testing/staff.ts'

const server = await testServer()
const { call, message } = server

type Staff = Awaited<ReturnType<typeof addStaff>>

/** The cookie as a browser keeps it, with everything that the server has said about it. */
async function logIn({ email, mobile }: Staff) {
  await call('POST /api/staff/log-in', { body: { email } })
  const { code } = await message(mobile, 'sms')
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

  it('lets its owner in, and says who it is', async () => {
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

  it('changes nothing for a page of another site', async () => {
    const { cookie } = await logIn(await addStaff(server, 'admin'))
    const headers = { cookie, 'sec-fetch-site': 'cross-site' }
    expect((await call('POST /api/staff/log-out', { headers })).status).toBe(403)
    expect((await session(cookie)).body.person).not.toBeNull()
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
