import { randomUUID } from 'node:crypto'
import type { Entry } from '#domain/ledger.ts'
import { cents, type Cents } from '#domain/money.ts'
import type { Db } from '../database/open.ts'
import { sql } from '../database/sql.ts'

/** Entries as columns, for a statement that writes them together with what they tell of. */
export type EntryColumns = {
  ids: string[]
  kinds: string[]
  descriptions: string[]
  postings: { entryIds: string[]; lines: number[]; books: string[]; amounts: number[] }
}

export function entryColumns(entries: readonly Entry[]): EntryColumns {
  const ids = entries.map(() => randomUUID() as string)
  const postings = entries.flatMap((entry, place) =>
    entry.postings.map((posting, line) => ({ ...posting, entryId: ids[place] ?? '', line: line + 1 })),
  )
  return {
    ids,
    kinds: entries.map(({ kind }) => kind),
    descriptions: entries.map(({ description }) => description),
    postings: {
      entryIds: postings.map(({ entryId }) => entryId),
      lines: postings.map(({ line }) => line),
      books: postings.map(({ book }) => book),
      amounts: postings.map(({ amount }) => amount),
    },
  }
}

/** What a family has, from the ledger and from nowhere else. */
export async function readBalance(db: Db, accountId: string): Promise<Cents> {
  const row = await db.first<{ balance: number }>(sql`
    select balance_minor as balance from family_balance where account_id = ${accountId}`)
  return cents(row?.balance ?? 0)
}
