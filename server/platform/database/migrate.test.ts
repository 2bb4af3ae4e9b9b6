import { afterAll, describe, expect, it } from 'vitest'
import { accountSetupStatuses } from '#domain/accounts.ts'
import { identityOutcomes } from '#domain/identity.ts'
import { books, entryKinds } from '#domain/ledger.ts'
import { paymentRequestStatuses } from '#domain/pay-now.ts'
import { sourceStatuses } from '#domain/payment-methods/payment-methods.ts'
import { planStatuses } from '#domain/plan/payment-schedule.ts'
import { paymentStatuses } from '#domain/payments.ts'
import { instalmentStatuses } from '#domain/repayments.ts'
import { productChangeStatuses } from '#domain/switch-account.ts'
import { withdrawalStatuses } from '#domain/withdrawals.ts'
import { testDatabase } from '#tools/testing/database.ts'
import { describeLong } from '#tools/testing/long-tests.ts'
import { migrate, readMigrations } from './migrate.ts'
import { openDatabase } from './open.ts'
import { sql } from './sql.ts'

const url = await testDatabase()
const db = openDatabase(url)
afterAll(() => db.close())

describe('Migrating', () => {
  it('does nothing the second time', async () => {
    expect(await migrate(url)).toEqual([])
  })

  it('lets two migrators take turns', async () => {
    await db.run(sql`delete from migration where name = '0011-account-facts.sql'`)
    await db.run(sql`drop view account_facts`)
    const outcomes = await Promise.all([migrate(url), migrate(url)])
    expect(outcomes.flat()).toEqual(['0011-account-facts.sql'])
  })

  it('refuses to go on when an applied migration was changed', async () => {
    await db.run(sql`update migration set hash = 'other' where name = '0001-people.sql'`)
    await expect(migrate(url)).rejects.toThrow(/0001-people.sql was changed/)
    const [first] = await readMigrations()
    await db.run(sql`update migration set hash = ${first?.hash} where name = '0001-people.sql'`)
  })
})

describeLong('The payment requests of before', () => {
  it('keep their links, and their ids and everything that names them open nothing any more', async () => {
    const migrations = await readMigrations()
    const place = migrations.findIndex(({ name }) => name.startsWith('0034'))
    const [before, after] = [migrations.slice(0, place), migrations[place]]
    const secret = 'Vb3kQ9xT2mN7sL4_R8yZ1cVb3kQ9xT2m'
    const past = "'2026-01-01'"
    const account = '11111111-1111-4111-8111-111111111111'
    const school = '22222222-2222-4222-8222-222222222222'
    const payUrl = `https://portal.example/pay-now?request=${secret}`
    await db
      .transaction(async ({ client }) => {
        await client.query('create schema before; set local search_path = before')
        for (const { text } of before) await client.query(text)
        await client.query('set local session_replication_role = replica')
        await client.query(`
          insert into payment_request (account_id, id, institution_id, amount_due_minor, due_on, expires_at, created_at)
            values ('${account}', '${secret}', '${school}', 500, ${past}, ${past}, ${past}),
              ('${account}', 'Vb3kQ9xT2mN7sL4wR8yZ1cVb3kQ9xT2m', '${school}', 600, ${past}, ${past}, ${past});
          insert into payment (account_id, id, kind, payment_request_id, institution_id, currency, amount_minor, status,
              client_request_id, created_at, updated_at)
            values ('${account}', gen_random_uuid(), 'Guest', '${secret}', '${school}', 'AUD', 500, 'Sent',
              'guest:${secret}.attempt-1', ${past}, ${past});
          insert into idempotency_key (account_id, scope, key, body_hash, created_at)
            values ('${account}', 'guest', '${secret}.attempt-1', 'x', ${past});
          insert into instalment (account_id, plan_id, seq, due_on, collect_on, amount_minor, status, payment_request_id)
            values ('${account}', gen_random_uuid(), 1, ${past}, ${past}, 500, 'Overdue', '${secret}');
          insert into checkout_session (account_id, id, payment_request_id, status, created_at, expires_at, kind)
            values ('${account}', 'cs_1', '${secret}', 'Open', ${past}, ${past}, 'Payment');
          insert into card_entry (account_id, id, payment_request_id, provider_customer_id, setup_intent_id, created_at,
              expires_at)
            values ('${account}', gen_random_uuid(), '${secret}', 'cus_1', 'seti_1', ${past}, ${past});
          insert into rate_limit (key, window_starts_at, window_ms, hits)
            values ('guest-payments:${secret}', ${past}, 1000, 1);
          insert into outbox_message (id, account_id, channel, recipient, kind, facts, once, created_at)
            values (gen_random_uuid(), '${account}', 'email', 'a@b.example', 'PaymentOverdue',
              '{"payUrl": "${payUrl}", "shortId": "LW1"}', 'overdue:${secret}', ${past});
          insert into outbox_message (id, channel, recipient, text_body, status, created_at)
            values (gen_random_uuid(), 'email', 'a@b.example', 'Pay: ${payUrl}', 'Sent', ${past})`)
        await client.query(after?.text ?? '')
        const { rows: requests } = await client.query<{ id: string; link: string; isFound: boolean }>(`
          select id, link_clear as link, link_hash = sha256(convert_to(link_clear, 'UTF8')) as "isFound"
          from payment_request order by amount_due_minor`)
        expect(requests).toMatchObject([{ link: secret, isFound: true }, { isFound: true }])
        const [id] = requests.map((request) => request.id)
        expect(id).toMatch(/^[\da-f-]{36}$/)
        const { rows: names } = await client.query<{ name: string }>(`
          select payment_request_id as name from payment union all select client_request_id from payment
          union all select key from idempotency_key union all select payment_request_id from instalment
          union all select payment_request_id from checkout_session union all select payment_request_id from card_entry
          union all select facts->>'requestId' from outbox_message where kind is not null
          union all select once from outbox_message where kind is not null`)
        expect(names.map(({ name }) => name)).toEqual([
          id,
          `guest:${id}.attempt-1`,
          `${id}.attempt-1`,
          id,
          id,
          id,
          id,
          `overdue:${id}`,
        ])
        const { rows: tables } = await client.query<{ name: string }>(`
          select quote_ident(table_name) as name from information_schema.tables
          where table_schema = 'before' and table_type = 'BASE TABLE'`)
        await client.query(
          'update payment_request set link_clear = null, link_sealed = link_hash, link_key_id = 1',
        )
        for (const { name } of tables) {
          const found = await client.query(`select 1 from ${name} as t where t::text like '%${secret}%'`)
          expect([name, found.rowCount]).toEqual([name, 0])
        }
        throw new Error('only tried')
      })
      .catch((error: Error) => {
        if (error.message !== 'only tried') throw error
      })
  })
})

