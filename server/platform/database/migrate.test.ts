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
import { bareDatabase, testDatabase } from '#tools/testing/database.ts'
import { migrate, readMigrations } from './migrate.ts'
import { openDatabase } from './open.ts'
import { databaseFault } from './reach.ts'
import { sql } from './sql.ts'

const url = await testDatabase()
const db = openDatabase(url)
afterAll(() => db.close())

describe('Migrating', () => {
  it('does nothing the second time', async () => {
    expect(await migrate(url)).toEqual([])
  })

  it('lets two migrators take turns', async () => {
    await db.run(sql`delete from migration where name = 'schema/18-account-facts.sql'`)
    await db.run(sql`drop view account_facts, account_basics`)
    const outcomes = await Promise.all([migrate(url), migrate(url)])
    expect(outcomes.flat()).toEqual(['schema/18-account-facts.sql'])
  })

  it('refuses to go on when an applied migration was changed', async () => {
    await db.run(sql`update migration set hash = 'other' where name = 'schema/01-audit.sql'`)
    await expect(migrate(url)).rejects.toThrow(/01-audit.sql was changed/)
    const [first] = await readMigrations()
    await db.run(sql`update migration set hash = ${first?.hash} where name = 'schema/01-audit.sql'`)
  })

  it('is not tried where the tables are from before the schema by topic', async () => {
    const oldUrl = await bareDatabase()
    const old = openDatabase(oldUrl)
    await old.run(sql`create table migration (name text primary key, hash text not null)`)
    expect(await databaseFault(oldUrl)).toBeUndefined()
    await old.run(sql`insert into migration values ('0001-people.sql', '')`)
    await old.close()
    expect(await databaseFault(oldUrl, { mayBeEmpty: true })).toMatch(
      /^The database at \S+ was built by an older version of Larkwell and cannot be used: `npm start -- --fresh` begins with new data\.$/,
    )
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
        // Tables that the two keys refer to.
        'account customer',
        // Small tables that are the same on every node.
        'agreement_text audit_seal canned_reply compared_history fee_change fee_item fee_schedule fee_schedule_term holiday institution ledger_check ledger_seal migration setting staff surcharge_rate write_probe',
        // Queues of items whose account is not known yet, which are emptied as they are processed.
        'client_error contribution_event deposit outbox_message parked_item provider_event rate_limit',
        // Conversations with support, which people without an account begin too, so they have their own key.
        'conversation conversation_message',
        // Tables about the company and its staff: few rows, deleted after a while or stored as reports.
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
    ['charge', 'status', instalmentStatuses],
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
    const allowed = [...(row?.rule.matchAll(/'(\w+)'::text/g) ?? [])].map(([, word]) => word)
    expect(allowed.toSorted()).toEqual([...words].toSorted())
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
