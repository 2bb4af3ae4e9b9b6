import { describe, expect, it } from 'vitest'
import { testServer } from '#tools/testing/server.ts'
import { addStaff } from '#tools/testing/staff.ts'
import { fromBase32 } from '#tools/testing/authenticator.ts'
import { sql } from '../../platform/database/sql.ts'
import { codeAt } from './totp.ts'

const server = await testServer()
const { call, deps, message, travel } = server
const minute = 60_000
const stepMs = 30_000

type Staff = Awaited<ReturnType<typeof addStaff>>
const reason = 'New phone'
const post = (path: string, token: string, body: object = {}) =>
  call(`POST /api/staff/${path}`, { token, body: { reason, ...body } })
const enter = (proofs: object) => call('POST /api/staff/token', { body: proofs })
const me = (token: string) => call('GET /api/staff/me', { token })
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

/** A code of the app that was not used before, because each step works once. */
async function freshCode(secret: Buffer) {
  await travel(stepMs)
  return codeAt(secret, Math.floor(deps.clock().getTime() / stepMs))
}

async function enrolled(role: 'support' | 'admin' = 'support') {
  const person = await addStaff(server, role)
  const begun = await post('two-factor', person.token)
  expect(begun.status).toBe(200)
  const secret = fromBase32(begun.body.key)
  const { status, body } = await post('two-factor/confirm', person.token, { totp: await freshCode(secret) })
  expect(status).toBe(200)
  return { ...person, secret, recoveryCodes: body.recoveryCodes as string[] }
}

/** The code of a text message. Waits for the gap between two messages, unless the person has just logged in. */
async function sentCode({ email, mobile }: Pick<Staff, 'email' | 'mobile'>, waitMs = minute) {
  await travel(waitMs)
  const before = await deps.db.first<{ count: number }>(sql`
    select count(*) as count from outbox_message where recipient = ${mobile}`)
  expect((await call('POST /api/staff/log-in', { body: { email } })).status).toBe(200)
  await expect
    .poll(() =>
      deps.db.first(sql`
        select count(*) as count from outbox_message where recipient = ${mobile} and status = 'Sent'`),
    )
    .toEqual({ count: (before?.count ?? 0) + 1 })
  return (await message(mobile, 'sms')).code ?? ''
}

const actionsOf = async (staffId: string) => {
  const rows = await deps.db.many<{ action: string }>(sql`
    select action from audit_event where subject_id = ${staffId} order by seq`)
  return rows.map(({ action }) => action)
}
const toldOf = async (email: string) => {
  const rows = await deps.db.many<{ status: string }>(sql`
    select facts->>'status' as status from outbox_message
    where recipient = ${email} and kind = 'StaffTwoFactor' order by created_at`)
  return rows.map(({ status }) => status)
}

