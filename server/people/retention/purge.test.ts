import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { cents } from '#domain/money.ts'
import { retentionDays, type Retained } from '#domain/retention.ts'
import { visaCredit } from '#tools/demo/sources.ts'
import { addPayer, expectSoundLedger } from '#tools/testing/payments.ts'
import { samplePdf } from '#tools/testing/sample-files.ts'
import { testServer } from '#tools/testing/server.ts'
import { addStaff } from '#tools/testing/staff.ts'
import { sql, type Statement } from '../../platform/database/sql.ts'
import { purge, purgeExpired } from './purge.ts'

const server = await testServer()
const { deps } = server
const { db } = deps
const payer = await addPayer(server, {
  sources: [visaCredit()],
  requests: [{ id: 'of-codes', amountDue: cents(500) }],
})
const { accountId } = payer
const { staffId } = await addStaff(server, 'operations')
const [{ customerId }] = (await db.many<{ customerId: string }>(sql`
  select customer_id as "customerId" from account_member where account_id = ${accountId}`)) as [
  { customerId: string },
]

type Row = { id: string; at: Date }

/** A row that was last needed at that time. */
const makers: Record<Retained, (row: Row) => Statement> = {
  'log-in codes': ({ id, at }) => sql`
    insert into login_code (customer_id, id, code_hash, created_at, expires_at, closed_at)
    values (${customerId}, ${id}, 'x', ${at}, ${at}, ${at})`,
  'log-in links': ({ id, at }) => sql`
    insert into login_link (customer_id, id, created_at, expires_at, closed_at)
    values (${customerId}, ${id}, ${at}, ${at}, ${at})`,
  'withdrawal codes': ({ id, at }) => sql`
    with bank as (
      insert into payout_bank_account (account_id, id, holder, display_name, masked_bsb, masked_account_number)
      values (${accountId}, ${id}, 'O', 'O', '***', '***') returning id
    ), request as (
      insert into withdrawal_request (account_id, id, bank_account_id, amount_minor, status, created_at, decided_at)
      select ${accountId}, ${id}, id, 100, 'Cancelled', ${at}, ${at} from bank returning id
    )
    insert into withdrawal_code (account_id, id, request_id, customer_id, mobile_last_3, code_hash, created_at,
      expires_at, closed_at)
    select ${accountId}, ${id}, id, ${customerId}, '156', 'x', ${at}, ${at}, ${at} from request`,
  'saved method codes': ({ id, at }) => sql`
    insert into saved_method_code (account_id, id, payment_request_id, browser_hash, customer_id, code_hash, created_at,
      expires_at)
    select account_id, ${id}, id, ${Buffer.from(id)}, ${customerId}, 'x', ${at}, ${at} from payment_request
    where account_id = ${accountId} limit 1`,
  'staff codes': ({ id, at }) => sql`
    insert into staff_code (staff_id, id, code_hash, created_at, expires_at, closed_at)
    values (${staffId}, ${id}, 'x', ${at}, ${at}, ${at})`,
  'rate limits': ({ id, at }) => sql`
    insert into rate_limit (key, window_starts_at, window_ms, hits) values (${id}, ${at}, 1000, 1)`,
  sessions: ({ id, at }) => sql`
    insert into session (customer_id, id, proof, created_at, expires_at, ended_at)
    values (${customerId}, ${id}, 'Code', ${at}, ${new Date(at.getTime() + 3_600_000)}, ${at})`,
  'staff sessions': ({ id, at }) => sql`
    insert into staff_session (staff_id, id, created_at, expires_at) values (${staffId}, ${id}, ${at}, ${at})`,
  impersonations: ({ id, at }) => sql`
    insert into impersonation (customer_id, id, staff_id, reason, created_at, ends_at)
    values (${customerId}, ${id}, ${staffId}, 'Asked', ${at}, ${at})`,
  'idempotency replies': ({ id, at }) => sql`
    insert into idempotency_key (account_id, scope, key, body_hash, reply_status, reply_body, created_at)
    values (${accountId}, 'customer', ${id}, 'x', 200, '{}', ${at})`,
  'job runs': ({ id, at }) => sql`
    insert into job_run (name, id, started_at) values ('look-at-payments', ${id}, ${at})`,
  'queue assignments': ({ id, at }) => sql`
    insert into queue_assignment (kind, item, staff_id, taken_at) values ('Chat', ${id}, ${staffId}, ${at})`,
  'settled failures': ({ id, at }) => sql`
    insert into parked_item (work, item, reason, first_failed_at, last_failed_at, try_after)
    values ('chase-overdue', ${id}, 'refused', ${at}, ${at}, ${at})`,
  'unused discount letters': ({ id, at }) => sql`
    with file as (
      insert into stored_file (account_id, id, name, content_type, size_bytes, sha256, content, created_at)
      values (${accountId}, ${id}, 'letter.pdf', 'application/pdf', 3, 'x', ${samplePdf()}, ${at}) returning id
    )
    insert into discount_letter (account_id, id, created_at) select ${accountId}, id, ${at} from file`,
  'provider events': ({ id, at }) => sql`
    insert into provider_event (id, provider, kind, body, received_at, processed_at, region, happened_at)
    values (${id}, 'stripe', 'charge.succeeded', '{}', ${at}, ${at}, 'AU', ${at})`,
  'client errors': ({ id, at }) => sql`
    insert into client_error (id, at, environment, path, message) values (${id}, ${at}, 'beta', '/', 'Oops')`,
  'visitor conversations': ({ id, at }) => sql`
    with visitor as (
      insert into conversation (id, email, key_hash, created_at) values (${id}, 'v@demo.example', ${id}, ${at})
      returning id
    )
    insert into conversation_message (conversation_id, id, author, body, created_at)
    select id, id, 'Customer', 'Hello', ${at} from visitor`,
  messages: ({ id, at }) => sql`
    insert into outbox_message (id, channel, recipient, kind, facts, status, created_at, sent_at)
    values (${id}, 'email', 'o@demo.example', 'PlanCompleted', '{}', 'Sent', ${at}, ${at})`,
  'words of care requests': ({ id, at }) => sql`
    with hold as (
      insert into account_hold (account_id, id, started_at, ends_on, ended_at, ended_by)
      values (${accountId}, ${id}, ${at}, ${at}, ${at}, 'Declined') returning id
    ), request as (
      insert into care_request (account_id, id, hold_id, asked_by, status, sent_at, answer_by, text_version, closed_at)
      select ${accountId}, ${id}, id, ${customerId}, 'Declined', ${at}, ${at}, 1, ${at} from hold returning id
    )
    insert into care_words (account_id, id, request_id, kind, body, said_at)
    select ${accountId}, ${id}, id, 'Added', 'My hours were cut', ${at} from request`,
  farewells: ({ id, at }) => sql`
    insert into outbox_message (id, channel, recipient, kind, facts, status, created_at, sent_at)
    values (${id}, 'email', 'o@demo.example', 'CustomerErased', '{}', 'Sent', ${at}, ${at})`,
}

