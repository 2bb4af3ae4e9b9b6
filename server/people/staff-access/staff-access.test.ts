import { createHmac, randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { addFamily } from '#tools/testing/family.ts'
import { testServer } from '#tools/testing/server.ts'
import { addStaff } from '#tools/testing/staff.ts'
import { sql } from '../../platform/database/sql.ts'

const server = await testServer()
const { call, deps, message, travel } = server
const minute = 60_000

type Staff = Awaited<ReturnType<typeof addStaff>>

const askCode = (email: string) => call('POST /api/staff/log-in', { body: { email } })
const enter = (email: string, code: string) => call('POST /api/staff/token', { body: { email, code } })
const me = (token: string) => call('GET /api/staff/me', { token })
const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

async function codeFor({ email, mobile }: Pick<Staff, 'email' | 'mobile'>, after?: number) {
  expect((await askCode(email)).status).toBe(200)
  const sms = await message(mobile, 'sms', after)
  return { code: sms.code ?? '', seq: sms.seq }
}

const auditOf = (subjectId: string) =>
  deps.db.many<{
    action: string
    details: Record<string, string>
    by: string | null
    actor: string | null
  }>(sql`
    select action, details, impersonator_email as by, actor_id as actor from audit_event
    where subject_id = ${subjectId} order by at, id`)

let families = 0
async function family() {
  families += 1
  const email = `access${families}@demo.example`
  const mobile = `+6149157${String(3200 + families)}`.slice(0, 12)
  return { ...(await addFamily(server, { email, mobile })), email, mobile }
}

describe('A member of staff', () => {
  it('logs in with a code that reaches their mobile, for eight hours', async () => {
    const person = await addStaff(server, 'operations')
    const { code } = await codeFor(person)
    const { status, body } = await enter(person.email, code)
    expect([status, body.role]).toEqual([200, 'operations'])
    expect((await me(body.token)).body).toMatchObject({ email: person.email, role: 'operations' })
    expect(Date.parse(body.expiresAt) - deps.clock().getTime()).toBeGreaterThan(7.9 * 60 * minute)
    expect((await auditOf(person.staffId)).map(({ action }) => action)).toContain('StaffLoggedIn')
    await travel(8 * 60 * minute)
    expect((await me(body.token)).status).toBe(401)
  })

  it('cannot use a code twice, nor after five minutes', async () => {
    const person = await addStaff(server, 'support')
    const first = await codeFor(person)
    expect((await enter(person.email, first.code)).status).toBe(200)
    expect(await enter(person.email, first.code)).toMatchObject({
      status: 400,
      body: { code: 'invalid_code' },
    })
    const second = await codeFor(person, first.seq)
    await travel(5 * minute)
    expect((await enter(person.email, second.code)).status).toBe(400)
  })

  it('has five tries at a code', async () => {
    const person = await addStaff(server, 'support')
    const { code } = await codeFor(person)
    for (let time = 0; time < 5; time += 1)
      expect((await enter(person.email, another(code))).status).toBe(400)
    expect((await enter(person.email, code)).status).toBe(400)
  })

  it('is not told apart from a stranger, and may not ask again at once', async () => {
    const person = await addStaff(server, 'support')
    const [known, unknown] = [await askCode(person.email), await askCode('nobody@larkwell.example')]
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
    expect((await askCode(person.email)).status).toBe(429)
    expect((await askCode('nobody@larkwell.example')).status).toBe(429)
  })

  it('leaves no code readable in the database', async () => {
    const person = await addStaff(server, 'support')
    const { code } = await codeFor(person)
    await expect
      .poll(() =>
        deps.db.first(sql`select status, facts from outbox_message where recipient = ${person.mobile}`),
      )
      .toEqual({ status: 'Sent', facts: null })
    const rows = await deps.db.many<{ hash: string }>(sql`
      select code_hash as hash from staff_code where staff_id = ${person.staffId}`)
    expect(rows.some(({ hash }) => hash.includes(code))).toBe(false)
  })

  it('is out at once after logging out', async () => {
    const { token } = await addStaff(server, 'support')
    expect((await call('POST /api/staff/log-out', { token })).status).toBe(200)
    expect((await me(token)).status).toBe(401)
  })
})

describe('An admin', () => {
  it('takes people on, moves them and puts them out at once', async () => {
    const admin = await addStaff(server, 'admin')
    const person = { email: `new.${randomUUID()}@larkwell.example`, name: 'Ana Lim', role: 'support' }
    const sent = { ...person, mobile: '+61491573301', reason: 'New colleague' }
    const { status, body: member } = await call('POST /api/staff/members', { token: admin.token, body: sent })
    expect([status, member]).toEqual([200, expect.objectContaining({ ...person, mobileLast3Digits: '301' })])
    const again = await call('POST /api/staff/members', { token: admin.token, body: sent })
    expect(again).toMatchObject({ status: 409, body: { code: 'already_exists' } })

    const { code } = await codeFor({ email: person.email, mobile: '+61491573301' })
    const { token } = (await enter(person.email, code)).body
    const change = (changes: object) =>
      call(`PUT /api/staff/members/${member.id}`, {
        token: admin.token,
        body: { ...changes, reason: 'Moves' },
      })
    expect((await call('GET /api/staff/jobs', { token })).status).toBe(403)
    expect((await change({ role: 'operations' })).body.role).toBe('operations')
    expect((await call('GET /api/staff/jobs', { token })).status).toBe(200)
    expect((await change({ status: 'Disabled' })).body.status).toBe('Disabled')
    expect((await me(token)).status).toBe(401)
    expect((await change({ status: 'Active' })).status).toBe(200)
    expect((await me(token)).status).toBe(401)
    expect(await auditOf(member.id)).toMatchObject([
      { action: 'StaffTakenOn', details: { reason: 'New colleague' }, actor: admin.staffId },
      { action: 'StaffLoggedIn' },
      { action: 'StaffChanged', details: { role: 'support → operations', reason: 'Moves' } },
      { action: 'StaffChanged', details: { status: 'Active → Disabled' } },
      { action: 'StaffChanged', details: { status: 'Disabled → Active' } },
    ])
  })

  it('cannot be the last one to go', async () => {
    const admin = await addStaff(server, 'admin')
    await deps.db.run(sql`update staff set role = 'support' where role = 'admin' and id <> ${admin.staffId}`)
    const change = (changes: object) =>
      call(`PUT /api/staff/members/${admin.staffId}`, {
        token: admin.token,
        body: { ...changes, reason: 'x' },
      })
    for (const changes of [{ role: 'support' }, { status: 'Disabled' }])
      expect(await change(changes)).toMatchObject({ status: 409, body: { code: 'last_admin' } })
  })
})

describe('Looking through a customer’s eyes', () => {
  async function impersonate() {
    const parent = await family()
    const staff = await addStaff(server, 'support')
    const { status, body } = await call(`POST /api/staff/customers/${parent.customerId}/impersonation`, {
      token: staff.token,
      body: { reason: 'Cannot find her statements' },
    })
    expect(status).toBe(200)
    const link = new URL(body.url)
    expect(link.pathname).toBe('/login')
    return { parent, staff, linkToken: link.searchParams.get('token') ?? '', endsAt: body.endsAt as string }
  }
  const open = (token: string) => call('POST /api/auth/customer/token-login', { body: { token } })
  const overviewOf = (accountId: string, token: string) =>
    call(`GET /api/portal/customer/account/${accountId}/overview`, { token })

  it('works once, names both people, and every call of it is on record', async () => {
    const { parent, staff, linkToken } = await impersonate()
    const { status, body } = await open(linkToken)
    expect(status).toBe(200)
    expect(decodeJwt(body.token)).toMatchObject({
      sub: parent.customerId,
      impersonatorEmail: staff.email,
    })
    expect(await open(linkToken)).toMatchObject({ status: 400, body: { code: 'link_expired' } })

    expect((await overviewOf(parent.accountId, body.token)).status).toBe(200)
    expect((await call('GET /api/portal/customer/accounts', { token: body.token })).status).toBe(200)
    expect((await overviewOf(randomUUID(), body.token)).status).toBe(403)
    const trail = await auditOf(parent.customerId)
    expect(trail).toMatchObject([
      {
        action: 'ImpersonationAllowed',
        actor: staff.staffId,
        details: { reason: 'Cannot find her statements' },
      },
      { action: 'ImpersonationStarted', actor: staff.staffId, by: staff.email },
      { action: 'Impersonated', actor: parent.customerId, by: staff.email },
      { action: 'Impersonated', actor: parent.customerId, by: staff.email },
      { action: 'Impersonated', actor: parent.customerId, by: staff.email },
    ])
    expect(trail.slice(2).map(({ details }) => details['call'])).toEqual([
      'GET /api/portal/customer/account/:accountId/overview',
      'GET /api/portal/customer/accounts',
      'GET /api/portal/customer/account/:accountId/overview',
    ])
  })

  it('is over half an hour after it was asked for, however it is renewed', async () => {
    const { parent, linkToken, endsAt } = await impersonate()
    let { token } = (await open(linkToken)).body
    for (let passed = 0; passed < 25; passed += 5) {
      await travel(5 * minute)
      const reply = await overviewOf(parent.accountId, token)
      expect(reply.status).toBe(200)
      token = reply.headers.get('x-larkwell-session-token') ?? token
      expect((decodeJwt(token).exp ?? 0) * 1000).toBeLessThanOrEqual(Date.parse(endsAt))
    }
    await travel(6 * minute)
    expect((await overviewOf(parent.accountId, token)).status).toBe(401)
  })

  it('is too late half an hour after it was asked for', async () => {
    const { linkToken } = await impersonate()
    await travel(30 * minute)
    expect(await open(linkToken)).toMatchObject({ status: 400, body: { code: 'link_expired' } })
  })

  it('ends when the viewer loses their role', async () => {
    const { parent, staff, linkToken } = await impersonate()
    const second = await impersonate()
    const { token } = (await open(linkToken)).body
    const admin = await addStaff(server, 'admin')
    const disable = (staffId: string) =>
      call(`PUT /api/staff/members/${staffId}`, {
        token: admin.token,
        body: { status: 'Disabled', reason: 'Has left us' },
      })
    await disable(staff.staffId)
    await disable(second.staff.staffId)
    expect((await overviewOf(parent.accountId, token)).status).toBe(401)
    expect((await open(second.linkToken)).status).toBe(400)
  })
})

describe('The fund for voluntary contributions', () => {
  const secret = deps.config.contributionSecret ?? ''
  const tell = (event: object, key = secret) => {
    const body = JSON.stringify(event)
    const signature = createHmac('sha256', key).update(body).digest('hex')
    return call('POST /webhooks/contribution', { body, headers: { 'x-contribution-signature': signature } })
  }
  const statusOf = async (customerId: string) => {
    const row = await deps.db.first<{ status: string }>(sql`
      select status from voluntary_contribution where customer_id = ${customerId}`)
    return row?.status
  }

  it('is heard when it has signed, once for each word, and the newest word counts', async () => {
    const { customerId, email } = await family()
    const { token } = await addStaff(server, 'operations')
    const invite = () =>
      call(`POST /api/staff/customers/${customerId}/contribution-invite`, {
        token,
        body: { inviteUrl: 'https://fund.example/i/8f2', reason: 'Asked for it' },
      })
    // A family that already contributes is not invited again.
    expect(await invite()).toMatchObject({ status: 409, body: { code: 'not_possible' } })
    const corrected = await call(`PUT /api/staff/customers/${customerId}/contribution`, {
      token,
      body: { status: 'Inactive', reason: 'Stopped long ago' },
    })
    expect(corrected.body.contribution.status).toBe('Inactive')
    const invited = await invite()
    expect(invited.body.contribution).toEqual({
      status: 'InviteSent',
      inviteUrl: 'https://fund.example/i/8f2',
    })
    expect((await message(email, 'email')).text).toContain('https://fund.example/i/8f2')

    const word = { id: randomUUID(), customerId, status: 'Active', happenedAt: '2026-11-16T10:00:00Z' }
    expect((await tell(word, 'somebody-else')).status).toBe(400)
    expect(await statusOf(customerId)).toBe('InviteSent')
    expect((await tell(word)).status).toBe(200)
    expect(await statusOf(customerId)).toBe('Active')
    const older = { ...word, id: randomUUID(), status: 'Inactive', happenedAt: '2026-11-16T09:00:00Z' }
    expect((await tell(older)).status).toBe(200)
    expect(await statusOf(customerId)).toBe('Active')
    await tell({ ...word, id: randomUUID(), status: 'Inactive', happenedAt: '2026-11-16T11:00:00Z' })
    expect((await tell(word)).status).toBe(200)
    expect(await statusOf(customerId)).toBe('Inactive')
    const trail = await auditOf(customerId)
    expect(trail.map(({ action }) => action)).toEqual([
      'ContributionCorrected',
      'ContributionInvited',
      'ContributionToldByFund',
      'ContributionToldByFund',
    ])
  })

  it.each([
    ['nothing', ''],
    ['no JSON', '{'],
    ['another shape', '{"id":"12345678"}'],
  ])('is refused with %s, however well it has signed', async (_, body) => {
    const signature = createHmac('sha256', secret).update(body).digest('hex')
    const reply = await fetch(`${server.url}/webhooks/contribution`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'x-contribution-signature': signature },
    })
    expect(reply.status).toBe(400)
  })
})
