import * as z from 'zod/mini'
import { described, named } from './documented.ts'
import { endpoints } from './endpoint.ts'
import { accountId, change, uuid } from './staff-wire.ts'
import { id, instant } from './wire.ts'

export const noteMaxLength = 2000

const note = z.object({
  id,
  text: z.string(),
  isPinned: z.boolean(),
  byName: z.string(),
  isMine: described(
    'Whether the caller wrote the note; only its author may change or delete it.',
    z.boolean(),
  ),
  writtenAt: instant,
  changedAt: described('Null if it was never changed.', z.nullable(instant)),
})
export type FamilyNote = z.infer<typeof note>

const text = z.string().check(z.trim(), z.minLength(1), z.maxLength(noteMaxLength))
const params = z.object({ accountId })
const noteParams = z.object({ accountId, noteId: described('A note, by its id in the list.', uuid) })

named({ FamilyNote: [note, 'A note of staff about a family.'] })

const notes = described('Pinned ones first, then the newest.', z.array(note))

export const staffFamilyNotes = endpoints({
  'GET /api/staff/families/:accountId/notes': {
    summary: 'The notes of staff about a family, which the family does not see in the portal',
    access: 'support',
    params,
    reply: notes,
  },
  'POST /api/staff/families/:accountId/notes': {
    summary: 'Adds a note about a family',
    access: 'support',
    params,
    body: change({
      text,
      isPinned: z.boolean(),
      noteId: described(
        'Chosen by the caller, so that a repeated call adds only one note.',
        z.optional(uuid),
      ),
    }),
    reply: notes,
    refusals: ['request_id_reused'],
  },
  'PUT /api/staff/families/:accountId/notes/:noteId': {
    summary: "Changes one's own note; anybody may pin or unpin it",
    access: 'support',
    params: noteParams,
    body: change({ text: z.optional(text), isPinned: z.optional(z.boolean()) }),
    reply: notes,
  },
  'POST /api/staff/families/:accountId/notes/:noteId/delete': {
    summary: "Deletes one's own note",
    access: 'support',
    params: noteParams,
    body: change({}),
    reply: notes,
  },
})
