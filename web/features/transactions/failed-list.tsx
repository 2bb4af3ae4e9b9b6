import { openChat } from '../../support/chat.ts'
import { Button } from '../../ui/button/button.tsx'
import { Empty } from '../../ui/empty/empty.tsx'
import { ChatIcon } from '../../ui/icon/chat.tsx'
import { RefreshIcon } from '../../ui/icon/refresh.tsx'
import { PhoneOrEmail } from '../../support/phone-or-email.tsx'
import { PlaneArt } from '../../ui/spot-art/plane.tsx'
import '../../ui/card/card.css'

export function FailedList({ onRetry }: { onRetry: () => void }) {
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
        We couldn't load your transactions. Call <PhoneOrEmail />.
      </Empty>
    </div>
  )
}
