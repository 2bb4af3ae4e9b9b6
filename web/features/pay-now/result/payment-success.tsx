import { Link } from 'wouter'
import type { Payment } from '#contract/pay-now.ts'
import type { Region } from '#domain/region.ts'
import { formatDate } from '#domain/calendar/calendar.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button, buttonClass } from '../../../ui/button/button.tsx'
import { useBusy } from '../../../ui/button/use-busy.ts'
import { Fact } from '../../../ui/definition-list/fact.tsx'
import { Heading } from '../../../ui/heading/heading.tsx'
import { DownloadIcon } from '../../../ui/icon/download.tsx'
import { failureMessage } from '../../../ui/modal/failure-message.ts'
import { formatMoney } from '../../../ui/money/money.tsx'
import { SuccessArt } from '../../../ui/spot-art/success.tsx'
import { showToast } from '../../../ui/toast/toast.ts'
import '../../../ui/card/card.css'
import './result.css'

type PaymentSuccessProps = {
  region: Region
  payment: Payment
  /** It was made before, and the last press paid nothing. */
  isEarlier?: boolean
  onDownloadReceipt: (paymentId: string) => Promise<void>
  homePath?: string
}

export function PaymentSuccess({
  region,
  payment,
  isEarlier = false,
  onDownloadReceipt,
  homePath,
}: PaymentSuccessProps) {
  const { surchargePercentage, surchargeAmount, amount } = payment
  const isArriving = payment.status === 'Processing'
  const money = (sum: number) => formatMoney(sum, region)
  return (
    <>
      <section className="card result">
        <div className="result__head">
          <SuccessArt width={200} />
          <Heading title="Thanks for your payment" />
          <p>A confirmation of your payment will also be sent to your email.</p>
        </div>
        {isEarlier && (
          <Alert variant="info">
            You made this payment before, here or in another tab. Nothing more was charged.
          </Alert>
        )}
        {isArriving && (
          <Alert variant="info">
            Your bank will transfer the money within a few days. Your receipt follows once it has arrived.
          </Alert>
        )}
        <dl className="dl result__facts">
          <Fact name="Account">{payment.accountShortId}</Fact>
          <Fact name="School">{payment.schoolName}</Fact>
          <Fact name="Date">{formatDate(payment.date)}</Fact>
          <Fact name="Amount paid">{money(amount)}</Fact>
          {surchargePercentage !== '0%' && (
            <>
              <Fact name="Surcharge">
                {surchargePercentage} ({money(surchargeAmount)})
              </Fact>
              <Fact name="Total charged">{money(totalOf(payment))}</Fact>
            </>
          )}
        </dl>
        {(!isArriving || homePath) && (
          <div className="result__actions">
            {!isArriving && <ReceiptButton onDownload={() => onDownloadReceipt(payment.paymentId)} />}
            {homePath && (
              <Link className={buttonClass({ look: 'borderless' })} href={homePath}>
                <span>Back to Overview</span>
              </Link>
            )}
          </div>
        )}
      </section>
    </>
  )
}

/** Decimals do not add up to the cent by themselves. */
function totalOf({ amount, surchargeAmount }: Payment): number {
  return Math.round((amount + surchargeAmount) * 100) / 100
}

function ReceiptButton({ onDownload }: { onDownload: () => Promise<void> }) {
  const [isBusy, run] = useBusy()
  return (
    <Button
      look="secondary"
      icon={DownloadIcon}
      isBusy={isBusy}
      onClick={() =>
        run(() =>
          onDownload().catch((error: unknown) =>
            showToast({ variant: 'error', text: failureMessage(error) }),
          ),
        )
      }
    >
      Download receipt
    </Button>
  )
}
