import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { formatMoment } from '#domain/calendar/calendar.ts'
import type { StaffRole } from '#domain/staff.ts'
import { creditFromSchool } from '#tools/demo/entries.ts'
import { addFamily } from '#tools/testing/family.ts'
import { expectSoundLedger } from '#tools/testing/payments.ts'
import { looseLimits, looseRateLimits } from '#tools/testing/running-server.ts'
import { testServer } from '#tools/testing/server.ts'
import { addStaff, approveAs } from '#tools/testing/staff.ts'
import { sql } from '../../platform/database/sql.ts'
import { readBalance } from '../../books/ledger/ledger.reads.ts'
import { readRateLimits } from '../../platform/rate-limit/limits.ts'

const plenty = looseRateLimits({ 'stop-link-address': 1000, 'withdrawal-code-gap': 100 })
const server = await testServer({
  rateLimits: readRateLimits(plenty, looseLimits.RATE_LIMIT_SCALE),
})
const { call, deps, travel, message, lastMessage } = server
const { db } = deps
afterEach(() => expectSoundLedger(server))

const hour = 60 * 60_000
const reason = 'New phone, called back'
const phone = '1300 139 445'
let people = 0

/** Acts with a new session, because the clock of this file advances by days. */
async function asStaff(key: string, body?: object, role: StaffRole = 'operations') {
  const { token, staffId } = await addStaff(server, role)
  const reply = await call(key, { token, ...(body && { body: { reason, ...body } }) })
  return { ...reply, staffId }
}

/** An action that one person requests and another approves. */
async function asTwo(key: string, body: object = {}) {
  const request = await asStaff(key, body)
  return approveAs(server, await addStaff(server, 'operations'), request.body.approval ?? request.body)
}

/** A family with credit, a bank account to withdraw to, and an open session. */
async function family() {
  people += 1
  const email = `parent${people}@demo.example`
  const mobile = `+614915740${10 + people}`
  const { customerId, accountId } = await addFamily(server, {
    email,
    mobile,
    accounts: [
      {
        productType: 'PlusFunded',
        plans: [],
        withdrawals: { bankAccounts: ['6789'] },
        entries: (moment) => [creditFromSchool(moment, 640_00)],
      },
    ],
  })
  const token = await server.logIn(email, mobile)
  const path = `/api/portal/customer/account/${accountId}`
  const banks = (await call(`GET ${path}/bank-accounts`, { token })).body as { id: string }[]
  const ask = (by = token) =>
    call(`POST ${path}/withdrawal-requests`, {
      token: by,
      body: { bankAccountId: banks[0]?.id, amount: 120 },
      headers: { 'X-Larkwell-Client-Req-Id': randomUUID() },
    })
  const act = (id: string, how: 'confirm' | 'send-code' | 'cancel', by: string, code?: string) =>
    call(`POST ${path}/withdrawal-requests/${id}/${how}`, {
      token: by,
      ...(code !== undefined && { body: { code } }),
    })
  return {
    email,
    mobile,
    other: { email: `new${people}@demo.example`, mobile: `+614915750${10 + people}` },
    customerId,
    accountId,
    token,
    ask,
    act,
    /** Waits until everybody has received their message, so that the next message is a new one. */
    async change(body: object, role?: StaffRole) {
      const reply = await asStaff(`PUT /api/staff/customers/${customerId}/contact`, body, role)
      const waiting = () =>
        db.many(sql`select kind from outbox_message where customer_id = ${customerId} and status = 'Waiting'`)
      await expect.poll(waiting).toEqual([])
      return reply
    },
    addBank: () =>
      asStaff(`POST /api/staff/accounts/${accountId}/bank-accounts`, {
        holder: 'Olivia Bennett',
        bsb: '062-000',
        accountNumber: '12345678',
      }),
    isIn: async () => (await call('GET /api/portal/customer/accounts', { token })).status === 200,
    /** The recipients of the notices, and the channel of each. */
    told: async () =>
      db.many<{ kind: string; recipient: string }>(sql`
        select kind, recipient from outbox_message
        where customer_id = ${customerId} and kind like 'ContactChange%' order by kind, recipient`),
    changes: async () =>
      (await asStaff(`GET /api/staff/customers/${customerId}/contact-changes`)).body as {
        id: string
        status: string
        newEmail: string
      }[],
    actions: async () =>
      (
        await db.many<{ action: string }>(sql`
          select action from audit_event
          where subject_id = ${customerId} and (action like '%Contact%') and action <> 'ContactChangesListed'
          order by at, action`)
      ).map(({ action }) => action),
    /** Requests a withdrawal and confirms it with the code, so that staff see it. */
    async withdraw() {
      const before = await lastMessage()
      const { body } = await ask()
      const { code = '' } = await message(mobile, 'sms', before)
      expect((await act(body.id, 'confirm', token, code)).status).toBe(200)
      const review = await db.first<{ id: string }>(sql`select id from review where subject_id = ${body.id}`)
      return { id: body.id as string, reviewId: review?.id ?? '' }
    },
  }
}

