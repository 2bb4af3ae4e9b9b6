import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { addFamily } from '#tools/testing/family.ts'
import { testServer } from '#tools/testing/server.ts'
import type { Db } from './open.ts'
import { sql } from './sql.ts'

const server = await testServer()
const { db } = server.deps
const { accountId } = await addFamily(server, { email: 'olivia@demo.example', mobile: '+61491573101' })

type Posting = [book: string, amountMinor: number, currency?: string]

const post = (postings: Posting[], entryId?: string) =>
  db.transaction((tx) => insertEntry(tx, postings, entryId))

async function insertEntry(tx: Db, postings: Posting[], entryId: string = randomUUID()): Promise<void> {
  await tx.run(sql`
    insert into ledger_entry (account_id, id, kind, description, posted_on, created_at)
    values (${accountId}, ${entryId}, 'Adjustment', 'Test', '2026-11-15', ${server.deps.clock()})`)
  await tx.run(sql`
    insert into ledger_posting (account_id, entry_id, line, book, currency, amount_minor)
    select ${accountId}, ${entryId}, line, book, currency, amount
    from unnest(${postings.map((_, line) => line)}::int[], ${postings.map(([book]) => book)}::text[],
      ${postings.map(([, , currency = 'AUD']) => currency)}::text[],
      ${postings.map(([, amount]) => amount)}::bigint[]) as posting (line, book, currency, amount)`)
}

/** The balance as it is kept, and the sum of the family's book. */
const balances = () =>
  db.first<{ kept: number; sum: number }>(sql`
    select balance_minor as kept, (
      select sum(amount_minor)::bigint from ledger_posting posting
      where posting.account_id = family_balance.account_id and book = 'Family') as sum
    from family_balance where account_id = ${accountId}`)

/** How many statements wait for another transaction. */
const waiting = () =>
  db.value<number>(sql`
    select count(*)::int from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%ledger_posting%'`)

describe('The database', () => {
  it('takes an entry that balances', async () => {
    await expect(
      post([
        ['Family', 1000],
        ['ProviderClearing', -1000],
      ]),
    ).resolves.toBeUndefined()
  })

  it.each<[string, Posting[]]>([
    [
      'does not balance',
      [
        ['Family', 1000],
        ['ProviderClearing', -999],
      ],
    ],
    ['has no postings', []],
    ['has one posting', [['Family', 1000]]],
    [
      'balances only across currencies',
      [
        ['Family', 1000],
        ['ProviderClearing', -1000, 'GBP'],
      ],
    ],
    [
      'moves nothing',
      [
        ['Family', 0],
        ['ProviderClearing', 0],
      ],
    ],
    [
      'names a book that does not exist',
      [
        ['Family', 1000],
        ['Pocket', -1000],
      ],
    ],
  ])('refuses an entry that %s', async (_, postings) => {
    await expect(post(postings)).rejects.toThrow()
  })

  it('refuses a posting added to an old entry', async () => {
    const id = randomUUID()
    await post(
      [
        ['Family', 500],
        ['ProviderClearing', -500],
      ],
      id,
    )
    await expect(
      db.run(sql`insert into ledger_posting (account_id, entry_id, line, book, currency, amount_minor)
        values (${accountId}, ${id}, 9, 'Family', 'AUD', 1)`),
    ).rejects.toThrow(/does not balance/)
  })

  it('keeps the balance of a family, also while two write at once', async () => {
    await post([
      ['Family', 100],
      ['Bank', -100],
    ])
    const before = await balances()
    expect(before).toEqual({ kept: before?.sum, sum: before?.sum })
    const { second } = await db.transaction(async (first) => {
      await insertEntry(first, [
        ['Family', 700],
        ['Bank', -700],
      ])
      const second = db.transaction((tx) =>
        insertEntry(tx, [
          ['Family', -40],
          ['Bank', 40],
        ]),
      )
      await expect.poll(waiting).toBe(1)
      await insertEntry(first, [
        ['Family', 5],
        ['Bank', -5],
      ])
      // An object, so that nobody waits for the second before the first has ended.
      return { second }
    })
    await second
    const sum = Number(before?.sum) + 665
    expect(await balances()).toEqual({ kept: sum, sum })
  })

  it.each([
    ['a posting be changed', () => db.run(sql`update ledger_posting set amount_minor = 1`)],
    ['a posting be deleted', () => db.run(sql`delete from ledger_posting`)],
    ['an entry be changed', () => db.run(sql`update ledger_entry set description = ''`)],
    ['an entry be deleted', () => db.run(sql`delete from ledger_entry`)],
    ['a balance be changed', () => db.run(sql`update family_balance set balance_minor = 1`)],
    ['a balance be deleted', () => db.run(sql`delete from family_balance`)],
    ['the audit trail be changed', () => db.run(sql`update audit_event set action = ''`)],
  ])('never lets %s', async (what, change) => {
    if (what.includes('audit')) await server.logIn('olivia@demo.example', '+61491573101')
    await expect(change()).rejects.toThrow(/append-only/)
  })
})
