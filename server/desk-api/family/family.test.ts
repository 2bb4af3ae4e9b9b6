import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { StaffFamily } from '#contract/staff-family.ts'
import type { FamilyNote } from '#contract/staff-family-notes.ts'
import type { ExplainedEntry, StaffLedger } from '#contract/staff-family-ledger.ts'
import type {
  FamilyActivities,
  FamilyDocuments,
  FamilyMessageAsItLooked,
  FamilyMessages,
} from '#contract/staff-family-records.ts'
import { cents } from '#domain/money.ts'
import { readPersonalData } from '../../people/retention/personal-data.store.ts'
import { amex, bankAccount } from '#tools/demo/sources.ts'
import { addFamily } from '#tools/testing/family.ts'
import { firstOf } from '#tools/testing/long.ts'
import { describeLong, itLong } from '#tools/testing/long-tests.ts'
import { addPayer } from '#tools/testing/payments.ts'
import { testServer } from '#tools/testing/server.ts'
import { addStaff } from '#tools/testing/staff.ts'
import { sql } from '../../platform/database/sql.ts'

const server = await testServer()
const { call, deps } = server
const support = await addStaff(server, 'support')
const operations = await addStaff(server, 'operations')

const read = async <Reply>(path: string, as = support): Promise<Reply> => {
  const { status, body } = await call(`GET /api/staff/families/${path}`, { token: as.token })
  expect([path, status]).toEqual([path, 200])
  return body as Reply
}
const views = (accountId: string, staffId: string) =>
  deps.db.many<{ action: string; details: Record<string, string> }>(sql`
    select action, details from audit_event where subject_id = ${accountId} and actor_id = ${staffId} order by at, seq`)

describe('The ledger for staff', () => {
  it('explains a payment with its surcharge, its receipt and who made it', async () => {
    const payer = await addPayer(server, { plans: [], sources: [amex()] })
    await payer.pay(100)
    await expect
      .poll(async () => (await read<StaffLedger>(`${payer.accountId}/ledger`)).rows[0]?.detail)
      .toMatch(/^Paid by Olivia, surcharge \$\d/)
    const { rows } = await read<StaffLedger>(`${payer.accountId}/ledger?filter=PaidIn`)
    const entry = await read<ExplainedEntry>(`${payer.accountId}/ledger/${rows[0]?.id}`)
    expect(entry.sentences[0]).toContain('Olivia Bennett')
    expect(entry.entries.map(({ postings }) => postings.map(({ name }) => name))).toEqual([
      ['Payment provider', 'Family'],
      ['Payment provider', 'Surcharge income'],
    ])
    expect(entry.payment).toMatchObject({ amount: 100, status: 'Succeeded' })
    expect(entry.told).toMatchObject([{ title: 'Receipt', channel: 'email' }])
  })

  it('is saved as a file, which is on record', async () => {
    const payer = await addPayer(server, { plans: [] })
    await payer.pay(20)
    const path = `/api/staff/families/${payer.accountId}/ledger/export`
    const reply = await fetch(`${server.url}${path}`, {
      headers: { authorization: `Bearer ${support.token}` },
    })
    expect(reply.headers.get('content-type')).toContain('text/csv')
    expect(await reply.text()).toMatch(
      /^\uFEFF?Date,What happened,Detail,Through,Amount,Balance after,Entry\r\n/,
    )
    expect((await views(payer.accountId, support.staffId)).map(({ action }) => action)).toContain(
      'LedgerExported',
    )
  })

  it('knows nothing of an entry of another family', async () => {
    const [one, other] = [await addPayer(server, { plans: [] }), await addPayer(server, { plans: [] })]
    await one.pay(10)
    const { rows } = await read<StaffLedger>(`${one.accountId}/ledger`)
    const { status } = await call(`GET /api/staff/families/${other.accountId}/ledger/${rows[0]?.id}`, {
      token: support.token,
    })
    expect(status).toBe(404)
  })

  it.each(firstOf(1, ['x', 'bm90aGluZw', '2026-01-01']))('refuses to go on from %s', async (cursor) => {
    const { accountId } = await addPayer(server, { plans: [] })
    for (const list of ['ledger', 'payments', 'messages', 'activity']) {
      const path = `GET /api/staff/families/${accountId}/${list}?cursor=${cursor}`
      expect(await call(path, { token: support.token })).toMatchObject({ status: 400 })
    }
  })
})