type Family = Awaited<ReturnType<typeof family>>

const show = (key: string) => call('POST /api/auth/customer/contact-change', { body: { key } })
const stop = (key: string) => call('POST /api/auth/customer/stop-contact-change', { body: { key } })

/** The key of the stop link in the next mail or text message. */
async function keyFor(to: string, kind: 'email' | 'sms', after: number): Promise<string> {
  const { text } = await message(to, kind, after)
  return /stop-change\?key=([\w-]+)/.exec(text)?.[1] ?? ''
}

/** Changes the e-mail and returns the key that was sent to the former one. */
async function changeEmail(they: Family, email = they.other.email, from = they.email): Promise<string> {
  const before = await lastMessage()
  expect((await they.change({ email })).status).toBe(200)
  return keyFor(from, 'email', before)
}

const resolve = (id: string, decision: 'Keep' | 'Restore') =>
  asStaff(`POST /api/staff/contact-changes/${id}/resolve`, { decision })

const queue = async () =>
  (await asStaff('GET /api/staff/queue')).body.items as {
    kind: string
    id: string
    about: string
    accountId: string
  }[]

const twoDaysOn = () => formatMoment(new Date(deps.clock().getTime() + 48 * hour), 'AU')

describe('A change of e-mail or mobile', () => {
  it('tells the old and the new of both, masked, and only the old can stop it', async () => {
    const they = await family()
    const before = await lastMessage()
    expect((await they.change(they.other)).body).toMatchObject(they.other)
    expect(await they.told()).toEqual(
      [
        { kind: 'ContactChanged', recipient: they.email },
        { kind: 'ContactChanged', recipient: they.other.email },
        { kind: 'ContactChangedText', recipient: they.mobile },
        { kind: 'ContactChangedText', recipient: they.other.mobile },
      ].toSorted((a, b) => `${a.kind}${a.recipient}`.localeCompare(`${b.kind}${b.recipient}`)),
    )
    const oldMail = await message(they.email, 'email', before)
    const newMail = await message(they.other.email, 'email', before)
    for (const { text } of [oldMail, newMail]) {
      expect(text).toContain('n***@demo.example')
      expect(text).toContain(`***${they.other.mobile.slice(-3)}`)
      expect(text).toContain('paused until')
      expect(text).toContain(phone)
      expect(text).not.toContain(they.other.email)
      expect(text).not.toContain(they.other.mobile)
    }
    const oldText = await message(they.mobile, 'sms', before)
    const newText = await message(they.other.mobile, 'sms', before)
    for (const { text } of [oldMail, oldText]) expect(text).toContain('/stop-change?key=')
    for (const { text } of [newMail, newText]) expect(text).not.toContain('/stop-change')
    expect(newText.text).toContain(`Not you? Call ${phone}`)
  })

  it.each(['email', 'mobile'] as const)('of the %s alone also tells the way that stays', async (part) => {
    const they = await family()
    await they.change({ [part]: they.other[part] })
    const recipients = (await they.told()).map(({ recipient }) => recipient)
    expect(recipients.toSorted()).toEqual([they.email, they.mobile, they.other[part]].toSorted())
  })

  it('sends no text message without a number', async () => {
    const they = await family()
    await they.change({ mobile: null })
    await they.change({ mobile: they.other.mobile })
    expect((await they.told()).map(({ recipient }) => recipient).toSorted()).toEqual(
      // The former number is notified of the second change as well, because the first may have been a thief's.
      [they.email, they.email, they.mobile, they.mobile, they.other.mobile].toSorted(),
    )
  })

  it('ends every session, and every code and link to log in', async () => {
    const they = await family()
    const before = await lastMessage()
    await call('POST /api/auth/customer/send-otp', { body: { email: they.email } })
    const { code } = await message(they.mobile, 'sms', before)
    await call('POST /api/auth/customer/email-login', { body: { email: they.email } })
    const { links } = await message(they.email, 'email', before)
    expect(await they.isIn()).toBe(true)
    await they.change({ mobile: they.other.mobile })
    expect(await they.isIn()).toBe(false)
    const late = await call('POST /api/auth/customer/otp-login', { body: { email: they.email, otp: code } })
    const token = new URL(links?.[0] ?? '').searchParams.get('token')
    const link = await call('POST /api/auth/customer/token-login', { body: { token } })
    expect([late.body.code, link.body.code]).toEqual(['invalid_code', 'link_expired'])
  })

  it.each([
    ['the same values', (they: Family) => ({ email: they.email, mobile: they.mobile })],
    [
      'another case of the e-mail, which logs in the same',
      (they: Family) => ({ email: they.email.toUpperCase() }),
    ],
    ['nothing', () => ({})],
  ])('to %s is none', async (_, body) => {
    const they = await family()
    expect((await they.change(body(they))).status).toBe(200)
    expect(await they.told()).toEqual([])
    expect(await they.isIn()).toBe(true)
    expect(await they.actions()).toEqual([])
    expect((await they.ask()).status).toBe(200)
  })

  it('is on record with who, why, old and new, and without the link', async () => {
    const they = await family()
    const before = await lastMessage()
    const { staffId } = await they.change({ email: they.other.email })
    const key = await keyFor(they.email, 'email', before)
    const [event] = await db.many<{ actor: string; details: object }>(sql`
      select actor_id as actor, details from audit_event
      where subject_id = ${they.customerId} and action = 'ContactChanged'`)
    expect(event).toMatchObject({
      actor: staffId,
      details: { email: `${they.email} → ${they.other.email}`, reason },
    })
    expect(await they.changes()).toMatchObject([
      { status: 'Open', oldEmail: they.email, newEmail: they.other.email, reason },
    ])
    const row = await db.first<{ row: string }>(sql`
      select contact_change::text as row from contact_change where customer_id = ${they.customerId}`)
    expect(key).toMatch(/^[\w-]{22}$/)
    expect(row?.row).not.toContain(key)
    // The link is removed once it is sent, so that readers of the outbox cannot use it.
    await expect
      .poll(() =>
        db.many(sql`
          select distinct facts is null as "isWiped" from outbox_message
          where customer_id = ${they.customerId} and kind like 'ContactChanged%'`),
      )
      .toEqual([{ isWiped: true }])
  })

  it('is not open to support, nor part of the fields that support may edit', async () => {
    const they = await family()
    expect((await they.change({ mobile: they.other.mobile }, 'support')).status).toBe(403)
    for (const body of [{ mobile: they.other.mobile }, { email: they.other.email }]) {
      const edit = await asStaff(`PUT /api/staff/customers/${they.customerId}`, body, 'support')
      expect([edit.status, edit.body.code]).toEqual([400, 'invalid_request'])
    }
    expect(await they.isIn()).toBe(true)
  })

  it('needs a reason, and an e-mail that is not in use', async () => {
    const [they, other] = [await family(), await family()]
    expect((await they.change({ mobile: they.other.mobile, reason: ' ' })).status).toBe(400)
    const taken = await they.change({ email: other.email })
    expect([taken.status, taken.body.code]).toEqual([409, 'already_exists'])
    expect(await they.told()).toEqual([])
    expect(await they.isIn()).toBe(true)
  })

  it('is not possible for staff who act as the customer', async () => {
    const they = await family()
    const { body } = await asStaff(`POST /api/staff/customers/${they.customerId}/impersonation`, {})
    const { body: acting } = await call('POST /api/auth/customer/token-login', {
      body: { token: new URL(body.url).searchParams.get('token') },
    })
    const reply = await call(`PUT /api/staff/customers/${they.customerId}/contact`, {
      token: acting.token,
      body: { mobile: they.other.mobile, reason },
    })
    expect(reply.status).toBe(401)
    // The link does not outlive a change either.
    await they.change({ mobile: they.other.mobile })
    expect((await call('GET /api/portal/customer/accounts', { token: acting.token })).status).toBe(401)
  })
})

