import { openChat } from '../../support/chat.ts'
import { useSupport } from '../../session/settings.ts'
import { Button } from '../../ui/button/button.tsx'
import { Empty } from '../../ui/empty/empty.tsx'
import { ChatIcon } from '../../ui/icon/chat.tsx'
import { RefreshIcon } from '../../ui/icon/refresh.tsx'
import { PhoneLink } from '../../ui/phone-link/phone-link.tsx'
import { PlaneArt } from '../../ui/spot-art/plane.tsx'
import '../../ui/card/card.css'

export function FailedList({ onRetry }: { onRetry: () => void }) {
  const { phone, email } = useSupport()
  return (
    <div className="card" role="alert">
      <Empty
        art={PlaneArt}
        title="Oops, something went wrong."
        action={
          <div className="row transactions__failed">
            <Button icon={RefreshIcon} onClick={onRetry}>
              Retry
            </Button>
            <Button look="secondary" icon={ChatIcon} onClick={openChat}>
              Chat With Us
            </Button>
          </div>
        }
      >
        We couldn't load your transactions. Call <PhoneLink phone={phone} /> or email{' '}
        <a href={`mailto:${email}`}>{email}</a>.
      </Empty>
    </div>
  )
}