/** Every row that the purge may delete. */
const purgeable = async () => {
  const rows = await db.many<{ id: string }>(sql`
    select id::text from login_code union all select id from login_link union all select id::text from withdrawal_code
    union all select id::text from saved_method_code union all select id::text from staff_code
    union all select key from rate_limit union all select id from session union all select id from staff_session
    union all select id from impersonation union all select id::text from job_run
    union all select id::text from discount_letter union all select id::text || ' (file)' from stored_file
    union all select id from provider_event union all select id::text from client_error
    union all select id::text from conversation union all select id::text || ' (text)' from conversation_message
    union all select id::text from care_words union all select id::text from outbox_message union all select item from parked_item
    union all select item from queue_assignment
    union all select key || ' (reply)' from idempotency_key where reply_status is not null`)
  return rows.map(({ id }) => id)
}
/** Rows that arrive meanwhile, for example from the provider. None may be deleted. */
const otherCounts = async () => {
  const rows = await db.many<{ name: string; count: number }>(sql`
    select table_name as name, (xpath('/row/c/text()', query_to_xml(format('select count(*) as c from %I', table_name),
      false, true, '')))[1]::text::int as count
    from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name not in ('login_code', 'login_link', 'withdrawal_code', 'saved_method_code', 'staff_code',
        'rate_limit', 'session', 'staff_session', 'impersonation', 'job_run', 'discount_letter', 'stored_file',
        'provider_event', 'client_error', 'conversation', 'conversation_message', 'outbox_message',
        'parked_item', 'care_words', 'queue_assignment')`)
  return rows
}
const books = async () =>
  db.many(
    sql`select book, currency, sum(amount_minor) as sum, count(*) from ledger_posting group by 1, 2 order by 1, 2`,
  )

const day = 24 * 60 * 60_000
const minute = 60_000
const kinds = Object.keys(retentionDays) as Retained[]
const ageOf = (what: Retained, more: number) =>
  new Date(deps.clock().getTime() - retentionDays[what] * day + more * minute)

