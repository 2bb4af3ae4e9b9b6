import type { GuestPaymentPage } from '#contract/guest-payments.ts'
import { formatDate } from '#domain/calendar/calendar.ts'
import type { Region } from '#domain/region.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { formatMoney } from '../../../ui/money/money.tsx'
import { AmountChoice } from './amount-choice.tsx'
import { GuestDue } from './guest-due.tsx'
import type { GuestDraft } from './guest-draft.ts'
import './guest-details.css'

type GuestDetailsProps = {
  requestId: string
  page: GuestPaymentPage
  region: Region
  /** What was chosen and typed so far; kept by the page, so that Back and a reload find it again. */
  draft: GuestDraft
  onDraft: (draft: GuestDraft) => void
  /** The missing part of the draft, if any. */
  lack: string | null
  onProceed: () => void
}

/** The first step of a guest: the amount due, its breakdown, and the amount to pay. */
export function GuestDetails({
  requestId,
  page,
  region,
  draft,
  onDraft,
  lack,
  onProceed,
}: GuestDetailsProps) {
  const { onItsWay } = page.payableDetails
  return (
    <>
      <h2 className="sr">Payment details</h2>
      {onItsWay && (
        <Alert variant="info">
          {formatMoney(onItsWay.amount, region)} was submitted on {formatDate(onItsWay.since)} and is on its
          way. It usually arrives within three business days. It is not part of the amount due below.
        </Alert>
      )}
      <GuestDue requestId={requestId} page={page} region={region} />
      <AmountChoice
        amountDue={page.payableDetails.amountDue}
        region={region}
        draft={draft}
        onDraft={onDraft}
        lack={lack}
        onProceed={onProceed}
      />
    </>
  )
}
