import type { ReactNode } from 'react'
import type { BpayInfo } from '#contract/payment-methods.ts'
import type { Region } from '#domain/region.ts'
import { Bone, Skeleton } from '../../../ui/skeleton/skeleton.tsx'
import { BpaySteps } from './bpay-steps.tsx'
import { HelpLine } from './help-line.tsx'
import { PaymentUnconfirmed } from '../confirm/payment-unconfirmed.tsx'
import { LinkClosed } from './link-closed.tsx'
import type { PaymentCalls } from '../payer.ts'
import { PaymentChecking } from './payment-checking.tsx'
import { PaymentFailed } from './payment-failed.tsx'
import { PaymentSuccess } from './payment-success.tsx'
import type { PaymentHandle } from '../attempt/payment-progress.ts'
import '../../../ui/card/card.css'
import './result.css'

type PaymentResultProps = {
  region: Region
  payment: PaymentHandle
  calls: PaymentCalls
  /** For the next steps with BPAY. */
  bpay: BpayInfo | null
  /** To where a payer goes on from here: the parent's Overview; guests have none. */
  homePath?: string
  homeName?: string
  /** What else there is to say about a payment, instead of how a debit arrives. */
  note?: ReactNode
}

/**
 * How it ended: paid, failed, being looked into, or what is left to do at one's own bank. All of it comes with the page
 * itself, since it has to show when the connection is gone.
 */
export function PaymentResult({
  region,
  payment,
  calls,
  bpay,
  homePath,
  homeName,
  note,
}: PaymentResultProps) {
  const { progress, startAgain } = payment
  if (progress.at === 'failed') {
    const { message, first, next, input, about, closed } = progress
    if (closed) return <LinkClosed region={region} link={closed} isAfterTry />
    return (
      <PaymentFailed
        region={region}
        message={message}
        first={first}
        input={input}
        about={about}
        isBlocked={next === 'look'}
        onStartAgain={next ? startAgain : undefined}
      />
    )
  }
  if (progress.at === 'finding') return <Finding />
  return (
    <>
      {progress.at === 'paid' && (
        <PaymentSuccess
          region={region}
          payment={progress.payment}
          isEarlier={progress.isEarlier}
          onDownloadReceipt={calls.downloadReceipt}
          onPayRest={startAgain}
          homePath={homePath}
          homeName={homeName}
          note={note}
        />
      )}
      {progress.at === 'checking' && (
        <PaymentChecking region={region} input={progress.input} about={progress.about} />
      )}
      {progress.at === 'unconfirmed' && (
        <PaymentUnconfirmed
          region={region}
          payment={progress.payment}
          isBusy={progress.isBusy}
          onConfirm={payment.confirm}
          onCallOff={payment.callOff}
        />
      )}
      {progress.at === 'bpay' && (
        <BpaySteps
          region={region}
          bpay={bpay}
          amount={progress.amount}
          homePath={homePath}
          onBack={startAgain}
        />
      )}
      <HelpLine />
    </>
  )
}

/** Whether there is a result to show instead of the steps. */
export function hasResult({ progress }: PaymentHandle): boolean {
  return progress.at !== 'open' && progress.at !== 'paying'
}

function Finding() {
  return (
    <Skeleton label="Looking for your payment">
      <div className="card result stack stack--24">
        <div className="result__head">
          <Bone width="160px" height={160} round />
          <Bone width="60%" height={40} />
          <Bone width="80%" height={24} />
        </div>
        <Bone height={220} />
      </div>
    </Skeleton>
  )
}
