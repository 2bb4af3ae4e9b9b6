import { useState } from 'react'
import { closeChat, readVisitor, storeVisitor, unaddressChat, useChatAddressed } from '../../support/chat.ts'
import { useStored } from '../../session/storage.ts'
import { readToken } from '../../session/token.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { Button, LinkButton } from '../../ui/button/button.tsx'
import { PhoneOrEmail } from '../../support/phone-or-email.tsx'
import { SidePanel } from '../../ui/side-panel/side-panel.tsx'
import { Bone, Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { Composer } from './composer.tsx'
import { customerLine, visitorLine, type Line } from './line.ts'
import { MessageList } from './message-list.tsx'
import { useConversation } from './use-conversation.ts'
import { VisitorStart } from './visitor-start.tsx'
import './chat.css'

export function ChatPanel() {
  const customer = readToken(useStored('token'))
  return (
    <SidePanel title="Support" onClose={closeChat}>
      <div className="chat">
        {customer ? (
          <Conversation
            key={customer.sub}
            line={customerLine(customer.sub)}
            name={customer.name}
            whyNot={
              customer.impersonatorEmail && `You see this as ${customer.name}. Only they can write here.`
            }
          />
        ) : (
          <VisitorConversation />
        )}
      </div>
    </SidePanel>
  )
}

function VisitorConversation() {
  const [email, setEmail] = useState(() => readVisitor()?.email)
  const [isNew, setNew] = useState(false)
  if (email === undefined)
    return (
      <>
        <div className="chat__lines stack grow">
          <Greeting />
        </div>
        <VisitorStart
          email={new URLSearchParams(location.search).get('email') ?? ''}
          onStart={(typed) => {
            storeVisitor({ email: typed })
            setEmail(typed)
            setNew(true)
          }}
        />
      </>
    )
  return (
    <>
      <p className="chat__bar sm">
        <span className="chat__who">{email}</span>
        <LinkButton
          onClick={() => {
            storeVisitor(null)
            setEmail(undefined)
          }}
        >
          Start again
        </LinkButton>
      </p>
      <Conversation key={email} line={visitorLine(email)} takesFocus={isNew} />
    </>
  )
}

type ConversationProps = { line: Line; name?: string; whyNot?: string; takesFocus?: boolean }

function Conversation({ line, name, whyNot, takesFocus }: ConversationProps) {
  const conversation = useConversation(line)
  const { messages, hasFailed } = conversation
  const addressed = useChatAddressed()
  if (!messages) return hasFailed ? <NotLoaded onRetry={conversation.retry} /> : <Loading />
  return (
    <>
      <MessageList messages={messages} outgoing={conversation.outgoing} onSayAgain={conversation.sayAgain}>
        <Greeting name={name} />
      </MessageList>
      {hasFailed && (
        <p className="chat__bar sm" role="status">
          We cannot reach the server. Answers will appear once we can.
        </p>
      )}
      {addressed && (
        <p className="chat__bar sm">
          <span className="chat__who">{addressedWords(addressed.to)}</span>
          <LinkButton onClick={unaddressChat}>Something else</LinkButton>
        </p>
      )}
      <Composer
        draft={conversation.draft}
        onDraft={conversation.keepDraft}
        isSending={conversation.isSending}
        whyNot={whyNot}
        takesFocus={takesFocus || addressed !== null}
        onSend={(text) => conversation.send(text, addressed?.about)}
      />
    </>
  )
}

const addressedWords = (to: string | null) =>
  to === null ? 'About your arrangement' : `To ${to}, about your arrangement`

function Greeting({ name }: { name?: string }) {
  const firstName = name?.split(' ')[0]
  return (
    <div className="chat__greeting stack stack--6">
      <p>
        <strong>{firstName ? `Hello ${firstName}, how can we help?` : 'Hello, how can we help?'}</strong>
      </p>
      <p className="sm muted">
        Write to us here, and one of our team will answer. If it cannot wait, call <PhoneOrEmail />.
      </p>
    </div>
  )
}

function Loading() {
  return (
    <div className="chat__lines stack grow">
      <Skeleton label="Loading the conversation">
        <Bone height={72} />
        <Bone height={44} width="70%" top={16} />
      </Skeleton>
    </div>
  )
}

function NotLoaded({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="chat__lines stack grow">
      <Alert variant="error">
        The conversation did not load. Call <PhoneOrEmail />.
      </Alert>
      <Button look="secondary" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