describe('Documents', () => {
  it('open, and that they were opened is on record; an authorisation names who gave it', async () => {
    const payer = await addPayer(server, { sources: [bankAccount()] })
    const { documents } = await read<FamilyDocuments>(`${payer.accountId}/documents`)
    const [paper] = documents
    expect(paper).toMatchObject({ kind: 'DirectDebit', from: 'Agreed by Olivia Bennett', isThere: true })
    const path = `/api/staff/families/${payer.accountId}/documents/DirectDebit/${paper?.id}`
    const reply = await fetch(`${server.url}${path}`, {
      headers: { authorization: `Bearer ${support.token}` },
    })
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(reply.headers.get('cache-control')).toContain('no-store')
    expect((await views(payer.accountId, support.staffId)).at(-1)).toMatchObject({
      action: 'DocumentOpened',
      details: { kind: 'DirectDebit', documentId: paper?.id },
    })
    const missing = await call(`GET ${path.replace('DirectDebit', 'Statement')}`, { token: support.token })
    expect(missing.status).toBe(404)
  })
})

describe('Messages', () => {
  it('are shown as they looked, but never a code', async () => {
    const payer = await addPayer(server, { plans: [] })
    await payer.pay(30)
    const { messages } = await read<FamilyMessages>(`${payer.accountId}/messages`)
    const code = messages.find(({ title }) => title === 'Log-in code')
    const receipt = messages.find(({ title }) => title === 'Receipt')
    expect(code?.recipient).toBe(`+61 *** *** ${payer.mobile.slice(-3)}`)
    const shown = (id: string | undefined) =>
      read<FamilyMessageAsItLooked>(`${payer.accountId}/messages/${id}`)
    expect(await shown(code?.id)).toMatchObject({ isSecret: true, text: null, html: null, subject: null })
    expect(await shown(receipt?.id)).toMatchObject({
      isSecret: false,
      subject: expect.stringContaining('$30.00'),
      html: expect.stringContaining('<html'),
    })
  })

  it('of another family are not found', async () => {
    const [one, other] = [await addPayer(server, { plans: [] }), await addPayer(server, { plans: [] })]
    const { messages } = await read<FamilyMessages>(`${one.accountId}/messages`)
    const { status } = await call(`GET /api/staff/families/${other.accountId}/messages/${messages[0]?.id}`, {
      token: support.token,
    })
    expect(status).toBe(404)
  })
})

describe('Activity', () => {
  itLong('goes on where a page ends, without losing or repeating anything', async () => {
    const { accountId } = await addPayer(server, { plans: [] })
    for (let time = 0; time < 7; time += 1) await read(accountId)
    const ids: string[] = []
    for (let cursor = ''; ;) {
      const page = await read<FamilyActivities>(
        `${accountId}/activity?filter=Staff&limit=3${cursor}`,
        operations,
      )
      ids.push(...page.events.filter(({ sentence }) => sentence === 'viewed this family').map(({ id }) => id))
      if (page.nextCursor === null) break
      cursor = `&cursor=${page.nextCursor}`
    }
    expect(new Set(ids).size).toBe(7)
    expect(ids).toHaveLength(7)
  })

  it('tells operations alone that a family has asked for help', async () => {
    const { accountId, customerId } = await addFamily(server, {
      email: 'quiet@demo.example',
      mobile: '+61491579901',
    })
    await deps.db.run(sql`
      insert into audit_event (subject_id, id, at, actor_kind, actor_id, action)
      values (${accountId}, gen_random_uuid(), ${deps.clock()}, 'Customer', ${customerId}, 'CareAsked')`)
    const sentences = async (as: typeof support) =>
      (await read<FamilyActivities>(`${accountId}/activity`, as)).events.map(({ sentence }) => sentence)
    expect(await sentences(support)).not.toContain('asked for help with paying')
    expect(await sentences(operations)).toContain('asked for help with paying')
  })
})

