import { Button } from '../ui/button/button.tsx'
import { Heading } from '../ui/heading/heading.tsx'
import { ChatIcon } from '../ui/icon/chat.tsx'
import { RefreshIcon } from '../ui/icon/refresh.tsx'
import { PlaneArt } from '../ui/spot-art/plane.tsx'
import { PhoneOrEmail } from './phone-or-email.tsx'
import './error-view.css'

type ErrorViewProps = {
  /** The page could not be loaded because the browser has no connection. */
  isOffline?: boolean
  /** Absent when a retry cannot help. */
  onRetry?: () => void
  /** Absent when there is no customer to chat with. */
  onChat?: () => void
  /** Where to go on from here, so that nobody is stuck. */
  way?: { label: string; go: () => void }
}

export function ErrorView({ isOffline, onRetry, onChat, way }: ErrorViewProps) {
  return (
    <div className="error-view">
      <PlaneArt width={200} />
      {isOffline ? <Offline /> : <Failed />}
      {(onRetry || onChat || way) && (
        <div className="error-view__actions">
          {onRetry && (
            <Button size="large" icon={RefreshIcon} onClick={onRetry}>
              Retry
            </Button>
          )}
          {way && (
            <Button look={onRetry ? 'secondary' : 'primary'} size="large" onClick={way.go}>
              {way.label}
            </Button>
          )}
          {onChat && (
            <Button look="secondary" size="large" icon={ChatIcon} onClick={onChat}>
              Chat With Us
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

function Failed() {
  return (
    <>
      <Heading title="Oops, something went wrong." />
      <p>
        Call <PhoneOrEmail />, and we'll sort it out together.
      </p>
    </>
  )
}

function Offline() {
  return (
    <>
      <Heading title="You are offline" />
      <p>We could not load this page. It opens by itself as soon as you are connected again.</p>
    </>
  )
}
