import { Button } from '../button/button.tsx'
import { Heading } from '../heading/heading.tsx'
import { RefreshIcon } from '../icon/refresh.tsx'
import { PlaneArt } from '../spot-art/plane.tsx'
import './error-view.css'

type ErrorViewProps = {
  support: { phone: string; email: string }
  /** Absent when trying again cannot help. */
  onRetry?: () => void
}

export function ErrorView({ support, onRetry }: ErrorViewProps) {
  return (
    <div className="error-view">
      <PlaneArt width={200} />
      <Heading title="Oops, something went wrong." />
      <p>
        Call <strong className="nowrap">{support.phone}</strong> or email{' '}
        <a href={`mailto:${support.email}`}>{support.email}</a>, and we'll sort it out together.
      </p>
      {onRetry && (
        <Button size="large" icon={RefreshIcon} onClick={onRetry}>
          Retry
        </Button>
      )}
    </div>
  )
}
