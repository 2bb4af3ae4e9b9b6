import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { cents } from '#domain/money.ts'
import type { Moment } from '#tools/demo/moment.ts'
import { creditFromSchool } from '#tools/demo/entries.ts'
import { addFamily } from '#tools/testing/family.ts'
import { firstOf } from '#tools/testing/long.ts'
import { itLong } from '#tools/testing/long-tests.ts'
import { testServer, type CallOptions } from '#tools/testing/server.ts'
import { addStaff } from '#tools/testing/staff.ts'
import { sql } from '../platform/database/sql.ts'

const server = await testServer()
const { call, deps, message } = server
const support = await addStaff(server, 'support')
const operations = await addStaff(server, 'operations')
const admin = await addStaff(server, 'admin')

const reason = 'Asked on the phone'
const ask = (key: string, as = support) => call(key, { token: as.token })
const tell = (key: string, body: object = {}, as = operations) => {
  const options: CallOptions = { token: as.token, body: { ...body, reason } }
  return call(key, options)
}

type Event = { action: string; details: Record<string, string>; kind: string; actor: string; request: string }
const auditOf = (subjectId: string) =>
  deps.db.many<Event>(sql`
    select action, details, actor_kind as kind, actor_id as actor, request_id as request from audit_event
    where subject_id = ${subjectId} order by at, id`)
const lastAction = async (subjectId: string) =>
  (await auditOf(subjectId)).findLast(({ details }) => 'reason' in details)

let families = 0
async function family(accounts?: Parameters<typeof addFamily>[1]['accounts']) {
  families += 1
  const email = `desk${families}@demo.example`
  const mobile = `+6149157${String(2100 + families)}`
  const added = await addFamily(server, { email, mobile: mobile.slice(0, 12), ...(accounts && { accounts }) })
  return { ...added, email, mobile: mobile.slice(0, 12) }
}

async function newCustomer(details: object = {}) {
  const email = `new-${randomUUID()}@demo.example`
  const sent = { email, firstName: 'Mia', lastName: 'Ong', region: 'AU', ...details }
  const { status, body } = await tell('POST /api/staff/customers', sent)
  expect(status).toBe(200)
  return body as { id: string; email: string }
}

const schoolOf = async (accountId: string) => {
  const row = await deps.db.first<{ id: string }>(sql`
    select institution_id as id from account where id = ${accountId}`)
  return row?.id ?? ''
}

