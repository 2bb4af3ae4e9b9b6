import { Button } from '../button/button.tsx'
import { Heading } from '../heading/heading.tsx'
import { ChatIcon } from '../icon/chat.tsx'
import { RefreshIcon } from '../icon/refresh.tsx'
import { PlaneArt } from '../spot-art/plane.tsx'
import { PhoneLink } from '../phone-link/phone-link.tsx'
import './error-view.css'

type Support = { phone: string; email: string }
type ErrorViewProps = {
  support: Support
  /** The page could not be loaded because the browser has no connection. */
  isOffline?: boolean
  /** Absent when a retry cannot help. */
  onRetry?: () => void
  /** Absent when there is no customer to chat with. */
  onChat?: () => void
  /** Where to go on from here, so that nobody is stuck. */
  way?: { label: string; go: () => void }
}

export function ErrorView({ support, isOffline, onRetry, onChat, way }: ErrorViewProps) {
  return (
    <div className="error-view">
      <PlaneArt width={200} />
      {isOffline ? <Offline /> : <Failed support={support} />}
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

function Failed({ support }: { support: Support }) {
  return (
    <>
      <Heading title="Oops, something went wrong." />
      <p>
        Call <PhoneLink phone={support.phone} /> or email{' '}
        <a href={`mailto:${support.email}`}>{support.email}</a>, and we'll sort it out together.
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
