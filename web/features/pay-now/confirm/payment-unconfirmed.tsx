import type { Payment } from '#contract/pay-now.ts'
import type { Region } from '#domain/region.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Fact } from '../../../ui/definition-list/fact.tsx'
import { Heading } from '../../../ui/heading/heading.tsx'
import { formatMoney } from '../../../ui/money/money.tsx'
import { ReviewArt } from '../../../ui/spot-art/review.tsx'
import '../../../ui/card/card.css'
import '../result/result.css'

type PaymentUnconfirmedProps = {
  region: Region
  payment: Payment
  isBusy: boolean
  onConfirm: () => void
  onCallOff: () => void
}

/** The bank waits for the payer, who has left its question or never saw it. */
export function PaymentUnconfirmed({
  region,
  payment,
  isBusy,
  onConfirm,
  onCallOff,
}: PaymentUnconfirmedProps) {
  return (
    <section className="card result stack stack--24">
      <div className="result__head">
        <ReviewArt width={200} />
        <Heading title="Confirm your payment" />
        <p role="status">
          Your bank wants you to confirm this payment. Nothing is charged until you do, and you will not be
          charged twice.
        </p>
      </div>
      <dl className="dl result__facts">
        <Fact name="School">{payment.schoolName}</Fact>
        <Fact name="To be charged">{formatMoney(payment.amount + payment.surchargeAmount, region)}</Fact>
      </dl>
      <div className="result__actions">
        <Button size="large" isBusy={isBusy} onClick={onConfirm}>
          Confirm with your bank
        </Button>
        <Button look="secondary" size="large" disabled={isBusy} onClick={onCallOff}>
          Pay another way
        </Button>
      </div>
    </section>
  )
}