describe('Customers', () => {
  it.each(
    firstOf<[string, (parent: { email: string; mobile: string }, shortId: string) => string]>(2, [
      ['the beginning of their e-mail', ({ email }) => email.slice(0, 8)],
      ['their mobile as they dictate it', ({ mobile }) => `0${mobile.slice(3, 6)} ${mobile.slice(6)}`],
      ['their whole name', () => 'OLIVIA bennett'],
      ['their family name', () => 'benn'],
      ['the short id of their account', (_, shortId) => shortId.toLowerCase()],
    ]),
  )('are found by %s, and it is on record who looked', async (_, textOf) => {
    const parent = await family()
    const shortId = parent.accounts[0]?.shortId ?? ''
    const text = textOf(parent, shortId)
    const { status, body } = await ask(`GET /api/staff/customers?limit=50&find=${encodeURIComponent(text)}`)
    expect(status).toBe(200)
    const found = body.find(({ id }: { id: string }) => id === parent.customerId)
    expect(found).toMatchObject({ email: parent.email, accounts: [{ shortId, status: 'Active' }] })
    expect(await auditOf(parent.customerId)).toMatchObject([
      { action: 'CustomerFound', kind: 'Staff', actor: support.staffId, details: { text } },
    ])
  })

  itLong('are not found by what only looks like a pattern', async () => {
    await family()
    for (const text of ['%', '_', "'", '\\'])
      expect((await ask(`GET /api/staff/customers?find=${encodeURIComponent(text)}`)).body).toEqual([])
  })

  it('are created and shown with what was sent', async () => {
    const { id } = await newCustomer({
      mobile: '+61491572900',
      birthDate: '1985-02-28',
      address: { streetNo: '12', street: 'Bay Rd', suburb: 'Sandringham', state: 'VIC', postcode: '3191' },
    })
    const { body } = await ask(`GET /api/staff/customers/${id}`)
    expect(body).toMatchObject({
      firstName: 'Mia',
      mobile: '+61491572900',
      birthDate: '1985-02-28',
      status: 'Active',
      address: { fullAddress: '12 Bay Rd, Sandringham VIC 3191' },
      accounts: [],
    })
    expect(await auditOf(id)).toMatchObject([
      {
        action: 'CustomerCreated',
        actor: operations.staffId,
        details: { reason },
        request: expect.any(String),
      },
      { action: 'CustomerShown', actor: support.staffId },
    ])
  })

  it('have an e-mail of their own', async () => {
    const parent = await family()
    const other = await newCustomer()
    const sent = { email: parent.email.toUpperCase(), firstName: 'A', lastName: 'B', region: 'AU' }
    expect(await tell('POST /api/staff/customers', sent)).toMatchObject({
      status: 409,
      body: { code: 'already_exists' },
    })
    const change = await tell(`PUT /api/staff/customers/${other.id}/contact`, { email: parent.email })
    expect(change).toMatchObject({ status: 409, body: { code: 'already_exists' } })
    expect((await auditOf(other.id)).map(({ action }) => action)).toEqual(['CustomerCreated'])
  })

  it('log in with a new number after it was changed, and a code on its way to the old one is void', async () => {
    const parent = await family()
    await call('POST /api/auth/customer/send-otp', { body: { email: parent.email } })
    const { code } = await message(parent.mobile, 'sms')
    const { body } = await tell(`PUT /api/staff/customers/${parent.customerId}/contact`, {
      mobile: '+61491572950',
    })
    expect(body.mobile).toBe('+61491572950')
    const late = await call('POST /api/auth/customer/otp-login', { body: { email: parent.email, otp: code } })
    expect(late.status).toBe(400)
    expect(await lastAction(parent.customerId)).toMatchObject({
      action: 'ContactChanged',
      actor: operations.staffId,
      details: { mobile: `${parent.mobile} → +61491572950`, reason },
    })
  })

  it('are not changed by what cannot be', async () => {
    const parent = await family()
    for (const [what, part, body] of [
      ['a mobile without its country', '/contact', { mobile: '0491570156' }],
      ['an e-mail that is none', '/contact', { email: 'olivia' }],
      ['a birthday that does not exist', '', { birthDate: '1985-02-30' }],
      ['a field too many', '', { role: 'admin' }],
    ] as const) {
      const reply = await tell(`PUT /api/staff/customers/${parent.customerId}${part}`, body)
      expect([what, reply.status, reply.body.code]).toEqual([what, 400, 'invalid_request'])
    }
    expect(await auditOf(parent.customerId)).toEqual([])
  })

  it('are not changed without a reason', async () => {
    const parent = await family()
    const { status, body } = await call(`PUT /api/staff/customers/${parent.customerId}`, {
      token: support.token,
      body: { firstName: 'Eve', reason: '  ' },
    })
    expect([status, Object.keys(body.fields)]).toEqual([400, ['reason']])
  })

  it('are out everywhere at once when they are disabled, and in again only by a new log-in', async () => {
    const parent = await family()
    const token = await server.logIn(parent.email, parent.mobile)
    const accounts = () => call('GET /api/portal/customer/accounts', { token })
    expect((await accounts()).status).toBe(200)
    const { body } = await tell(`POST /api/staff/customers/${parent.customerId}/disable`)
    expect(body).toMatchObject({ status: 'Disabled', openSessions: 0 })
    expect((await accounts()).status).toBe(401)
    expect(await lastAction(parent.customerId)).toMatchObject({ action: 'CustomerDisabled' })
    expect((await tell(`POST /api/staff/customers/${parent.customerId}/enable`)).body.status).toBe('Active')
    expect((await accounts()).status).toBe(401)
    expect(await lastAction(parent.customerId)).toMatchObject({ action: 'CustomerEnabled' })
  })
})

