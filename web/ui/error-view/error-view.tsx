import { Button } from '../button/button.tsx'
import { Heading } from '../heading/heading.tsx'
import { ChatIcon } from '../icon/chat.tsx'
import { RefreshIcon } from '../icon/refresh.tsx'
import { PlaneArt } from '../spot-art/plane.tsx'
import './error-view.css'

type ErrorViewProps = {
  support: { phone: string; email: string }
  /** Absent when a retry cannot help. */
  onRetry?: () => void
  /** Absent when there is no customer to chat with. */
  onChat?: () => void
}

export function ErrorView({ support, onRetry, onChat }: ErrorViewProps) {
  return (
    <div className="error-view">
      <PlaneArt width={200} />
      <Heading title="Oops, something went wrong." />
      <p>
        Call <strong className="nowrap">{support.phone}</strong> or email{' '}
        <a href={`mailto:${support.email}`}>{support.email}</a>, and we'll sort it out together.
      </p>
      {(onRetry || onChat) && (
        <div className="error-view__actions">
          {onRetry && (
            <Button size="large" icon={RefreshIcon} onClick={onRetry}>
              Retry
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