describeLong('The instalments of before', () => {
  it("that wait for the King's Birthday in Australia are collected on the day after it, and no others move", async () => {
    const migrations = await readMigrations()
    const place = migrations.findIndex(({ name }) => name === '0056-holidays.sql')
    const [before, after] = [migrations.slice(0, place), migrations[place]]
    const plan = '33333333-3333-4333-8333-333333333333'
    const accounts = {
      AU: '11111111-1111-4111-8111-111111111111',
      UK: '22222222-2222-4222-8222-222222222222',
    }
    await db
      .transaction(async ({ client }) => {
        await client.query('create schema before; set local search_path = before')
        for (const { text } of before) await client.query(text)
        await client.query('set local session_replication_role = replica')
        await client.query(`
          insert into account (id, short_id, region, currency, product_type, status, institution_id, created_at)
            values ('${accounts.AU}', 'LW1', 'AU', 'AUD', 'PayPlus', 'Active', '${plan}', '2026-01-01'),
              ('${accounts.UK}', 'LW2', 'UK', 'GBP', 'PayPlus', 'Active', '${plan}', '2026-01-01');
          insert into instalment (account_id, plan_id, seq, due_on, collect_on, amount_minor, status, retry_on)
            values ('${accounts.AU}', '${plan}', 1, '2027-06-14', '2027-06-14', 500, 'Scheduled', null),
              ('${accounts.AU}', '${plan}', 2, '2027-06-12', '2027-06-14', 500, 'Scheduled', null),
              ('${accounts.AU}', '${plan}', 3, '2027-06-09', '2027-06-09', 500, 'Retrying', '2027-06-14'),
              ('${accounts.AU}', '${plan}', 4, '2027-06-21', '2027-06-21', 500, 'Scheduled', null),
              ('${accounts.AU}', '${plan}', 5, '2026-06-08', '2026-06-08', 500, 'Paid', null),
              ('${accounts.UK}', '${plan}', 6, '2027-06-14', '2027-06-14', 500, 'Scheduled', null)`)
        await client.query(after?.text ?? '')
        const { rows } = await client.query<{ seq: number; on: string }>(
          'select seq, coalesce(retry_on, collect_on)::text as on from instalment order by seq',
        )
        expect(rows.map(({ on }) => on)).toEqual([
          '2027-06-15',
          '2027-06-15',
          '2027-06-15',
          '2027-06-21',
          '2026-06-08',
          '2027-06-14',
        ])
        throw new Error('only tried')
      })
      .catch((error: Error) => {
        if (error.message !== 'only tried') throw error
      })
  })
})