describe('While a contact change is new', () => {
  it('no money is withdrawn and no bank account added, in any account of the customer', async () => {
    const they = await family()
    const until = twoDaysOn()
    await they.change({ mobile: they.other.mobile })
    const token = await server.logIn(they.email, they.other.mobile)
    const reply = await they.ask(token)
    expect([reply.status, reply.body.code]).toEqual([409, 'contact_changed'])
    expect(reply.body.msg).toContain(`paused until ${until}`)
    expect(reply.body.msg).toContain(phone)
    const bank = await they.addBank()
    expect([bank.status, bank.body.code, bank.body.msg]).toEqual([409, 'contact_changed', reply.body.msg])
    await travel(47 * hour)
    expect((await they.ask(await server.logIn(they.email, they.other.mobile))).status).toBe(409)
    await travel(hour)
    expect((await they.ask(await server.logIn(they.email, they.other.mobile))).status).toBe(200)
    expect((await they.addBank()).status).toBe(202)
  })

  it('another parent of the account waits as well', async () => {
    const [they, other] = [await family(), await family()]
    await db.run(sql`
      insert into account_member (account_id, customer_id) values (${they.accountId}, ${other.customerId})`)
    await other.change({ email: other.other.email })
    expect((await they.ask()).body.code).toBe('contact_changed')
  })

  it('a second change extends the time, and each has a link that works', async () => {
    const they = await family()
    const first = await changeEmail(they)
    await travel(40 * hour)
    const before = await lastMessage()
    const second = await changeEmail(they, `third.${they.other.email}`, they.other.email)
    // The first address is notified of the second change too, and can stop it.
    expect(await keyFor(they.email, 'email', before)).toBe(second)
    await travel(20 * hour)
    const token = await server.logIn(`third.${they.other.email}`, they.mobile)
    expect((await they.ask(token)).body.code).toBe('contact_changed')
    expect((await show(second)).body).toMatchObject({ status: 'Open' })
    expect((await stop(first)).body).toMatchObject({ status: 'Stopped' })
    await travel(60 * hour)
    const later = await server.logIn(`third.${they.other.email}`, they.mobile)
    expect((await they.ask(later)).body.code).toBe('contact_change_stopped')
    const stopped = (await they.changes()).find(({ status }) => status === 'Stopped')
    expect((await resolve(stopped?.id ?? '', 'Restore')).body.email).toBe(they.email)
  })
})