describe('Accounts', () => {
  it('are shown with everything, and no whole number of a card or bank account', async () => {
    const parent = await family()
    const { status, body } = await ask(`GET /api/staff/accounts/${parent.accountId}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      shortId: parent.accounts[0]?.shortId,
      members: [{ id: parent.customerId, email: parent.email }],
      plans: [{ status: 'Current' }],
      sources: [{ id: parent.accounts[0]?.sourceIds[0], status: 'Usable' }],
    })
    expect(body.instalments.length).toBeGreaterThan(0)
    const ledger = await deps.db.first<{ balance: number }>(sql`
      select coalesce(sum(amount_minor), 0)::bigint as balance from ledger_posting
      where account_id = ${parent.accountId} and book = 'Family'`)
    expect(body.balance).toBe((ledger?.balance ?? 0) / 100)
    expect(JSON.stringify(body.sources)).not.toMatch(/\d{5,}(?![\da-f-])/)
    expect((await auditOf(parent.accountId)).map(({ action }) => action)).toEqual(['AccountShown'])
    const shortId = parent.accounts[0]?.shortId ?? ''
    expect((await ask(`GET /api/staff/accounts?shortId=${shortId}`)).body).toMatchObject([
      { id: parent.accountId },
    ])
  })

  it('are opened for customers of the school’s own country, ready to be set up', async () => {
    const institutionId = await schoolOf((await family()).accountId)
    const [mother, father] = [await newCustomer(), await newCustomer()]
    const sent = { institutionId, productType: 'PayPlus', customerIds: [mother.id, father.id] }
    const { status, body } = await tell('POST /api/staff/accounts', sent)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      shortId: expect.stringMatching(/^LW\d{8}$/),
      status: 'Active',
      setupStatus: 'SetUpPaymentSchedule',
      isSetupIncomplete: true,
      balance: 0,
      bpay: { reference: expect.stringMatching(/^\d{9}$/) },
    })
    expect(body.members.map(({ id }: { id: string }) => id).toSorted()).toEqual(
      [mother.id, father.id].toSorted(),
    )
    expect(await lastAction(body.id)).toMatchObject({ action: 'AccountOpened', details: { reason } })

    const british = await newCustomer({ region: 'UK' })
    const abroad = await tell('POST /api/staff/accounts', { ...sent, customerIds: [british.id] })
    expect(abroad).toMatchObject({ status: 409, body: { code: 'not_possible' } })
    const nowhere = await tell('POST /api/staff/accounts', { ...sent, institutionId: randomUUID() })
    expect(nowhere.status).toBe(404)
  })

  it('are opened once, however often the same call is made', async () => {
    const institutionId = await schoolOf((await family()).accountId)
    const { id } = await newCustomer()
    const accountId = randomUUID()
    const open = (productType = 'Pay') =>
      tell('POST /api/staff/accounts', { institutionId, productType, customerIds: [id], accountId })
    const replies = [...(await Promise.all([open(), open()])), await open()]
    expect(replies.map(({ status, body }) => [status, body.id])).toEqual(replies.map(() => [200, accountId]))
    expect(await open('PayPlus')).toMatchObject({ status: 409, body: { code: 'request_id_reused' } })
    expect((await ask(`GET /api/staff/customers/${id}`)).body.accounts).toHaveLength(1)
    expect((await auditOf(accountId)).filter(({ action }) => action === 'AccountOpened')).toHaveLength(1)
  })

  itLong('change their flags, lists and statuses, with what was before on record', async () => {
    const { accountId } = await family()
    const { body } = await tell(`PUT /api/staff/accounts/${accountId}`, {
      canEditOrAddPlan: false,
      allowedPortalMethods: ['PaymentCard'],
      renewalStatus: 'Offboarding',
    })
    expect(body).toMatchObject({
      canEditOrAddPlan: false,
      allowedPortalMethods: ['PaymentCard'],
      renewalStatus: 'Offboarding',
      allowsScheduleUpdates: true,
    })
    expect(await lastAction(accountId)).toMatchObject({
      action: 'AccountChanged',
      details: {
        canEditOrAddPlan: 'true → false',
        allowedPortalMethods: 'none → ["PaymentCard"]',
        renewalStatus: 'New → Offboarding',
        reason,
      },
    })
    const back = await tell(`PUT /api/staff/accounts/${accountId}`, { allowedPortalMethods: null })
    expect(back.body).toMatchObject({ allowedPortalMethods: null, canEditOrAddPlan: false })
  })

  it('begin when staff say that the set-up is complete, and the family reads so', async () => {
    const parent = await family([
      { setupStatus: 'ManualReview', isSetupIncomplete: true, checksSetupStatus: true },
    ])
    const { body } = await tell(`PUT /api/staff/accounts/${parent.accountId}`, {
      setupStatus: 'StepsCompleted',
    })
    expect(body).toMatchObject({
      setupStatus: 'StepsCompleted',
      isSetupIncomplete: false,
      setupCompletedAt: expect.any(String),
    })
    expect((await message(parent.email, 'email')).text).toContain(parent.accounts[0]?.shortId)
  })

  itLong('are closed and opened again', async () => {
    const { accountId, email } = await family([{ plans: [] }])
    for (const [action, status, event, body] of [
      ['deactivate', 'Inactive', 'AccountDeactivated', {}],
      ['reactivate', 'Active', 'AccountReactivated', { begin: 'Nothing' }],
    ] as const) {
      expect((await tell(`POST /api/staff/accounts/${accountId}/${action}`, body)).body.status).toBe(status)
      expect(await lastAction(accountId)).toMatchObject({ action: event })
    }
    expect((await message(email, 'email')).text).toContain('We have closed your account')
  })

  const plan = { status: 'Saved' as const, starts: 20, frequency: 'Term' as const }
  it.each(
    firstOf(1, [
      [
        'credit',
        [{ plans: [], entries: (moment: Moment) => [creditFromSchool(moment, 12_345_00)] }],
        'balance',
        false,
      ],
      [
        'withdrawals that are not decided',
        [
          {
            plans: [],
            entries: (moment: Moment) => [creditFromSchool(moment, 60_00)],
            withdrawals: {
              bankAccounts: ['6789'],
              requests: [{ status: 'Pending' as const, amount: cents(60_00), daysAgo: 1 }],
            },
          },
        ],
        'withdrawals',
        false,
      ],
      ['payments to come', [{ plans: [plan] }], 'plan', true],
    ] as const),
  )('with %s are not closed unawares', async (_, accounts, field, mayBeClosed) => {
    const { accountId, email } = await family(accounts as never)
    const close = (body: object = {}) => tell(`POST /api/staff/accounts/${accountId}/deactivate`, body)
    const refused = await close()
    expect([refused.status, refused.body.code, Object.keys(refused.body.fields)]).toEqual([
      409,
      'account_not_settled',
      [field],
    ])
    expect((await close({ isAcknowledged: true })).status).toBe(mayBeClosed ? 200 : 409)
    if (mayBeClosed)
      expect((await message(email, 'email')).text).toMatch(
        /payments of \$[\d,.]+ in all will not be collected/,
      )
  })

  it('are shared and taken away, but never left without anyone', async () => {
    const parent = await family()
    const other = await family()
    const member = `/api/staff/accounts/${parent.accountId}/members/${other.customerId}`
    const token = await server.logIn(other.email, other.mobile)
    const sees = async () => {
      const path = `GET /api/portal/customer/account/${parent.accountId}/overview`
      return (await call(path, { token })).status
    }
    expect(await sees()).toBe(403)
    expect((await tell(`POST ${member}/add`)).body.members).toHaveLength(2)
    expect(await sees()).toBe(200)
    expect((await tell(`POST ${member}/remove`)).body.members).toHaveLength(1)
    expect(await sees()).toBe(403)
    const told = await deps.db.many(sql`
      select facts ->> 'action' as action, recipient from outbox_message
      where account_id = ${parent.accountId} and kind = 'DoneByStaff' order by created_at, recipient`)
    expect(told).toContainEqual({ action: 'added a person to your account', recipient: parent.email })
    expect(told).toContainEqual({ action: 'removed a person from your account', recipient: parent.email })
    const last = `/api/staff/accounts/${parent.accountId}/members/${parent.customerId}`
    expect(await tell(`POST ${last}/remove`)).toMatchObject({ status: 409, body: { code: 'not_possible' } })
    const actions = (await auditOf(parent.accountId)).filter(({ kind }) => kind === 'Staff')
    expect(actions.map(({ action }) => action)).toEqual(['MemberAdded', 'MemberRemoved'])
  })
})

describe('Children', () => {
  const student = { firstName: 'Ruby', lastName: 'Ong', startYear: 2027, startYearLevel: 'Year 7' }
  type Enrolled = {
    id: string
    studentId: string
    firstName: string
    percent: number
    holdsRemainder: boolean
  }

  async function enrolled(accountId: string) {
    const { body } = await tell(`POST /api/staff/accounts/${accountId}/students`, student)
    return (body.enrolments as Enrolled[]).find(({ firstName }) => firstName === 'Ruby')!
  }

  it('are enrolled, and their fees shared among accounts', async () => {
    const [one, two] = [await family(), await family()]
    const ruby = await enrolled(one.accountId)
    expect(ruby).toMatchObject({ percent: 100, holdsRemainder: true })
    expect(await lastAction(one.accountId)).toMatchObject({ action: 'StudentEnrolled' })

    const share = (shares: object[], remainderAccountId = one.accountId) =>
      tell(`PUT /api/staff/students/${ruby.studentId}/shares`, { shares, remainderAccountId })
    const { status } = await share([
      { accountId: one.accountId, percent: 66.67 },
      { accountId: two.accountId, percent: 33.33 },
    ])
    expect(status).toBe(200)
    const shown = await ask(`GET /api/staff/accounts/${two.accountId}`)
    expect(shown.body.enrolments).toContainEqual(
      expect.objectContaining({ studentId: ruby.studentId, percent: 33.33, holdsRemainder: false }),
    )
    expect(await lastAction(two.accountId)).toMatchObject({ action: 'FeesShared' })
    const rename = await tell(
      `PUT /api/staff/accounts/${two.accountId}/enrolments/${
        shown.body.enrolments.find((each: Enrolled) => each.studentId === ruby.studentId).id
      }`,
      { lastName: 'Ong-Ray' },
    )
    expect(rename.status).toBe(200)
    for (const { accountId } of [one, two])
      expect(await lastAction(accountId)).toMatchObject({ action: 'EnrolmentChanged', details: { reason } })
    const first = await ask(`GET /api/staff/accounts/${one.accountId}`)
    expect(JSON.stringify(first.body.enrolments)).toContain('Ong-Ray')

    await share([{ accountId: one.accountId, percent: 100 }])
    const after = await ask(`GET /api/staff/accounts/${two.accountId}`)
    expect(after.body.enrolments.some((each: Enrolled) => each.studentId === ruby.studentId)).toBe(false)
  })

  it('are never paid for with more or less than the whole', async () => {
    const [one, two] = [await family(), await family()]
    const ruby = await enrolled(one.accountId)
    const share = (shares: object[], remainderAccountId = one.accountId) =>
      tell(`PUT /api/staff/students/${ruby.studentId}/shares`, { shares, remainderAccountId })
    const half = { accountId: one.accountId, percent: 50 }
    for (const [shares, remainder] of [
      [[half], one.accountId],
      [[half, { accountId: two.accountId, percent: 50.01 }], one.accountId],
      [[half, half], one.accountId],
      [[half, { accountId: two.accountId, percent: 50 }], randomUUID()],
    ] as const)
      expect((await share([...shares], remainder)).status).toBe(400)
    const unknown = await share([half, { accountId: randomUUID(), percent: 50 }])
    expect(unknown.status).toBe(404)
    const shown = await ask(`GET /api/staff/accounts/${one.accountId}`)
    expect(shown.body.enrolments).toContainEqual(expect.objectContaining({ id: ruby.id, percent: 100 }))
  })
})

/** The customer writes in the portal; the id of their conversation. */
async function written(parent: { email: string; mobile: string; customerId: string }, text: string) {
  const token = await server.logIn(parent.email, parent.mobile)
  await call('POST /api/portal/customer/chat', { token, body: { text } })
  const { body } = await ask('GET /api/staff/conversations?limit=200')
  return body.find(({ customerId }: { customerId: string }) => customerId === parent.customerId).id as string
}

describe('Support', () => {
  itLong('answers what a customer wrote, in the conversation and by mail', async () => {
    const parent = await family()
    const conversationId = await written(parent, 'Where is my statement?')
    const waiting = await ask('GET /api/staff/conversations')
    const head = {
      id: conversationId,
      customerId: parent.customerId,
      name: 'Olivia Bennett',
      email: parent.email,
      shortIds: [parent.accounts[0]?.shortId],
    }
    expect(waiting.body[0]).toMatchObject({
      ...head,
      isAnswered: false,
      last: { text: 'Where is my statement?', name: 'Olivia Bennett' },
    })
    const path = `/api/staff/conversations/${conversationId}`
    const { body } = await tell(`POST ${path}/reply`, { text: 'Under Statements.' }, support)
    expect(body).toMatchObject({
      ...head,
      messages: [
        { author: 'Customer', name: 'Olivia Bennett', text: 'Where is my statement?' },
        { author: 'Staff', name: 'Sam support', text: 'Under Statements.' },
      ],
    })
    expect((await message(parent.email, 'email')).text).toContain('Under Statements.')
    expect((await ask(`GET ${path}`)).body).toEqual(body)
    expect((await ask('GET /api/staff/conversations')).body[0].isAnswered).toBe(true)
    expect(await lastAction(parent.customerId)).toMatchObject({
      action: 'CustomerAnswered',
      actor: support.staffId,
      details: { conversationId },
    })
  })
})

describe('The outbox', () => {
  it('shows letters in words, and never a code', async () => {
    const parent = await family()
    await call('POST /api/auth/customer/send-otp', { body: { email: parent.email } })
    await message(parent.mobile, 'sms')
    const { body } = await ask(`GET /api/staff/outbox?recipient=${encodeURIComponent(parent.mobile)}`)
    expect(body).toMatchObject([{ kind: 'LogInCode', channel: 'sms' }])
    const shown = await ask(`GET /api/staff/outbox/${body[0].id}`)
    expect(shown.body).toMatchObject({ text: null, html: null })
    expect((await auditOf(parent.customerId)).map(({ action }) => action)).toEqual([
      'OutboxListed',
      'MessageRead',
    ])
  })

  itLong('sends what was refused again, to where the customer is reached today', async () => {
    const parent = await family()
    const conversationId = await written(parent, 'Hello?')
    await tell(`POST /api/staff/conversations/${conversationId}/reply`, { text: 'Hello' }, support)
    const first = await message(parent.email, 'email')
    const find = async () => (await ask(`GET /api/staff/outbox?recipient=${parent.email}`)).body[0]
    const sent = await find()
    const resend = (id: string) => tell(`POST /api/staff/outbox/${id}/resend`)
    await expect.poll(async () => (await find()).status).toBe('Sent')
    expect(await resend(sent.id)).toMatchObject({ status: 409, body: { code: 'not_possible' } })
    await deps.db.run(sql`
      update outbox_message set status = 'Refused', recipient = 'old@demo.example' where id = ${sent.id}`)
    expect((await resend(sent.id)).body).toMatchObject({ status: 'Waiting', recipient: parent.email })
    expect((await message(parent.email, 'email', first.seq)).text).toContain('Hello')
    expect((await ask(`GET /api/staff/outbox/${sent.id}`)).body.text).toContain('Hello')
    expect(await lastAction(parent.customerId)).toMatchObject({ action: 'MessageResent' })
  })
})

describe('The messages that the company sends', () => {
  itLong('can be read in advance, every kind of it, in the name and with the numbers of today', async () => {
    await tell('PUT /api/staff/settings', { supportPhoneAu: '1300 555 000' }, admin)
    const { body: kinds } = await ask('GET /api/staff/templates')
    expect(kinds.length).toBeGreaterThan(20)
    for (const { kind, channel } of kinds) {
      const { status, body } = await ask(`GET /api/staff/templates/${kind}`)
      expect([status, body.text.length > 20, body.html !== null]).toEqual([200, true, channel === 'email'])
    }
    expect((await ask('GET /api/staff/templates/Receipt')).body.text).toContain('1300 555 000')
    expect((await ask('GET /api/staff/templates/Nothing')).status).toBe(404)
    await tell('PUT /api/staff/settings', { supportPhoneAu: null }, admin)
  })
})

describe('The company', () => {
  const house = '00000000-0000-0000-0000-000000000000'

  itLong('is reached where an admin says, on every page, and goes back to its configuration', async () => {
    const published = async () => (await call('GET /api/settings')).body
    const before = await published()
    const { body } = await tell(
      'PUT /api/staff/settings',
      {
        supportPhoneAu: '1300 000 111',
        termsUrl: 'https://larkwell.example/new-terms',
        hideStatements: true,
      },
      admin,
    )
    expect(body.changed.toSorted()).toEqual(['hideStatements', 'supportPhoneAu', 'termsUrl'])
    expect(await published()).toMatchObject({
      support: { AU: { phone: '1300 000 111', email: before.support.AU.email } },
      termsUrl: 'https://larkwell.example/new-terms',
      flags: { hideStatements: true },
    })
    expect(await lastAction(house)).toMatchObject({
      action: 'SettingsChanged',
      details: { supportPhoneAu: 'as configured → 1300 000 111', reason },
    })
    await tell(
      'PUT /api/staff/settings',
      { supportPhoneAu: null, termsUrl: null, hideStatements: null },
      admin,
    )
    expect(await published()).toEqual(before)
  })

  it('does a job when it is told to, and knows how it went', async () => {
    const find = async (name: string) =>
      (await ask('GET /api/staff/jobs', operations)).body.find((job: { name: string }) => job.name === name)
    expect(await find('purge-expired')).toMatchObject({ schedule: '17 * * * *', canRun: true, lastRun: null })
    expect((await tell('POST /api/staff/jobs/purge-expired/run')).status).toBe(200)
    await expect.poll(async () => (await find('purge-expired')).lastRun?.outcome).toBe('Done')
    expect(await find('purge-expired')).toMatchObject({ done: 1, failed: 0 })
    expect(await lastAction(house)).toMatchObject({
      action: 'JobStarted',
      details: { name: 'purge-expired' },
    })
    const [run] = (await ask('GET /api/staff/jobs/purge-expired/runs', operations)).body
    expect(run).toMatchObject({ outcome: 'Done', error: null })
    expect((await ask('GET /api/staff/jobs/nothing/runs', operations)).status).toBe(404)
    expect((await tell('POST /api/staff/jobs/deliver-message/run')).status).toBe(409)
    expect((await tell('POST /api/staff/jobs/nothing/run')).status).toBe(404)
  })

  itLong('shows what browsers have met', async () => {
    await deps.db.run(sql`
      insert into client_error (id, at, environment, path, message)
      values (${randomUUID()}, ${deps.clock()}, 'beta', '/statements', 'x is not a function')`)
    const { body } = await ask('GET /api/staff/client-errors', operations)
    expect(body).toMatchObject([{ path: '/statements', message: 'x is not a function', times: 1 }])
  })

  it('tells who did what to whom, and that somebody asked', async () => {
    const parent = await family()
    await tell(`POST /api/staff/customers/${parent.customerId}/disable`)
    const { body } = await ask(`GET /api/staff/audit?subject=${parent.customerId}`, operations)
    expect(body).toMatchObject([
      { action: 'CustomerDisabled', actorKind: 'Staff', actor: operations.email, details: { reason } },
    ])
    expect((await auditOf(parent.customerId)).at(-1)).toMatchObject({ action: 'AuditRead' })
    const byThem = await ask(`GET /api/staff/audit?subject=${operations.staffId}&limit=500`, operations)
    expect(JSON.stringify(byThem.body)).toContain(parent.customerId)
  })
})