describe('The purge', () => {
  it('deletes exactly the rows whose retention period has ended, and leaves the books alone', async () => {
    await payer.pay(100)
    await expectSoundLedger(server)
    const sums = await books()
    const old = new Map(kinds.map((what) => [what, randomUUID()]))
    for (const what of kinds) {
      await db.run(makers[what]({ id: randomUUID(), at: ageOf(what, 10) }))
      await db.run(makers[what]({ id: old.get(what) ?? '', at: ageOf(what, -10) }))
    }
    const [rows, counts] = [await purgeable(), await otherCounts()]
    await purgeExpired(deps)
    const left = new Set(await purgeable())
    expect(rows.filter((id) => !left.has(id)).toSorted()).toEqual(
      kinds
        .flatMap((what) => {
          const id = old.get(what) ?? ''
          if (what === 'idempotency replies') return [`${id} (reply)`]
          if (what === 'unused discount letters') return [id, `${id} (file)`]
          return what === 'visitor conversations' ? [id, `${id} (text)`] : [id]
        })
        .toSorted(),
    )
    const after = new Map((await otherCounts()).map(({ name, count }) => [name, count]))
    expect(counts.filter(({ name, count }) => (after.get(name) ?? 0) < count)).toEqual([])
    // The message's key stays forever.
    expect(
      await db.first(sql`select from idempotency_key where key = ${old.get('idempotency replies')}`),
    ).toBeDefined()
    expect(await books()).toEqual(sums)
    await expectSoundLedger(server)
  })

  it.each(kinds)('takes %s in batches', async (what) => {
    for (let count = 0; count < 7; count += 1)
      await db.run(makers[what]({ id: randomUUID(), at: ageOf(what, -count - 1) }))
    let statements = 0
    const counted = { ...db, run: (statement: Statement) => ((statements += 1), db.run(statement)) }
    expect(await purge(counted, what, deps.clock(), 3)).toBe(7)
    expect(statements).toBe(4)
  })

  it('keeps only the key of a message that may be sent once', async () => {
    const [id, once] = [randomUUID(), `once-${randomUUID()}`]
    await db.run(makers.messages({ id, at: ageOf('messages', -1) }))
    await db.run(sql`
      update outbox_message set once = ${once}, customer_id = ${customerId}, account_id = ${accountId},
        facts = '{"firstName":"Olivia"}' where id = ${id}`)
    expect(await purge(db, 'messages', deps.clock())).toBe(1)
    expect(await purge(db, 'messages', deps.clock())).toBe(0)
    expect(await db.first(sql`select * from outbox_message where once = ${once}`)).toMatchObject({
      recipient: '',
      facts: null,
      customer_id: null,
      account_id: null,
    })
  })

  it('leaves rows that are still needed: a waiting message, an open event, a letter that a plan uses', async () => {
    const at = new Date(deps.clock().getTime() - 3_650 * day)
    const [message, event] = [randomUUID(), randomUUID()]
    await db.run(makers.messages({ id: message, at }))
    await db.run(
      sql`update outbox_message set status = 'Waiting', try_after = '2999-01-01' where id = ${message}`,
    )
    await db.run(makers['provider events']({ id: event, at }))
    await db.run(sql`update provider_event set processed_at = null where id = ${event}`)
    const letter = randomUUID()
    await db.run(makers['unused discount letters']({ id: letter, at }))
    await db.run(sql`
      insert into declared_discount (account_id, id, plan_id, type, taken_off_minor, letter_id, status, declared_at)
      select account_id, ${letter}, id, 'StaffDiscount', 100, ${letter}, 'Declared', ${at} from plan
      where account_id = ${accountId} limit 1`)
    await purgeExpired(deps)
    const left = await db.many(sql`
      select id::text from outbox_message where id = ${message} union all
      select id from provider_event where id = ${event} union all
      select id::text from discount_letter where id = ${letter}`)
    expect(left).toHaveLength(3)
    // The check of the ledger would report a missing row.
    await db.run(sql`delete from outbox_message where id = ${message}`)
  })

  it('of a reply does not let its payment be made again', async () => {
    const key = randomUUID()
    const first = await payer.pay(70, { key })
    await server.travel((retentionDays['idempotency replies'] + 1) * day)
    await purgeExpired(deps)
    const token = await server.logIn(payer.email, payer.mobile)
    const again = await payer.pay(70, { key, token })
    expect([again.status, again.body]).toEqual([200, first.body])
    await expectSoundLedger(server)
  })

  it('goes on where one kind cannot be deleted, and reports it', async () => {
    const [error, id] = [randomUUID(), randomUUID()]
    await db.run(makers['client errors']({ id: error, at: ageOf('client errors', -1) }))
    await db.run(makers['log-in codes']({ id, at: ageOf('log-in codes', -1) }))
    const broken = {
      ...deps,
      db: {
        ...db,
        run: (statement: Statement) =>
          statement.text.includes('login_code') ? Promise.reject(new Error('locked')) : db.run(statement),
      },
    }
    await expect(purgeExpired(broken)).rejects.toThrow('1 kinds of data were not purged')
    expect(await db.first(sql`select from client_error where id = ${error}`)).toBeUndefined()
    expect(await db.first(sql`select from login_code where id = ${id}`)).toBeDefined()
  })
})