describe('A withdrawal under way when the contact changes', () => {
  it('that waits for its code is not confirmed, and its money comes back', async () => {
    const they = await family()
    const balance = await readBalance(db, they.accountId)
    const before = await lastMessage()
    const { body } = await they.ask()
    const { code } = await message(they.mobile, 'sms', before)
    await they.change({ email: they.other.email })
    const token = await server.logIn(they.other.email, they.mobile)
    const confirmed = await they.act(body.id, 'confirm', token, code)
    const again = await they.act(body.id, 'send-code', token)
    expect([confirmed.body.code, again.body.code]).toEqual(['contact_changed', 'contact_changed'])
    expect((await they.act(body.id, 'cancel', token)).status).toBe(200)
    expect(await readBalance(db, they.accountId)).toBe(balance)
  })

  it('that waits for staff is held: not approved, but declined at any time', async () => {
    const they = await family()
    const balance = await readBalance(db, they.accountId)
    const { reviewId } = await they.withdraw()
    await they.change({ mobile: they.other.mobile })
    const approve = () => asStaff(`POST /api/staff/reviews/${reviewId}/approve`, {})
    const refused = await approve()
    expect([refused.status, refused.body.code]).toEqual([409, 'contact_changed'])
    const item = (await queue()).find(({ id }) => id === reviewId)
    expect(item?.about).toMatch(/, held until .* after a contact change$/)
    expect((await asStaff(`POST /api/staff/reviews/${reviewId}/decline`, {})).status).toBe(200)
    expect(await readBalance(db, they.accountId)).toBe(balance)
    expect((await approve()).body.code).toBe('already_decided')
  })

  it('that is approved is paid neither alone nor in a batch, and then goes out as before', async () => {
    const [they, other] = [await family(), await family()]
    const mine = await they.withdraw()
    const theirs = await other.withdraw()
    for (const { reviewId } of [mine, theirs])
      expect((await asTwo(`POST /api/staff/reviews/${reviewId}/approve`)).status).toBe(200)
    await they.change({ mobile: they.other.mobile })
    const paid = () => asStaff(`POST /api/staff/withdrawals/${mine.id}/paid`, {})
    expect((await paid()).body.code).toBe('contact_changed')
    const from = { bank: 'CBA', userId: '301500', bsb: '062-000', accountNumber: '10001234' }
    const makeBatch = () => asStaff('POST /api/staff/payouts', { region: 'AU', from })
    const batch = await makeBatch()
    expect([batch.status, batch.body.withdrawalCount]).toEqual([200, 1])
    expect((await makeBatch()).body.code).toBe('nothing_to_pay_out')
    await travel(48 * hour)
    const later = await makeBatch()
    expect(later.body).toMatchObject({ withdrawalCount: 1 })
    await asTwo(`POST /api/staff/payouts/${later.body.number}/release`)
    expect((await paid()).status).toBe(200)
  })

  it('that awaits a second person is not approved meanwhile', async () => {
    const they = await family()
    const { id, reviewId } = await they.withdraw()
    const request = await asStaff(`POST /api/staff/reviews/${reviewId}/approve`, {})
    await they.change({ mobile: they.other.mobile })
    const second = await addStaff(server, 'operations')
    expect((await approveAs(server, second, request.body.approval)).body.code).toBe('contact_changed')
    await travel(48 * hour)
    const later = await addStaff(server, 'operations')
    expect((await approveAs(server, later, request.body.approval)).status).toBe(200)
    await asStaff(`POST /api/staff/withdrawals/${id}/decline`, {})
  })

  it('that is in a batch already stays open while the rest of the batch is paid', async () => {
    const [they, other] = [await family(), await family()]
    for (const { reviewId } of [await they.withdraw(), await other.withdraw()])
      await asTwo(`POST /api/staff/reviews/${reviewId}/approve`)
    const from = { bank: 'CBA', userId: '301500', bsb: '062-000', accountNumber: '10001234' }
    const { body: batch } = await asStaff('POST /api/staff/payouts', { region: 'AU', from })
    await asTwo(`POST /api/staff/payouts/${batch.number}/release`)
    const file = () => asStaff(`GET /api/staff/payouts/${batch.number}/file`)
    expect((await file()).status).toBe(200)
    await they.change({ mobile: they.other.mobile })
    expect((await file()).body.code).toBe('contact_changed')
    const pay = () => asStaff(`POST /api/staff/payouts/${batch.number}/paid`, {})
    expect((await pay()).body).toMatchObject({ paidNow: 1, leftAlone: 0, held: 1 })
    await travel(48 * hour)
    expect((await file()).status).toBe(200)
    expect((await pay()).body).toMatchObject({ paidNow: 1, leftAlone: 1, held: 0 })
  })
})