describe('The data model', () => {
  it('keys every table that grows by account or customer first, so that it can be spread over a cluster', async () => {
    const keys = await db.many<{ name: string; first: string }>(sql`
      select relation.relname as name, attribute.attname as first
      from pg_index index
        join pg_class relation on relation.oid = index.indrelid
        join pg_namespace space on space.oid = relation.relnamespace and space.nspname = 'public'
        join pg_attribute attribute on attribute.attrelid = relation.oid and attribute.attnum = index.indkey[0]
      where index.indisprimary`)
    const elsewhere = keys.filter(({ first }) => !/^(account_id|customer_id|subject_id)$/.test(first))
    expect(elsewhere.map(({ name }) => name).toSorted()).toEqual(
      [
        // The heads of the two keys.
        'account customer',
        // Small tables, the same on every node.
        'agreement_text audit_seal canned_reply fee_change fee_item fee_schedule fee_schedule_term holiday institution ledger_check ledger_seal migration setting staff surcharge_rate write_probe',
        // Queues of things whose account is not known yet, emptied as they are worked off.
        'client_error contribution_event deposit outbox_message parked_item provider_event rate_limit',
        // Talk with support, which people without an account begin too: keyed by itself.
        'conversation conversation_message',
        // About the company and its staff, not about families: few rows, deleted after a while or kept as reports.
        'approval job_run payout_batch queue_assignment remittance staff_code staff_recovery_code staff_session staff_totp statement_run',
      ]
        .join(' ')
        .split(' ')
        .toSorted(),
    )
  })

  it.each([
    ['payment', 'status', paymentStatuses],
    ['payment_request', 'status', paymentRequestStatuses],
    ['repayment_source', 'status', sourceStatuses],
    ['withdrawal_request', 'status', withdrawalStatuses],
    ['instalment', 'status', instalmentStatuses],
    ['plan', 'status', planStatuses.filter((status) => status !== 'None')],
    ['account', 'setup_status', accountSetupStatuses],
    ['product_change', 'status', productChangeStatuses],
    ['identity_check', 'outcome', identityOutcomes],
    ['ledger_entry', 'kind', entryKinds],
    ['ledger_posting', 'book', books],
  ] as const)('takes for %s.%s the words of the rules, and no others', async (table, column, words) => {
    const row = await db.first<{ rule: string }>(sql`
      select pg_get_constraintdef(oid) as rule from pg_constraint
      where conrelid = ${table}::regclass and conname = ${`${table}_${column}_check`}`)
    const known = [...(row?.rule.matchAll(/'(\w+)'::text/g) ?? [])].map(([, word]) => word)
    expect(known.toSorted()).toEqual([...words].toSorted())
  })

  it('stores money in whole minor units only', async () => {
    const columns = await db.many<{ name: string; type: string }>(sql`
      select table_name || '.' || column_name as name, data_type as type from information_schema.columns
      where table_schema = 'public' and (column_name like '%_minor' or data_type in ('numeric', 'real', 'double precision'))`)
    expect(columns.length).toBeGreaterThan(15)
    expect(columns.filter(({ name, type }) => !name.endsWith('_minor') || type !== 'bigint')).toEqual([])
  })

  it('has one surcharge rate for each card group and day', async () => {
    const overlaps = await db.many(sql`
      select 1 from surcharge_rate a join surcharge_rate b using (region, card_group)
      where a.valid_from < b.valid_from and (a.valid_to is null or b.valid_from <= a.valid_to)`)
    expect(overlaps).toEqual([])
  })
})

describe('A transaction', () => {
  it('leaves nothing behind when its work throws', async () => {
    const work = db.transaction(async (tx) => {
      await tx.run(sql`insert into setting (name, value) values ('lost', '1')`)
      throw new Error('no')
    })
    await expect(work).rejects.toThrow('no')
    expect(await db.many(sql`select 1 from setting where name = 'lost'`)).toEqual([])
  })

  it('gives whole numbers for sums and plain text for dates', async () => {
    const row = await db.first(sql`select 1234567890123::bigint as money, date '2026-02-28' as day`)
    expect(row).toEqual({ money: 1_234_567_890_123, day: '2026-02-28' })
  })

  it('refuses a sum too large to count exactly', async () => {
    await expect(db.first(sql`select ${'9007199254740993'}::bigint as money`)).rejects.toThrow(/too large/)
  })
})

describe('The driver', () => {
  it('takes values as values, never as SQL', async () => {
    const row = await db.first(sql`select ${"'; drop table customer; --"} as text`)
    expect(row).toEqual({ text: "'; drop table customer; --" })
  })
})
