import type { ReactNode } from 'react'
import type { Payment } from '#contract/pay-now.ts'
import type { Region } from '#domain/region.ts'
import { formatDate } from '#domain/calendar/calendar.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { ButtonLink } from '../../../ui/button/button-link.tsx'
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
  onPayRest: () => void
  homePath?: string | undefined
  homeName?: string | undefined
  /** Instead of how a debit arrives. */
  note?: ReactNode
}

export function PaymentSuccess({
  region,
  payment,
  isEarlier = false,
  onDownloadReceipt,
  onPayRest,
  homePath,
  homeName = 'Overview',
  note,
}: PaymentSuccessProps) {
  const { surchargePercentage, surchargeAmount, amount, stillToPay } = payment
  const isArriving = payment.status === 'Processing'
  const money = (sum: number) => formatMoney(sum, region)
  return (
    <section className="card result stack stack--24">
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
      {note}
      {isArriving && !note && (
        <Alert variant="info">
          Your bank will transfer the money within a few days. It counts as paid meanwhile: you are not asked
          for it again. Your receipt follows once it has arrived, and we write to you if your bank sends it
          back.
        </Alert>
      )}
      {stillToPay && (
        <Alert variant="info">
          {money(stillToPay.amount)} is still to pay to {payment.schoolName},{' '}
          {stillToPay.dueOn < payment.date ? 'due since' : 'by'} {formatDate(stillToPay.dueOn)}.
        </Alert>
      )}
      <dl className="dl result__facts">
        <Fact name="Account">{payment.accountShortId}</Fact>
        <Fact name="School">{payment.schoolName}</Fact>
        <Fact name="Date">{formatDate(payment.date)}</Fact>
        <Fact name={isArriving ? 'Amount on its way' : 'Amount paid'}>{money(amount)}</Fact>
        {payment.pays?.map((paid) => (
          <Fact name={paidName(paid)} key={paid.dueDate}>
            {money(paid.amount)}
          </Fact>
        ))}
        {surchargePercentage !== '0%' && (
          <>
            <Fact name="Surcharge">
              {surchargePercentage} ({money(surchargeAmount)})
            </Fact>
            <Fact name="Total charged">{money(totalOf(payment))}</Fact>
          </>
        )}
      </dl>
      <div className="result__actions">
        {stillToPay && <Button onClick={onPayRest}>Pay the remaining {money(stillToPay.amount)}</Button>}
        {!isArriving && <ReceiptButton onDownload={() => onDownloadReceipt(payment.paymentId)} />}
        <ButtonLink look="borderless" href={homePath ?? '/'}>
          {homePath ? `Back to ${homeName}` : 'Log in to your account'}
        </ButtonLink>
      </div>
    </section>
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

/** "Part of what was due 20 March 2026" */
const paidName = ({ dueDate, isPart, isFee }: NonNullable<Payment['pays']>[number]) =>
  isFee
    ? `${isPart ? 'Part of the fee' : 'Fee'} for a returned debit`
    : `${isPart ? 'Part of what was' : 'Pays what was'} due ${formatDate(dueDate)}`