describe('Notes', () => {
  const reason = 'They called'
  const tell = async (key: string, body: object, as = support) =>
    call(key.replace(' ', ' /api/staff/families/'), { token: as.token, body: { reason, ...body } })

  it('are for colleagues: pinned first, changed and deleted by who wrote them', async () => {
    const { accountId } = await addPayer(server, { plans: [] })
    await tell(`POST ${accountId}/notes`, { text: 'Pay comes late', isPinned: false })
    const { body } = await tell(
      `POST ${accountId}/notes`,
      { text: 'Call Olivia', isPinned: true },
      operations,
    )
    const [pinned, other] = body as FamilyNote[]
    expect([pinned, other]).toMatchObject([
      { text: 'Call Olivia', isPinned: true, isMine: true },
      { text: 'Pay comes late', isMine: false, changedAt: null },
    ])
    const path = `${accountId}/notes/${other?.id}`
    expect(await tell(`PUT ${path}`, { text: 'Mine now' }, operations)).toMatchObject({ status: 403 })
    expect(await tell(`POST ${path}/delete`, {}, operations)).toMatchObject({ status: 403 })
    // Anybody may say what everybody should see first.
    expect((await tell(`PUT ${path}`, { isPinned: true }, operations)).status).toBe(200)
    const changed = await tell(`PUT ${path}`, { text: 'Pay comes on Fridays' })
    expect((changed.body as FamilyNote[]).find(({ id }) => id === other?.id)).toMatchObject({
      text: 'Pay comes on Fridays',
      changedAt: expect.any(String),
    })
    expect((await tell(`POST ${path}/delete`, {})).body).toHaveLength(1)
    expect((await tell(`POST ${path}/delete`, {})).status).toBe(404)
    expect((await read<StaffFamily>(accountId)).counts.notes).toBe(1)
    const trail = JSON.stringify(await views(accountId, support.staffId))
    expect(trail).toContain('NoteDeleted')
    expect(trail).not.toContain('Fridays')
  })

  itLong('are one, however often the same one is sent', async () => {
    const { accountId } = await addPayer(server, { plans: [] })
    const note = { text: 'Pay comes late', isPinned: false, noteId: randomUUID() }
    const sent = () => tell(`POST ${accountId}/notes`, note)
    await Promise.all([sent(), sent()])
    expect((await sent()).body).toMatchObject([{ id: note.noteId, text: 'Pay comes late' }])
    const other = await tell(`POST ${accountId}/notes`, { ...note, text: 'Pay comes on Fridays' })
    expect(other).toMatchObject({ status: 409, body: { code: 'request_id_reused' } })
  })

  it('are no part of what the family sees, and part of the data it may ask for', async () => {
    const { accountId, customerId, token } = await addPayer(server, { plans: [] })
    await tell(`POST ${accountId}/notes`, { text: 'Prefers the morning', isPinned: false })
    for (const path of ['overview', 'profile', 'transactions']) {
      const { body } = await call(`GET /api/portal/customer/account/${accountId}/${path}`, { token })
      expect(JSON.stringify(body)).not.toContain('Prefers')
    }
    const held = await readPersonalData(deps.db, { customerId, accountIds: [accountId] })
    expect(JSON.stringify(held['family_note'])).toContain('Prefers the morning')
  })

  it.each(firstOf(1, ['', '   ', 'x'.repeat(2001)]))('have words, and not too many', async (text) => {
    const { accountId } = await addPayer(server, { plans: [] })
    expect((await tell(`POST ${accountId}/notes`, { text, isPinned: false })).status).toBe(400)
  })
})

describeLong('A family that is out of the ordinary', () => {
  it.each<[string, Parameters<typeof addPayer>[1], Partial<StaffFamily>]>([
    ['without a plan', { plans: [], isSetupIncomplete: true }, { isSetUp: false }],
    ['that is closed', { status: 'Inactive' }, { status: 'Inactive' }],
    ['in the United Kingdom', { school: 'Oakfield School' }, { region: 'UK' }],
    [
      'of twelve students with long names',
      { students: Array.from({ length: 12 }, (_, index) => ({ firstName: `${'Ana'.repeat(26)}${index}` })) },
      { name: 'Bennett family' },
    ],
    [
      'with two plans',
      { plans: [{ status: 'Current' }, { status: 'Draft', year: 'Next' }], balance: cents(0) },
      { isSetUp: true },
    ],
  ])('has a page: one %s', async (_, account, expected) => {
    const payer = await addPayer(server, account)
    const family = await read<StaffFamily>(payer.accountId)
    expect(family).toMatchObject(expected)
    const hasSurcharge = family.facts.some(({ label }) => label === 'Surcharge')
    expect(hasSurcharge).toBe(family.region === 'AU')
    if (expected.region === 'UK') expect(family.glance.next.sentence).not.toContain('surcharge')
    for (const tab of ['ledger', 'plans', 'payments', 'documents', 'messages', 'activity', 'notes'])
      await read(`${payer.accountId}/${tab}`)
  })
})
