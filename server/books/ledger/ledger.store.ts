import { randomUUID } from 'node:crypto'
import type { Entry } from '#domain/ledger.ts'
import { cents, type Cents } from '#domain/money.ts'
import type { Currency } from '#domain/region.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

/** An entry as a parameter, for statements that insert it together with its cause. */
export type EntryRow = {
  id: string
  kind: string
  description: string
  postings: { line: number; book: string; amount: number }[]
}

export function entryRow({ kind, description, postings }: Entry): EntryRow {
  return {
    id: randomUUID(),
    kind,
    description,
    postings: postings.map(({ book, amount }, index) => ({ line: index + 1, book, amount })),
  }
}

/** Inserts an entry with its own statement. */
export async function insertEntry(
  db: Db,
  entry: EntryRow,
  about: {
    accountId: string
    institutionId: string | null
    currency: Currency
    postedOn: string
    /** The payment, withdrawal or entry that caused it. The ledger accepts one entry of each kind per cause. */
    causeId: string | null
    now: Date
  },
): Promise<void> {
  await db.run(sql`
    with entry as (
      insert into ledger_entry (account_id, id, kind, description, institution_id, posted_on, cause_id, created_at)
      values (${about.accountId}, ${entry.id}, ${entry.kind}, ${entry.description}, ${about.institutionId},
        ${about.postedOn}, ${about.causeId}, ${about.now})
      returning id
    )
    insert into ledger_posting (account_id, entry_id, line, book, currency, amount_minor)
    select ${about.accountId}, entry.id, posting.line, posting.book, ${about.currency}, posting.amount
    from entry,
      jsonb_to_recordset(${JSON.stringify(entry.postings)}::jsonb) as posting (line int, book text, amount bigint)`)
}

/** A family's balance. The ledger is its only source. */
export async function readBalance(db: Db, accountId: string): Promise<Cents> {
  const row = await db.first<{ balance: number }>(sql`
    select balance_minor as balance from family_balance where account_id = ${accountId}`)
  return cents(row?.balance ?? 0)
}
