import { randomUUID } from 'node:crypto'
import type { FamilyNote } from '#contract/staff-family-notes.ts'
import { orNotFound, Refusal } from '#domain/refusal.ts'
import type { Db } from '../../platform/database/open.ts'
import type { BasicDeps } from '../../platform/deps.ts'
import { onTheWire } from '../../platform/http/on-the-wire.ts'
import { recordAction, recordView, type StaffActor, type Viewer } from '../../people/audit/staff-audit.ts'
import { requireAccount } from './family.store.ts'
import { deleteNote, insertNote, listNotes, lockNote, updateNote } from './notes.store.ts'

type NewNote = { accountId: string; noteId?: string | undefined; text: string; isPinned: boolean }
type NoteKey = { accountId: string; noteId: string }

export async function showNotes(
  { db, clock }: BasicDeps,
  viewer: Viewer,
  accountId: string,
): Promise<FamilyNote[]> {
  await requireAccount(db, accountId)
  await recordView({ db, clock }, viewer, { subjectIds: [accountId], action: 'NotesRead' })
  return readNotes(db, accountId, viewer.staff.staffId)
}

async function readNotes(db: Db, accountId: string, staffId: string): Promise<FamilyNote[]> {
  const rows = await listNotes(db, accountId)
  return rows.map(({ byId, ...note }) => ({ ...onTheWire(note), isMine: byId === staffId }))
}

/** The audit trail records that there was a note, never its text: a note can be deleted, the trail cannot. */
export async function addNote(
  deps: BasicDeps,
  actor: StaffActor,
  { accountId, noteId = randomUUID(), text, isPinned }: NewNote,
): Promise<FamilyNote[]> {
  const { staffId } = actor.staff
  return deps.db.transaction(async (tx) => {
    await requireAccount(tx, accountId)
    const at = deps.clock()
    const isNew = await insertNote(tx, { accountId, id: noteId, text, isPinned, staffId, at })
    if (isNew) {
      const details = { noteId }
      await recordAction(tx, actor, { subjectId: accountId, action: 'NoteAdded', at, details })
    } else if ((await lockNote(tx, { accountId, noteId }))?.text !== text) {
      throw new Refusal('request_id_reused')
    }
    return readNotes(tx, accountId, staffId)
  })
}

/** Only its author may change the text of a note; everybody may pin it. */
export async function changeNote(
  deps: BasicDeps,
  actor: StaffActor,
  { text, isPinned, ...key }: NoteKey & { text?: string | undefined; isPinned?: boolean | undefined },
): Promise<FamilyNote[]> {
  const { staffId } = actor.staff
  return deps.db.transaction(async (tx) => {
    const before = orNotFound(await lockNote(tx, key))
    const isOther = text !== undefined && text !== before.text
    if (isOther && before.byId !== staffId) throw new Refusal('forbidden')
    const at = deps.clock()
    await updateNote(tx, key, {
      text: text ?? before.text,
      isPinned: isPinned ?? before.isPinned,
      changedAt: isOther ? at : before.changedAt,
    })
    const { accountId, noteId } = key
    await recordAction(tx, actor, { subjectId: accountId, action: 'NoteChanged', at, details: { noteId } })
    return readNotes(tx, accountId, staffId)
  })
}

export async function removeNote(deps: BasicDeps, actor: StaffActor, key: NoteKey): Promise<FamilyNote[]> {
  const { staffId } = actor.staff
  return deps.db.transaction(async (tx) => {
    const before = orNotFound(await lockNote(tx, key))
    if (before.byId !== staffId) throw new Refusal('forbidden')
    await deleteNote(tx, key)
    const { accountId, noteId } = key
    await recordAction(tx, actor, {
      subjectId: accountId,
      action: 'NoteDeleted',
      at: deps.clock(),
      details: { noteId },
    })
    return readNotes(tx, accountId, staffId)
  })
}
