import { useRef, useState } from 'react'
import { Link } from 'wouter'
import type { Conversation } from '#contract/staff-company.ts'
import type { ChatFamily } from '#contract/staff-conversations.ts'
import { gapIn } from '#domain/canned-replies.ts'
import { Button } from '../../ui/button/button.tsx'
import { CalendarIcon } from '../../ui/icon/calendar.tsx'
import { HeartIcon } from '../../ui/icon/heart.tsx'
import type { Icon } from '../../ui/icon/icon.tsx'
import { MailIcon } from '../../ui/icon/mail.tsx'
import '../../ui/text-input/text-input.css'
import { call } from '../foundation/staff-client.ts'
import { useAction } from '../foundation/use-action.ts'
import { useMay } from '../foundation/session.ts'
import { useShortcuts } from '../foundation/shortcuts.ts'
import { FailureAlert } from '../ui/failure/failure-alert.tsx'
import '../../ui/chips/chips.css'
import '../ui/chips/chips.css'
import { NoteIcon } from '../ui/icon/note.tsx'
import { SendIcon } from '../ui/icon/send.tsx'
import { Kbd } from '../ui/keys/keys.tsx'
import { CannedReplies } from './canned-replies.tsx'
import { refreshChats } from './use-conversations.ts'

type ComposerProps = {
  conversation: Conversation
  families: readonly ChatFamily[]
  draft: string
  onDraft: (text: string) => void
}

const mostLetters = 2000

/** What may help, and the answer. */
export function ChatComposer({ conversation, families, draft, onDraft }: ComposerProps) {
  const { id, name, customerId } = conversation
  const [isChoosing, setChoosing] = useState(false)
  // The same answer has the same id, however often it is sent; other words are another one.
  const tried = useRef<{ text: string; messageId: string }>(undefined)
  const field = useRef<HTMLTextAreaElement>(null)
  const gap = gapIn(draft)
  const { run, isBusy, failure } = useAction(async () => {
    if (tried.current?.text !== draft) tried.current = { text: draft, messageId: crypto.randomUUID() }
    await call('POST /api/staff/conversations/:conversationId/reply', {
      params: { conversationId: id },
      body: { ...tried.current, reason: 'Reply to their message' },
    })
    tried.current = undefined
    onDraft('')
    await refreshChats()
    field.current?.focus()
  })
  const isOff = draft.trim() === '' || gap !== undefined
  useShortcuts([
    { keys: 'ctrl+enter', label: 'Answer', run: () => void run(), isOff },
    { keys: '/', label: 'Canned replies', run: () => setChoosing(true) },
    { keys: 'r', label: 'Write a reply', run: () => field.current?.focus() },
  ])
  return (
    <div className="composer">
      <FailureAlert
        title="The reply was not sent"
        failure={failure && `${failure} What you wrote is still here.`}
      />
      <div className="chips chips--scroll">
        {families.map((family) => (
          <Suggestions key={family.accountId} family={family} hasOthers={families.length > 1} />
        ))}
        <button type="button" className="chip" onClick={() => setChoosing(true)}>
          <NoteIcon size="small" />
          Canned replies <Kbd>/</Kbd>
        </button>
      </div>
      <label className="sr" htmlFor="chat-answer">
        Your reply
      </label>
      <textarea
        className="input textarea"
        id="chat-answer"
        ref={field}
        rows={4}
        maxLength={mostLetters}
        value={draft}
        aria-describedby="chat-answer-hint"
        onChange={(event) => onDraft(event.currentTarget.value)}
      />
      <div className="row">
        <span className="xs muted grow" id="chat-answer-hint">
          {gap === undefined ? (
            <>
              Sent to the chat and by email.{' '}
              {customerId !== null && (
                <span className="hide-narrow">{`${name.split(' ')[0]} sees your first name.`}</span>
              )}
            </>
          ) : (
            <span className="is-late">{`Please fill in ${gap} first.`}</span>
          )}
        </span>
        <Button icon={SendIcon} isBusy={isBusy} disabled={isOff} onClick={() => void run()}>
          Answer <Kbd>Ctrl Enter</Kbd>
        </Button>
      </div>
      {isChoosing && (
        <CannedReplies
          conversationId={id}
          onClose={() => setChoosing(false)}
          onUse={(text) => {
            onDraft(draft.trim() === '' ? text : `${draft.trimEnd()}\n${text}`)
            setChoosing(false)
          }}
        />
      )}
    </div>
  )
}

const icons: Record<string, Icon> = { 'move-payment': CalendarIcon, hardship: HeartIcon }

/** From how the family stands; each opens the action of the family, filled in. */
function Suggestions({ family, hasOthers }: { family: ChatFamily; hasOthers: boolean }) {
  const mayChange = useMay('operations')
  const offered = family.suggestions.filter(({ action }) => mayChange || action === 'resend-request')
  return offered.map(({ action, label, query }) => {
    const Shape = icons[action] ?? MailIcon
    const search = new URLSearchParams({ action, ...query })
    return (
      <Link key={action} className="chip" href={`/families/${family.accountId}?${search}`}>
        <Shape size="small" />
        {hasOthers ? `${family.shortId}: ${label}` : label}
      </Link>
    )
  })
}