describe('The stop link', () => {
  it('changes nothing when it is opened: mail scanners follow links', async () => {
    const they = await family()
    const key = await changeEmail(they)
    for (let opened = 0; opened < 3; opened += 1) {
      expect((await show(key)).body).toEqual({
        status: 'Open',
        region: 'AU',
        changedAt: expect.any(String),
        email: { from: 'p***@demo.example', to: 'n***@demo.example' },
        mobile: null,
        answerBy: null,
      })
    }
    expect(await they.changes()).toMatchObject([{ status: 'Open', stoppedAt: null }])
  })

  it('confirmed twice at once alerts staff once, logs everybody out and blocks until staff decide', async () => {
    const they = await family()
    const key = await changeEmail(they)
    const thief = await server.logIn(they.other.email, they.mobile)
    const before = await lastMessage()
    const replies = await Promise.all([stop(key), stop(key), stop(key)])
    const view = { status: 'Stopped', answerBy: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) }
    for (const { status, body } of replies)
      expect([status, body]).toEqual([200, expect.objectContaining(view)])
    expect((await call('GET /api/portal/customer/accounts', { token: thief })).status).toBe(401)

    const [change] = await they.changes()
    const alert = await message('help@larkwell.example', 'email', before)
    expect(alert.text).toContain(`customers resolve-contact ${change?.id}`)
    const alerts = await db.many(sql`
      select 1 from outbox_message where kind = 'ContactChangeStopped' and facts ->> 'contactChangeId' = ${change?.id}`)
    expect(alerts).toHaveLength(1)
    const items = (await queue()).filter(({ kind }) => kind === 'ContactChange')
    expect(items).toContainEqual(
      expect.objectContaining({
        id: change?.id,
        accountId: they.accountId,
        about: 'Olivia Bennett did not ask for a new e-mail',
      }),
    )
    expect(await they.actions()).toEqual(['ContactChanged', 'ContactChangeStopped'])

    await travel(100 * hour)
    const reply = await they.ask(await server.logIn(they.other.email, they.mobile))
    expect([reply.status, reply.body.code]).toEqual([409, 'contact_change_stopped'])
    expect(reply.body.msg).toContain(phone)
    expect((await they.addBank()).body.code).toBe('contact_change_stopped')
  })

  it('works by text message too', async () => {
    const they = await family()
    const before = await lastMessage()
    await they.change({ mobile: they.other.mobile })
    expect((await stop(await keyFor(they.mobile, 'sms', before))).body.status).toBe('Stopped')
  })

  it('says so where it is unknown or expired', async () => {
    const they = await family()
    const key = await changeEmail(they)
    for (const wrong of ['unknown', `${key}x`]) {
      for (const reply of [await show(wrong), await stop(wrong)])
        expect([reply.status, reply.body.code]).toEqual([410, 'stop_link_expired'])
    }
    await travel(30 * 24 * hour)
    for (const reply of [await show(key), await stop(key)])
      expect([reply.status, reply.body.code]).toEqual([410, 'stop_link_expired'])
    expect(await they.changes()).toMatchObject([{ status: 'Open' }])
  })

  it('raises the alarm even after the time is over', async () => {
    const they = await family()
    const key = await changeEmail(they)
    await travel(20 * 24 * hour)
    await stop(key)
    const token = await server.logIn(they.other.email, they.mobile)
    expect((await they.ask(token)).body.code).toBe('contact_change_stopped')
  })
})

