import type { Conversation } from '#contract/staff-company.ts'
import type { ChatFacts } from '#contract/staff-conversations.ts'
import { useNow } from '../foundation/clock.ts'
import { moment } from '../foundation/format.ts'
import { ChatComposer } from './chat-composer.tsx'
import { TalkHead } from './talk-head.tsx'
import { talkItems } from './talk-items.ts'

type TalkProps = {
  conversation: Conversation
  facts: ChatFacts | undefined
  draft: string
  onDraft: (text: string) => void
}

/** What was said, and our answer. */
export function ChatTalk({ conversation, facts, draft, onDraft }: TalkProps) {
  const now = useNow()
  const region = facts?.families[0]?.region ?? 'AU'
  const items = talkItems(conversation.messages, facts?.notices ?? [], { region, now })
  return (
    <>
      <TalkHead conversation={conversation} facts={facts} />
      {/* Scrolled with the keyboard too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="talk" tabIndex={0} role="log" aria-label="Messages">
        <div className="stack stack--12">
          {items.map((item) =>
            item.kind === 'message' ? (
              <Bubble key={item.id} message={item.message} time={timeOf(item.message.sentAt, region)} />
            ) : (
              <span key={item.id} className="talk__day">
                {item.kind === 'day' ? item.text : `${timeOf(item.at, region)} · We wrote: ${item.text}`}
              </span>
            ),
          )}
        </div>
      </div>
      <ChatComposer
        conversation={conversation}
        families={facts?.families ?? []}
        draft={draft}
        onDraft={onDraft}
      />
    </>
  )
}

const timeOf = (instant: string, region: 'AU' | 'UK') => moment(instant, region).split(', ')[1] ?? ''

function Bubble({ message, time }: { message: Conversation['messages'][number]; time: string }) {
  const isOurs = message.author === 'Staff'
  return (
    <div className={isOurs ? 'bubble bubble--us' : 'bubble'}>
      <span className="sr">{`${message.name} wrote: `}</span>
      {message.text}
      {message.about !== null && <small>{`About: ${message.about}`}</small>}
      <small>{isOurs ? `${message.name.split(' ')[0]} · ${time} · also by mail` : time}</small>
    </div>
  )
}
