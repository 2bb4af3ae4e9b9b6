import { closeChat, useChatIsOpen } from '../support/chat.ts'
import { Alert } from '../ui/alert/alert.tsx'
import { ErrorBoundary } from '../support/error-boundary.tsx'
import { lazyPart, useLazyPart } from '../lazy-part/lazy-part.ts'
import { PhoneOrEmail } from '../support/phone-or-email.tsx'
import './chat.css'

const panel = lazyPart(() => import('../features/support/chat-panel.tsx'), 'ChatPanel')

/** Support chat, available on every page. Its bundle loads when it is opened. */
export function Chat() {
  if (!useChatIsOpen()) return null
  return (
    <ErrorBoundary standIn={ChatFailed}>
      <Panel />
    </ErrorBoundary>
  )
}

function Panel() {
  const ChatPanel = useLazyPart(panel)
  return ChatPanel ? <ChatPanel /> : null
}

function ChatFailed() {
  return (
    <div className="chat-failed">
      <Alert variant="error" onDismiss={closeChat}>
        The chat did not open. Call <PhoneOrEmail />, or reload the page to try again.
      </Alert>
    </div>
  )
}