describe('Staff decide on a change that was stopped', () => {
  async function stopped() {
    const they = await family()
    const key = await changeEmail(they)
    await stop(key)
    const [change] = await they.changes()
    return { they, key, id: change?.id ?? '' }
  }

  it('by keeping it: both addresses are notified, and the rest of the block still applies', async () => {
    const { they, key, id } = await stopped()
    const before = await lastMessage()
    expect((await resolve(id, 'Keep')).body.email).toBe(they.other.email)
    for (const email of [they.email, they.other.email])
      expect((await message(email, 'email', before)).text).toContain('The change stands')
    expect((await show(key)).body.status).toBe('Kept')
    expect((await queue()).filter((item) => item.id === id)).toEqual([])
    expect(await they.actions()).toEqual(['ContactChanged', 'ContactChangeStopped', 'ContactChangeKept'])
    const token = await server.logIn(they.other.email, they.mobile)
    expect((await they.ask(token)).body.code).toBe('contact_changed')
    await travel(48 * hour)
    expect((await they.ask(await server.logIn(they.other.email, they.mobile))).status).toBe(200)
  })

  it('by restoring the former contact, which is a change like any other', async () => {
    const { they, key, id } = await stopped()
    const thief = await server.logIn(they.other.email, they.mobile)
    const before = await lastMessage()
    expect((await resolve(id, 'Restore')).body.email).toBe(they.email)
    expect((await call('GET /api/portal/customer/accounts', { token: thief })).status).toBe(401)
    expect((await show(key)).body.status).toBe('Restored')
    // The replaced address is notified and can object, because staff can be deceived.
    expect(await keyFor(they.other.email, 'email', before)).toMatch(/^[\w-]{22}$/)
    expect(await they.changes()).toMatchObject([
      { status: 'Open', newEmail: they.email },
      { status: 'Restored', newEmail: they.other.email },
    ])
    expect((await they.actions()).toSorted()).toEqual([
      'ContactChangeStopped',
      'ContactChanged',
      'ContactChanged',
      'FormerContactRestored',
    ])
    const token = await server.logIn(they.email, they.mobile)
    expect((await they.ask(token)).body.code).toBe('contact_changed')
  })

  it('once, by two at the same moment', async () => {
    const { id } = await stopped()
    const replies = await Promise.all([resolve(id, 'Restore'), resolve(id, 'Keep')])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await resolve(id, 'Keep')).body.code).toBe('already_decided')
  })

  it('only if it was stopped, and never the person who made the change', async () => {
    const they = await family()
    const { token } = await addStaff(server, 'operations')
    const before = await lastMessage()
    await call(`PUT /api/staff/customers/${they.customerId}/contact`, {
      token,
      body: { email: they.other.email, reason },
    })
    const [change] = await they.changes()
    expect((await resolve(change?.id ?? '', 'Keep')).body.code).toBe('not_possible')
    await stop(await keyFor(they.email, 'email', before))
    const own = await call(`POST /api/staff/contact-changes/${change?.id}/resolve`, {
      token,
      body: { decision: 'Keep', reason },
    })
    expect([own.status, own.body.fields]).toEqual([403, { staff: expect.stringContaining('somebody else') }])
    expect((await resolve(randomUUID(), 'Keep')).status).toBe(404)
  })
})
