import { useEffect, useRef, type ReactNode } from 'react'
import type { ChatMessage } from '#contract/support.ts'
import { formatDate } from '#domain/calendar/calendar.ts'
import { LinkButton } from '../../ui/button/button.tsx'
import type { Outgoing } from './use-conversation.ts'

const clock = new Intl.DateTimeFormat('en-AU', { hour: 'numeric', minute: '2-digit' })

/** The date in the reader's time zone. */
function dayOf(sentAt: string): string {
  const at = new Date(sentAt)
  const [month, day] = [at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0'))
  return `${at.getFullYear()}-${month}-${day}`
}

type MessageListProps = {
  messages: readonly ChatMessage[]
  outgoing: readonly Outgoing[]
  onSayAgain: (message: Outgoing) => void
  /** Shown before the first message. */
  children: ReactNode
}

/** Oldest first. New messages are announced politely. */
export function MessageList({ messages, outgoing, onSayAgain, children }: MessageListProps) {
  const ownCount = messages.filter(({ author }) => author === 'Customer').length + outgoing.length
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It scrolls, and by keyboard only with the focus.
    <div className="chat__log" role="log" aria-label="Conversation" tabIndex={0}>
      <div className="chat__lines stack">
        {children}
        {messages.map((message, index) => {
          const day = dayOf(message.sentAt)
          const before = messages[index - 1]
          const isNewDay = !before || day !== dayOf(before.sentAt)
          return (
            <div className="stack" key={message.id}>
              {isNewDay && <p className="chat__day xs muted">{formatDate(day)}</p>}
              <Bubble text={message.text} isOwn={message.author === 'Customer'}>
                {message.author === 'Customer' ? 'You' : 'Larkwell'},{' '}
                <time dateTime={message.sentAt}>{clock.format(new Date(message.sentAt))}</time>
              </Bubble>
            </div>
          )
        })}
        {outgoing.map((message) => (
          <div className="stack" key={message.id}>
            <Bubble text={message.text} isOwn hasFailed={!message.isSending}>
              {message.isSending ? (
                'Sending…'
              ) : (
                <>
                  {message.trouble && <>{message.trouble} </>}
                  Not sent. <LinkButton onClick={() => onSayAgain(message)}>Try again</LinkButton>
                </>
              )}
            </Bubble>
          </div>
        ))}
        <End key={ownCount} />
      </div>
    </div>
  )
}

/**
 * Remounts and scrolls into view with each message the customer writes. Incoming messages must not move the reader.
 */
function End() {
  const end = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return <span ref={end} />
}

type BubbleProps = { text: string; isOwn: boolean; hasFailed?: boolean; children: ReactNode }

function Bubble({ text, isOwn, hasFailed, children }: BubbleProps) {
  return (
    <div className={isOwn ? 'bubble bubble--own' : 'bubble'}>
      <p className="bubble__text">{text}</p>
      <p className={hasFailed ? 'bubble__note bubble__note--failed' : 'bubble__note'}>{children}</p>
    </div>
  )
}
