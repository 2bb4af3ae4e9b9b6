import type { Currency } from '#domain/region.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import type { EntryRow } from './entry-row.ts'

export type AboutEntry = {
  accountId: string
  institutionId: string | null
  currency: Currency
  postedOn: string
  /** The payment, withdrawal or entry that caused it. The ledger accepts one entry of each kind per cause. */
  causeId: string | null
  now: Date
}

/** Inserts an entry with its own statement. */
export async function insertEntry(db: Db, entry: EntryRow, about: AboutEntry): Promise<void> {
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
