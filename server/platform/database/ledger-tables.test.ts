import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { addFamily } from '#tools/testing/family.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql } from './sql.ts'

const server = await testServer()
const { db } = server.deps
const { accountId } = await addFamily(server, { email: 'olivia@demo.example', mobile: '+61491573101' })

type Posting = [book: string, amountMinor: number, currency?: string]

function post(postings: Posting[], entryId: string = randomUUID()): Promise<void> {
  return db.transaction(async (tx) => {
    await tx.run(sql`
      insert into ledger_entry (account_id, id, kind, description, posted_on, created_at)
      values (${accountId}, ${entryId}, 'Adjustment', 'Test', '2026-11-15', ${server.deps.clock()})`)
    await tx.run(sql`
      insert into ledger_posting (account_id, entry_id, line, book, currency, amount_minor)
      select ${accountId}, ${entryId}, line, book, currency, amount
      from unnest(${postings.map((_, line) => line)}::int[], ${postings.map(([book]) => book)}::text[],
        ${postings.map(([, , currency = 'AUD']) => currency)}::text[],
        ${postings.map(([, amount]) => amount)}::bigint[]) as posting (line, book, currency, amount)`)
  })
}

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

  it.each([
    ['a posting be changed', () => db.run(sql`update ledger_posting set amount_minor = 1`)],
    ['a posting be deleted', () => db.run(sql`delete from ledger_posting`)],
    ['an entry be changed', () => db.run(sql`update ledger_entry set description = ''`)],
    ['an entry be deleted', () => db.run(sql`delete from ledger_entry`)],
    ['the audit trail be changed', () => db.run(sql`update audit_event set action = ''`)],
  ])('never lets %s', async (what, change) => {
    if (what.includes('audit')) await server.logIn('olivia@demo.example', '+61491573101')
    await expect(change()).rejects.toThrow(/append-only/)
  })
})
