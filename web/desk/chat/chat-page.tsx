import { useState } from 'react'
import { useLocation, useParams } from 'wouter'
import { Empty } from '../../ui/empty/empty.tsx'
import { Bone } from '../../ui/skeleton/skeleton.tsx'
import { MailArt } from '../../ui/spot-art/mail.tsx'
import { useRead } from '../foundation/read.ts'
import { useShownCrumbs } from '../foundation/crumbs.ts'
import { useLiveChanges } from '../foundation/live.ts'
import { useShortcuts, stepKeys } from '../foundation/shortcuts.ts'
import { Loaded } from '../ui/loaded/loaded.tsx'
import { ChatSide } from './chat-side.tsx'
import { ChatTalk } from './chat-talk.tsx'
import './chat.css'
import { ConversationList } from './conversation-list.tsx'
import { refreshChats, useChatQueue, useConversations, type Shown } from './use-conversations.ts'
import { useChatDraft } from './chat-draft.ts'

/** Conversations with families and visitors: who waits, what was said, and how the family stands. */
export function ChatPage() {
  const { conversationId } = useParams<{ conversationId?: string }>()
  useShownCrumbs([{ name: 'Chat' }])
  const [shown, setShown] = useState<Shown>('Waiting')
  const conversations = useConversations(shown)
  const [, navigate] = useLocation()
  useLiveChanges((changed) => {
    if (!changed || changed.some(({ kind }) => kind === 'Chat')) void refreshChats()
  })
  const ids = conversations.rows.map(({ id }) => id)
  const move = (by: number) => {
    const next = ids[ids.indexOf(conversationId ?? '') + by]
    if (next !== undefined) navigate(`/chat/${next}`)
  }
  useShortcuts(stepKeys('conversation', move))
  return (
    <div className={conversationId === undefined ? 'inbox inbox--list' : 'inbox'}>
      <ConversationList
        conversations={conversations}
        current={conversationId}
        shown={shown}
        onShow={setShown}
      />
      {conversationId === undefined && <h1 className="sr">Chat</h1>}
      {conversationId === undefined ? (
        <section className="inbox__none" aria-label="No conversation">
          <Empty art={MailArt}>Choose a conversation. The longest wait is at the top.</Empty>
        </section>
      ) : (
        <OpenConversation key={conversationId} conversationId={conversationId} />
      )}
    </div>
  )
}

/** Families write while we look: the open conversation is read again every few seconds. */
const rereadMs = 10_000

function OpenConversation({ conversationId }: { conversationId: string }) {
  const params = { conversationId }
  const query = useRead(
    'GET /api/staff/conversations/:conversationId',
    { params },
    { refetchEveryMs: rereadMs },
  )
  const facts = useRead('GET /api/staff/conversations/:conversationId/facts', { params })
  const queue = useChatQueue()
  const [draft, setDraft] = useChatDraft(conversationId)
  return (
    <>
      <section className="inbox__talk" aria-label={`Conversation with ${query.data?.name ?? '…'}`}>
        <Loaded
          query={query}
          waitsFor={[facts, queue]}
          label="Loading the conversation"
          skeleton={<TalkBones />}
        >
          {(conversation) => (
            <ChatTalk conversation={conversation} facts={facts.data} draft={draft} onDraft={setDraft} />
          )}
        </Loaded>
      </section>
      <aside className="inbox__side pile" aria-label="The family">
        <Loaded query={facts} label="Loading the family">
          {(known) => (
            <ChatSide
              conversationId={conversationId}
              facts={known}
              onUse={(text) => setDraft(draft.trim() === '' ? text : `${draft.trimEnd()}\n${text}`)}
            />
          )}
        </Loaded>
      </aside>
    </>
  )
}

/** Its head, a few messages and the place for an answer. */
function TalkBones() {
  return (
    <>
      <div className="inbox__head">
        <Bone width="30px" height={30} round />
        <Bone width="180px" height={14} />
      </div>
      <div className="talk talk--bones">
        <div className="stack stack--12">
          {['46%', '62%', '38%'].map((width) => (
            <Bone key={width} width={width} height={56} />
          ))}
        </div>
      </div>
      <div className="composer">
        <Bone width="60%" height={30} />
        <Bone height={72} />
        <Bone width="50%" height={36} />
      </div>
    </>
  )
}