describe('A member of staff with an authenticator app', () => {
  it('has set it up with a code from it, and gets ten recovery codes once', async () => {
    const person = await addStaff(server, 'support')
    expect((await call('GET /api/staff/two-factor', { token: person.token })).body).toEqual({
      isEnrolled: false,
      isRequired: false,
      recoveryCodesLeft: 0,
    })
    const begun = await post('two-factor', person.token)
    expect(begun.body.url).toContain(`secret=${begun.body.key}`)
    const secret = fromBase32(begun.body.key)
    const right = await freshCode(secret)
    expect((await post('two-factor/confirm', person.token, { totp: wrong(right) })).body.code).toBe(
      'invalid_code',
    )
    // The app is not confirmed yet, so log-in works as before.
    expect((await enter({ email: person.email, code: await sentCode(person) })).status).toBe(200)
    const { body } = await post('two-factor/confirm', person.token, { totp: await freshCode(secret) })
    expect(new Set(body.recoveryCodes).size).toBe(10)
    expect((await call('GET /api/staff/two-factor', { token: person.token })).body).toEqual({
      isEnrolled: true,
      isRequired: false,
      recoveryCodesLeft: 10,
    })
    expect((await post('two-factor', person.token)).body.code).toBe('already_exists')
    expect(await actionsOf(person.staffId)).toEqual(['StaffLoggedIn', 'TwoFactorEnrolled'])
    expect(await toldOf(person.email)).toEqual(['Enrolled'])
  })

  it('leaves neither secret nor recovery codes readable in the database', async () => {
    const { staffId, secret, recoveryCodes } = await enrolled()
    const row = await deps.db.first<{ secret: Buffer }>(sql`
      select secret from staff_totp where staff_id = ${staffId}`)
    expect(row?.secret.includes(secret)).toBe(false)
    const hashes = await deps.db.many<{ hash: string }>(sql`
      select code_hash as hash from staff_recovery_code where staff_id = ${staffId}`)
    expect(hashes).toHaveLength(10)
    for (const { hash } of hashes) expect(recoveryCodes.some((code) => hash.includes(code))).toBe(false)
  })

  it('needs an app code in addition to the one by text message, and is asked only after the right one', async () => {
    const person = await enrolled()
    const code = await sentCode(person)
    expect(await enter({ email: person.email, code: wrong(code) })).toMatchObject({
      status: 400,
      body: { code: 'invalid_code' },
    })
    const half = await enter({ email: person.email, code })
    expect([half.status, half.body.code]).toEqual([403, 'second_factor_needed'])
    expect(half.body.token).toBeUndefined()
    const totp = await freshCode(person.secret)
    expect((await enter({ email: person.email, code, totp: wrong(totp) })).body.code).toBe('invalid_code')
    const { status, body } = await enter({ email: person.email, code, totp })
    expect(status).toBe(200)
    expect((await me(body.token)).body.email).toBe(person.email)
  })

  it('cannot use one code of the app twice', async () => {
    const person = await enrolled()
    const code = await sentCode(person)
    const totp = await freshCode(person.secret)
    expect((await enter({ email: person.email, code, totp })).status).toBe(200)
    // The next text message arrives within the same half minute.
    const next = await sentCode(person, 0)
    expect((await enter({ email: person.email, code: next, totp })).body.code).toBe('invalid_code')
    expect(
      (await enter({ email: person.email, code: next, totp: await freshCode(person.secret) })).status,
    ).toBe(200)
  })

  it('has five guesses in all with one text message', async () => {
    const person = await enrolled()
    const code = await sentCode(person)
    for (let time = 0; time < 5; time += 1) {
      const totp = wrong(await freshCode(person.secret))
      expect((await enter({ email: person.email, code, totp })).status).toBe(400)
    }
    const totp = await freshCode(person.secret)
    expect((await enter({ email: person.email, code, totp })).status).toBe(400)
  })

  it('without the app, uses a recovery code, once, and is notified', async () => {
    const person = await enrolled()
    const [first = '', second = ''] = person.recoveryCodes
    const code = await sentCode(person)
    expect((await enter({ email: person.email, code, recoveryCode: 'AAAAA-AAAAA' })).status).toBe(400)
    // The code is formatted as people copy it.
    const typed = ` ${first.toLowerCase().replace('-', ' ')} `
    expect((await enter({ email: person.email, code, recoveryCode: typed })).status).toBe(200)
    const next = await sentCode(person)
    expect((await enter({ email: person.email, code: next, recoveryCode: first })).status).toBe(400)
    expect((await enter({ email: person.email, code: next, recoveryCode: second })).status).toBe(200)
    expect(await toldOf(person.email)).toEqual(['Enrolled', 'RecoveryCodeUsed', 'RecoveryCodeUsed'])
    const letter = async () => (await message(person.email, 'email')).text
    await expect.poll(letter).toContain('8 recovery codes left')
  })

  it('logs in without a text message, by app and recovery code, however often others have asked for codes', async () => {
    const person = await enrolled()
    // Somebody has used up the codes that may be sent to this person.
    const ask = async () => (await call('POST /api/staff/log-in', { body: { email: person.email } })).status
    await expect.poll(ask).toBe(429)
    const [recoveryCode = '', other = ''] = person.recoveryCodes
    const totp = await freshCode(person.secret)
    const refused = [
      { totp },
      { recoveryCode },
      { totp: wrong(totp), recoveryCode },
      { totp, recoveryCode: 'AAAAA-AAAAA' },
    ]
    for (const proofs of refused) expect((await enter({ email: person.email, ...proofs })).status).toBe(400)
    const { status, body } = await enter({ email: person.email, totp, recoveryCode })
    expect(status).toBe(200)
    expect((await me(body.token)).status).toBe(200)
    const again = await enter({ email: person.email, totp: await freshCode(person.secret), recoveryCode })
    expect(again.status).toBe(400)
    // A wrong app code has not used up the recovery code beside it.
    const next = await freshCode(person.secret)
    expect((await enter({ email: person.email, totp: wrong(next), recoveryCode: other })).status).toBe(400)
    expect((await enter({ email: person.email, totp: next, recoveryCode: other })).status).toBe(200)
  })

  it('may guess at the app only so often, even with the right first proof', async () => {
    const person = await enrolled()
    const [recoveryCode = ''] = person.recoveryCodes
    const totp = wrong(await freshCode(person.secret))
    const guess = async () => (await post('two-factor/remove', person.token, { totp })).status
    for (let time = 0; time < 20; time += 1) expect(await guess()).toBe(400)
    expect(await guess()).toBe(429)
    expect((await enter({ email: person.email, totp, recoveryCode })).status).toBe(429)
  })

  it('is not told apart from a stranger', async () => {
    const person = await enrolled()
    const proofs = { totp: '000000', recoveryCode: 'AAAAA-AAAAA' }
    const [known, unknown] = [
      await enter({ email: person.email, ...proofs }),
      await enter({ email: 'nobody@larkwell.example', ...proofs }),
    ]
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
  })

  it('renews the recovery codes, and removes the app, with a code from it', async () => {
    const person = await enrolled()
    const code = await freshCode(person.secret)
    expect((await post('two-factor/recovery-codes', person.token, { totp: wrong(code) })).status).toBe(400)
    const renewed = await post('two-factor/recovery-codes', person.token, { totp: code })
    expect(renewed.body.recoveryCodes).toHaveLength(10)
    const [old = ''] = person.recoveryCodes
    const sent = await sentCode(person)
    expect((await enter({ email: person.email, code: sent, recoveryCode: old })).status).toBe(400)
    expect((await post('two-factor/remove', person.token)).status).toBe(400)
    const removed = await post('two-factor/remove', person.token, {
      recoveryCode: renewed.body.recoveryCodes[0],
    })
    expect(removed.status).toBe(200)
    expect((await enter({ email: person.email, code: sent })).status).toBe(200)
    expect(await toldOf(person.email)).toEqual(['Enrolled', 'RecoveryCodesRenewed', 'Removed'])
  })

  it('who has lost everything gets it reset by another admin, and is notified', async () => {
    const [person, admin, support] = [
      await enrolled('admin'),
      await addStaff(server, 'admin'),
      await addStaff(server, 'support'),
    ]
    const reset = (token: string) => post(`members/${person.staffId}/reset-two-factor`, token)
    expect((await reset(support.token)).status).toBe(403)
    expect((await reset(person.token)).body.code).toBe('not_possible')
    const { status, body } = await reset(admin.token)
    expect([status, body.hasTwoFactor]).toEqual([200, false])
    // The member's sessions have ended.
    expect((await me(person.token)).status).toBe(401)
    expect((await reset(admin.token)).body.code).toBe('not_possible')
    expect(await actionsOf(person.staffId)).toEqual(['TwoFactorEnrolled', 'TwoFactorReset'])
    expect(await toldOf(person.email)).toEqual(['Enrolled', 'Reset'])
    await expect.poll(async () => (await message(person.email, 'email')).text).toContain(admin.email)
    expect((await enter({ email: person.email, code: await sentCode(person) })).status).toBe(200)
  })
})

