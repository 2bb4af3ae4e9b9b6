import { describe, expect, it } from 'vitest'
import { cents } from '#domain/money.ts'
import type { Account } from '#tools/demo/account.ts'
import { bankAccount, visaCredit } from '#tools/demo/sources.ts'
import { addFamily } from '#tools/testing/family.ts'
import { expectSoundLedger } from '#tools/testing/payments.ts'
import { testServer } from '#tools/testing/server.ts'
import { addStaff, approveAs } from '#tools/testing/staff.ts'
import { sql } from '../../platform/database/sql.ts'
import { insertStaff } from '#tools/demo/staff.ts'

const server = await testServer()
const { deps, call } = server
const { db } = deps
await insertStaff(db, deps.clock())
const asking = await addStaff(server, 'operations')
const second = await addStaff(server, 'operations')

let families = 0
/** A family that has used every feature, with a unique name. */
async function family(account: Account = {}) {
  families += 1
  const lastName = `Quillfeather${String.fromCharCode(64 + families)}`
  const email = `ottoline.${lastName.toLowerCase()}@demo.example`
  const mobile = `+6149157${String(4600 + families)}`
  const ids = await addFamily(server, {
    email,
    mobile,
    firstName: 'Ottoline',
    lastName,
    conversation: [{ by: 'Customer', text: `This is ${lastName}`, daysAgo: 3 }],
    accounts: [
      {
        balance: cents(0),
        sources: [visaCredit(), bankAccount()],
        documents: { statements: [1, 2], invoices: [1] },
        ...account,
      },
    ],
  })
  const token = await server.logIn(email, mobile)
  const path = `/api/staff/customers/${ids.customerId}`
  return {
    ...ids,
    lastName,
    email,
    mobile,
    token,
    export: async () =>
      JSON.parse(
        Buffer.from(
          await (
            await fetch(`${server.url}${path}/export`, {
              headers: { authorization: `Bearer ${asking.token}` },
            })
          ).arrayBuffer(),
        ).toString(),
      ) as Record<string, Record<string, unknown>[]>,
    erase: () => call(`POST ${path}/erase`, { token: asking.token, body: { reason: 'Asked in writing' } }),
    close: () =>
      call(`POST /api/staff/accounts/${ids.accountId}/deactivate`, {
        token: asking.token,
        body: { reason: 'Leaves', isAcknowledged: true },
      }),
  }
}

/** The tables with a row that contains a text in any column. */
async function tablesWith(text: string): Promise<string[]> {
  const rows = await db.many<{ name: string }>(sql`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and query_to_xml(format('select 1 from %I t where t::text ilike %L limit 1', table_name, ${`%${text}%`}::text),
        false, true, '')::text <> ''
    order by 1`)
  return rows.map(({ name }) => name)
}
const postings = () =>
  db.many(sql`select book, account_id, sum(amount_minor) from ledger_posting group by 1, 2 order by 2, 1`)

describe('The data about a person', () => {
  it('is handed out as one file, with the documents and without secrets, and that is on record', async () => {
    const they = await family()
    const held = await they.export()
    expect(held['customer']).toMatchObject([{ email: they.email, first_name: 'Ottoline' }])
    for (const table of [
      'account',
      'student',
      'plan',
      'payment',
      'ledger_entry',
      'consent',
      'session',
      'conversation_message',
      'customer_address',
    ])
      expect([table, held[table]?.length ?? 0]).not.toEqual([table, 0])
    const file = held['files']?.[0] as { base64: string }
    expect(Buffer.from(file.base64, 'base64').toString('latin1')).toMatch(/^%PDF-/)
    const text = JSON.stringify({ ...held, files: [] })
    expect(text).not.toMatch(/code_hash|key_hash|body_hash|bank_details|encryption_key_id|link_sealed/)
    const views = await db.many(sql`
      select from audit_event where action = 'CustomerExported'
        and subject_id = any(${[they.customerId, they.accountId]}::uuid[])`)
    expect(views).toHaveLength(2)
  })

  it('is not handed out to support', async () => {
    const { customerId } = await family()
    const { token } = await addStaff(server, 'support')
    expect((await call(`GET /api/staff/customers/${customerId}/export`, { token })).status).toBe(403)
  })
})

describe('A person', () => {
  it('is erased once a second person agrees: no name is left, and the books stay as they are', async () => {
    const they = await family()
    expect((await they.close()).status).toBe(200)
    const books = await postings()
    const { status, body } = await they.erase()
    expect([status, body]).toMatchObject([202, { kind: 'CustomerErasure', status: 'Open' }])
    expect(body.summary).not.toContain(they.lastName)
    expect((await approveAs(server, asking, body)).body.code).toBe('own_request')
    expect(await tablesWith(they.lastName)).toContain('customer')

    await server.message(they.email, 'email')
    const before = await server.lastMessage()
    expect((await approveAs(server, second, body)).status).toBe(200)
    const farewell = await server.message(they.email, 'email', before)
    expect(farewell.subject).toContain('has been erased')
    // The audit trail stays unchanged, and the farewell message is deleted after a week.
    for (const text of [they.lastName, they.email, they.mobile]) {
      const left = await tablesWith(text)
      expect(
        left.filter((table) => !['audit_event', 'outbox_message', 'rate_limit'].includes(table)),
      ).toEqual([])
    }
    const letters = () =>
      db.many(sql`
        select kind, facts from outbox_message
        where recipient = ${they.email} or facts::text like ${`%${they.lastName}%`}`)
    await expect.poll(letters).toEqual([{ kind: 'CustomerErased', facts: null }])
    expect(await postings()).toEqual(books)
    await expectSoundLedger(server)
    expect((await call('GET /api/portal/customer/accounts', { token: they.token })).status).toBe(401)
    const consents = await db.many(sql`select from consent where account_id = ${they.accountId}`)
    expect(consents.length).toBeGreaterThan(0)
    const again = await they.erase()
    expect([again.status, again.body.code]).toEqual([409, 'not_possible'])
  })

  it('is not erased while something is open, and the reply says what is', async () => {
    const they = await family({ balance: cents(120_00) })
    const { status, body } = await they.erase()
    expect([status, body.code]).toEqual([409, 'account_not_settled'])
    const reasons = Object.values(body.fields as Record<string, string>).join(' ')
    expect(reasons).toMatch(/It is still open\. Close it first\..*\$120\.00 with us/)
    expect(await tablesWith(they.lastName)).toContain('customer')
  })

  it('leaves an account that somebody else uses to that person', async () => {
    const [they, other] = [await family(), await family()]
    await db.run(sql`
      insert into account_member (account_id, customer_id) values (${they.accountId}, ${other.customerId})`)
    const { body } = await they.erase()
    expect((await approveAs(server, second, body)).status).toBe(200)
    const student = await db.first<{ name: string }>(sql`
      select last_name as name from student where account_id = ${they.accountId} limit 1`)
    expect(student?.name).toBe(they.lastName)
    expect(
      await db.first(sql`select email, mobile_e164 from customer where id = ${they.customerId}`),
    ).toEqual({
      email: `${they.customerId}@erased.invalid`,
      mobile_e164: null,
    })
  })
})
