import type { Entry } from '#domain/ledger.ts'
import type { Db } from '../../platform/database/open.ts'
import { entryRow, type EntryRow } from './entry-row.ts'
import { companyAccountId } from './invariants.ts'
import { insertEntry, type AboutEntry } from './ledger.store.ts'

/** Writes an entry of a family. Entries of a payment are written by the statement that settles it. */
export async function postEntry(db: Db, entry: Entry, about: AboutEntry): Promise<void> {
  await insertEntry(db, entryRow(entry), about)
}

/** Writes an entry of the company itself, for money that belongs to no family yet. */
export async function postCompanyEntry(
  db: Db,
  entry: EntryRow,
  about: Pick<AboutEntry, 'causeId' | 'postedOn' | 'now'>,
): Promise<void> {
  await insertEntry(db, entry, {
    accountId: companyAccountId,
    institutionId: null,
    currency: 'AUD',
    ...about,
  })
}
