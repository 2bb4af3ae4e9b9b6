import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

export type NoteRow = {
  id: string
  text: string
  isPinned: boolean
  byId: string
  byName: string
  writtenAt: Date
  changedAt: Date | null
}

export async function listNotes(db: Db, accountId: string) {
  return db.many<NoteRow>(sql`
    select note.id, note.body as text, note.is_pinned as "isPinned", staff.id as "byId", staff.name as "byName",
      note.written_at as "writtenAt", note.changed_at as "changedAt"
    from family_note note join staff on staff.id = note.written_by
    where note.account_id = ${accountId} order by note.is_pinned desc, note.written_at desc, note.id`)
}

/** Returns whether the note is new: a repeated call finds its id already stored. */
export async function insertNote(
  tx: Db,
  note: { accountId: string; id: string; text: string; isPinned: boolean; staffId: string; at: Date },
): Promise<boolean> {
  const inserted = await tx.run(sql`
    insert into family_note (account_id, id, body, is_pinned, written_by, written_at)
    values (${note.accountId}, ${note.id}, ${note.text}, ${note.isPinned}, ${note.staffId}, ${note.at})
    on conflict do nothing`)
  return inserted > 0
}

type NoteKey = { accountId: string; noteId: string }

/** Locks the row until the transaction ends. */
export async function lockNote(
  tx: Db,
  { accountId, noteId }: NoteKey,
): Promise<{ text: string; isPinned: boolean; byId: string; changedAt: Date | null } | undefined> {
  return tx.first(sql`
    select body as text, is_pinned as "isPinned", written_by as "byId", changed_at as "changedAt"
    from family_note where account_id = ${accountId} and id = ${noteId} for update`)
}

export async function updateNote(
  tx: Db,
  { accountId, noteId }: NoteKey,
  note: { text: string; isPinned: boolean; changedAt: Date | null },
): Promise<void> {
  await tx.run(sql`
    update family_note set body = ${note.text}, is_pinned = ${note.isPinned}, changed_at = ${note.changedAt}
    where account_id = ${accountId} and id = ${noteId}`)
}

export async function deleteNote(tx: Db, { accountId, noteId }: NoteKey): Promise<void> {
  await tx.run(sql`delete from family_note where account_id = ${accountId} and id = ${noteId}`)
}