describe('Where an admin requires it of everybody', () => {
  it('who has none can set it up, and do nothing else before', async () => {
    const admin = await enrolled('admin')
    const person = await addStaff(server, 'support')
    const require = (requireTwoFactor: boolean | null) =>
      call('PUT /api/staff/settings', { token: admin.token, body: { requireTwoFactor, reason: 'Policy' } })
    expect((await require(true)).body.requireTwoFactor).toBe(true)
    const listing = (token: string) => call('GET /api/staff/customers?search=olivia', { token })
    const { body } = await enter({ email: person.email, code: await sentCode(person) })
    expect(body.mustEnrol).toBe(true)
    expect(await listing(body.token)).toMatchObject({ status: 403, body: { code: 'two_factor_required' } })
    const file = await fetch(`${server.url}/api/staff/imports/enrolments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${body.token}`, 'content-type': 'text/csv' },
      body: 'x',
    })
    expect(file.status).toBe(403)
    expect((await me(body.token)).status).toBe(200)
    const begun = await post('two-factor', body.token)
    const totp = await freshCode(fromBase32(begun.body.key))
    expect((await post('two-factor/confirm', body.token, { totp })).status).toBe(200)
    expect((await listing(body.token)).body.code).not.toBe('two_factor_required')
    expect((await listing(admin.token)).body.code).not.toBe('two_factor_required')
    await require(null)
  })
})

describe('A session of staff', () => {
  it('ends after half an hour without a call, and after eight hours at the most', async () => {
    const person = await addStaff(server, 'support')
    const opened = (await enter({ email: person.email, code: await sentCode(person) })).body
    const endsAt = deps.clock().getTime() + 8 * 60 * minute
    expect(Math.abs(Date.parse(opened.expiresAt) - endsAt)).toBeLessThan(minute)
    while (deps.clock().getTime() < endsAt - 30 * minute) {
      await travel(29 * minute)
      expect((await me(opened.token)).status).toBe(200)
    }
    await travel(29 * minute)
    expect((await me(opened.token)).status).toBe(401)

    const next = (await enter({ email: person.email, code: await sentCode(person) })).body
    await travel(29 * minute)
    expect((await me(next.token)).status).toBe(200)
    await travel(30 * minute)
    expect((await me(next.token)).status).toBe(401)
  })
})
