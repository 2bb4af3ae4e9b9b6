import { useState } from 'react'
import type { FilledReply } from '#contract/staff-canned-replies.ts'
import { placeholders, whyNotCannedReply } from '#domain/canned-replies.ts'
import { Button } from '../../ui/button/button.tsx'
import { TextArea } from '../../ui/text-input/text-area.tsx'
import { TextInput } from '../../ui/text-input/text-input.tsx'
import { refresh, useRead } from '../foundation/read.ts'
import { call } from '../foundation/staff-client.ts'
import { useAction } from '../foundation/use-action.ts'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { Drawer } from '../ui/drawer/drawer.tsx'
import '../ui/lines/lines.css'
import { Loaded } from '../ui/loaded/loaded.tsx'
import { ReasonField } from '../ui/reason/reason-field.tsx'
import { bindText } from '../foundation/draft.ts'
import { showDone } from '../foundation/toast.ts'

type CannedRepliesProps = {
  conversationId: string
  onClose: () => void
  onUse?: (text: string) => void
  /** To change them, and not to use one. */
  isEditing?: boolean
}

/** Answers that are given often: to use one, or to change them. */
export function CannedReplies({ conversationId, onClose, onUse, isEditing = false }: CannedRepliesProps) {
  const [edited, setEdited] = useState<FilledReply | 'new'>()
  const query = useRead('GET /api/staff/conversations/:conversationId/canned-replies', {
    params: { conversationId },
  })
  if (edited)
    return <ReplyDrawer reply={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
  return (
    <Dialog
      title="Canned replies"
      onClose={onClose}
      foot={
        <Button look="secondary" onClick={() => setEdited('new')}>
          Add one
        </Button>
      }
    >
      <Loaded query={query} label="Loading canned replies">
        {(replies) => (
          <ul className="lines">
            {replies.map((reply) => (
              <li key={reply.id}>
                <span />
                <span className="lines__text">
                  <b>{reply.title}</b>
                  <small>{isEditing ? reply.body : reply.text}</small>
                </span>
                <span className="row">
                  <Button
                    look={onUse ? 'borderless' : 'secondary'}
                    size="small"
                    onClick={() => setEdited(reply)}
                  >
                    Change<span className="sr">{` ${reply.title}`}</span>
                  </Button>
                  {onUse && (
                    <Button look="secondary" size="small" onClick={() => onUse(reply.text)}>
                      Use<span className="sr">{` ${reply.title}`}</span>
                    </Button>
                  )}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Dialog>
  )
}

const refreshReplies = () =>
  refresh('GET /api/staff/canned-replies', 'GET /api/staff/conversations/:conversationId/canned-replies')

function ReplyDrawer({ reply, onClose }: { reply: FilledReply | undefined; onClose: () => void }) {
  const [title, setTitle] = useState(reply?.title ?? '')
  const [body, setBody] = useState(reply?.body ?? '')
  const [reason, setReason] = useState('')
  const problem = body === '' ? undefined : whyNotCannedReply(body)
  const save = useAction(async () => {
    const written = { title, body, reason }
    if (reply) {
      await call('PUT /api/staff/canned-replies/:replyId', { params: { replyId: reply.id }, body: written })
    } else await call('POST /api/staff/canned-replies', { body: written })
    await refreshReplies()
    showDone(`Saved: ${title}`)
    onClose()
  })
  const remove = useAction(async () => {
    if (!reply) return
    await call('POST /api/staff/canned-replies/:replyId/remove', {
      params: { replyId: reply.id },
      body: { reason },
    })
    await refreshReplies()
    showDone(`Removed: ${reply.title}`)
    onClose()
  })
  const isReasonMissing = reason.trim() === ''
  return (
    <Drawer
      title={reply ? 'Change a canned reply' : 'Add a canned reply'}
      lead="Available to everyone who answers families"
      onClose={onClose}
      submitLabel="Save"
      onSubmit={() => void save.run()}
      isBusy={save.isBusy || remove.isBusy}
      isSubmitOff={isReasonMissing || title.trim() === '' || body.trim() === '' || problem !== undefined}
      failure={save.failure ?? remove.failure}
    >
      <TextInput label="Title" required maxLength={60} {...bindText(title, setTitle)} />
      <TextArea
        label="Answer"
        required
        rows={7}
        maxLength={2000}
        {...bindText(body, setBody)}
        {...(problem === undefined
          ? { hint: `Filled in from the family: ${placeholders.map((name) => `{${name}}`).join(', ')}` }
          : { error: problem })}
      />
      <ReasonField value={reason} onChange={setReason} />
      {reply && (
        <div>
          <Button look="secondary" disabled={isReasonMissing} onClick={() => void remove.run()}>
            Remove it
          </Button>
          {isReasonMissing && <span className="xs muted"> Enter a reason first.</span>}
        </div>
      )}
    </Drawer>
  )
}
