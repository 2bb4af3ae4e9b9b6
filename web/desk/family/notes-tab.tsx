import { useState } from 'react'
import type { StaffFamily } from '#contract/staff-family.ts'
import type { FamilyNote } from '#contract/staff-family-notes.ts'
import { dateIn } from '#domain/calendar/calendar.ts'
import type { Region } from '#domain/region.ts'
import { Badge } from '../../ui/badge/badge.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Checkbox } from '../../ui/checkbox/checkbox.tsx'
import { TextArea } from '../../ui/text-input/text-area.tsx'
import { refresh, useRead } from '../foundation/read.ts'
import { call } from '../foundation/staff-client.ts'
import { useAction } from '../foundation/use-action.ts'
import { useShortcuts } from '../foundation/shortcuts.ts'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { day } from '../foundation/format.ts'
import { Kbd } from '../ui/keys/keys.tsx'
import { Loaded } from '../ui/loaded/loaded.tsx'
import { showDone } from '../foundation/toast.ts'
import { timeOf } from '../foundation/days.ts'
import { bindText } from '../foundation/draft.ts'
import { FailureAlert } from '../ui/failure/failure-alert.tsx'
import { dropDraft, keepDraft, keptDraft } from './note-draft.ts'
import { tabSkeletons } from './tab-skeletons.tsx'

/** What is kept as the reason of a note: the note says the rest itself. */
const reason = 'A note to colleagues'
const noteMaxLength = 2000

const readAgain = () =>
  refresh('GET /api/staff/families/:accountId/notes', 'GET /api/staff/families/:accountId')

/** What the next person should know. */
export function NotesTab({ family }: { family: StaffFamily }) {
  const { accountId, region } = family
  const query = useRead('GET /api/staff/families/:accountId/notes', { params: { accountId } })
  return (
    <>
      <NewNote accountId={accountId} />
      <Loaded query={query} label="Loading the notes" skeleton={<tabSkeletons.Notes />}>
        {(notes) =>
          notes.map((note) => <Note key={note.id} note={note} accountId={accountId} region={region} />)
        }
      </Loaded>
    </>
  )
}

function NewNote({ accountId }: { accountId: string }) {
  const [text, setText] = useState(() => keptDraft(accountId))
  const [isPinned, setPinned] = useState(false)
  const [noteId, setNoteId] = useState(() => crypto.randomUUID())
  const isEmpty = text.trim() === ''
  const write = (typed: string) => {
    setText(typed)
    // Other words are another note, also where the reply to the first was lost.
    setNoteId(crypto.randomUUID())
    keepDraft(accountId, typed)
  }
  const save = useAction(async () => {
    await call('POST /api/staff/families/:accountId/notes', {
      params: { accountId },
      body: { text, isPinned, noteId, reason },
    })
    setNoteId(crypto.randomUUID())
    dropDraft(accountId)
    setText('')
    setPinned(false)
    showDone('The note is saved')
    await readAgain()
  })
  const submit = () => !isEmpty && void save.run()
  useShortcuts([{ keys: 'ctrl+enter', label: 'Save the note', run: submit, isOff: isEmpty }])
  return (
    <section className="card stack" aria-label="New note">
      <FailureAlert title="The note was not saved" failure={save.failure} />
      <TextArea
        label="New note"
        placeholder="What the next person should know"
        hint="Only staff read notes. The family can ask for a copy of everything we keep, notes too."
        maxLength={noteMaxLength}
        value={text}
        onChange={(event) => write(event.currentTarget.value)}
      />
      <div className="row row--between">
        <Checkbox label="Pin to the top of this family" isChecked={isPinned} onChange={setPinned} />
        <Button isBusy={save.isBusy} disabled={isEmpty} onClick={submit}>
          Save note <Kbd>Ctrl Enter</Kbd>
        </Button>
      </div>
    </section>
  )
}

type NoteProps = { note: FamilyNote; accountId: string; region: Region }

function Note({ note, accountId, region }: NoteProps) {
  const [isEdited, setEdited] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const params = { accountId, noteId: note.id }
  const pin = useAction(async () => {
    await call('PUT /api/staff/families/:accountId/notes/:noteId', {
      params,
      body: { isPinned: !note.isPinned, reason },
    })
    await readAgain()
  })
  const when = (at: string) => `${day(dateIn(region, new Date(at)))}, ${timeOf(at, region)}`
  if (isEdited) return <EditedNote note={note} accountId={accountId} onEnd={() => setEdited(false)} />
  return (
    <section className="card stack stack--8" aria-label={`Note of ${when(note.writtenAt)}`}>
      <div className="row row--between">
        <p className="note__text">{note.text}</p>
        {note.isPinned && (
          <Badge tone="caution" isPlain>
            Pinned
          </Badge>
        )}
      </div>
      <FailureAlert title="Nothing was changed" failure={pin.failure} />
      <div className="row row--between">
        <p className="xs muted">
          {note.byName} · {when(note.writtenAt)}
          {note.changedAt && ` · changed ${when(note.changedAt)}`}
        </p>
        <span className="row">
          <Button look="borderless" size="small" isBusy={pin.isBusy} onClick={() => void pin.run()}>
            {note.isPinned ? 'Unpin' : 'Pin'}
          </Button>
          {note.isMine && (
            <>
              <Button look="borderless" size="small" onClick={() => setEdited(true)}>
                Edit
              </Button>
              <Button look="borderless" size="small" onClick={() => setDeleting(true)}>
                Delete
              </Button>
            </>
          )}
        </span>
      </div>
      {isDeleting && <DeleteNote note={note} accountId={accountId} onEnd={() => setDeleting(false)} />}
    </section>
  )
}

type Ending = { note: FamilyNote; accountId: string; onEnd: () => void }

function EditedNote({ note, accountId, onEnd }: Ending) {
  const [text, setText] = useState(note.text)
  const save = useAction(async () => {
    await call('PUT /api/staff/families/:accountId/notes/:noteId', {
      params: { accountId, noteId: note.id },
      body: { text, reason },
    })
    await readAgain()
    onEnd()
  })
  return (
    <section className="card stack" aria-label="Edit the note">
      <FailureAlert title="The note was not changed" failure={save.failure} />
      <TextArea label="Note" maxLength={noteMaxLength} {...bindText(text, setText)} />
      <div className="row">
        <Button isBusy={save.isBusy} disabled={text.trim() === ''} onClick={() => void save.run()}>
          Save note
        </Button>
        <Button look="secondary" onClick={onEnd}>
          Cancel
        </Button>
      </div>
    </section>
  )
}

function DeleteNote({ note, accountId, onEnd }: Ending) {
  const remove = useAction(async () => {
    await call('POST /api/staff/families/:accountId/notes/:noteId/delete', {
      params: { accountId, noteId: note.id },
      body: { reason },
    })
    showDone('The note is deleted')
    await readAgain()
  })
  return (
    <Dialog
      title="Delete this note?"
      onClose={onEnd}
      foot={
        <div className="row">
          <Button isDanger isBusy={remove.isBusy} onClick={() => void remove.run()}>
            Delete the note
          </Button>
          <Button look="secondary" onClick={onEnd}>
            Keep note
          </Button>
        </div>
      }
    >
      <FailureAlert title="The note was not deleted" failure={remove.failure} />
      <p>This cannot be undone. The activity keeps a record of the note, but not its text.</p>
    </Dialog>
  )
}
