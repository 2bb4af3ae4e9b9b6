import type { PaymentFacts } from '#contract/wire.ts'
import { formatDate } from '#domain/calendar/calendar.ts'
import { toDecimal } from '#domain/money.ts'
import type { Region } from '#domain/region.ts'
import { openChat } from '../../../support/chat.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Fact } from '../../../ui/definition-list/fact.tsx'
import { ErrorView } from '../../../support/error-view.tsx'
import { Heading } from '../../../ui/heading/heading.tsx'
import { formatMoney } from '../../../ui/money/money.tsx'
import { FailedArt } from '../../../ui/spot-art/failed.tsx'
import { ReviewArt } from '../../../ui/spot-art/review.tsx'
import { HelpLine } from './help-line.tsx'
import type { PaymentContext } from '../attempt/payment-progress.ts'
import '../../../ui/card/card.css'
import './result.css'

type PaymentFailedProps = PaymentContext & {
  region: Region
  /** Why, in the server's words. Without any, the page of all errors stands here. */
  message: string | null
  /** The payment that came before, and stands in the way. */
  first?: PaymentFacts | null
  /** Another payment is under way at this moment, and this one may still have its turn. */
  isBlocked?: boolean
  /** Absent where nothing that is chosen here can help. */
  onStartAgain?: () => void
}

export function PaymentFailed({
  region,
  message,
  first,
  input,
  about,
  isBlocked = false,
  onStartAgain,
}: PaymentFailedProps) {
  if (message === null) return <ErrorView onRetry={onStartAgain} onChat={openChat} />
  return (
    <>
      <section className="card result stack stack--24">
        <div className="result__head">
          {isBlocked ? <ReviewArt width={200} /> : <FailedArt width={200} />}
          <Heading title={isBlocked ? 'Another payment is under way' : 'Payment failed'} />
          <p>{message}</p>
        </div>
        {first ? (
          <FirstPayment region={region} payment={first} isUnderWay={isBlocked} />
        ) : (
          (input || about) && (
            <dl className="dl result__facts">
              {about && <Fact name="School">{about.schoolName}</Fact>}
              {input && <Fact name="Amount">{formatMoney(toDecimal(input.amount), region)}</Fact>}
              {about && <Fact name="Method">{about.methodName}</Fact>}
            </dl>
          )
        )}
        {onStartAgain && (
          <div className="result__actions">
            <Button size="large" onClick={onStartAgain}>
              {isBlocked ? 'Check again' : first ? 'Start again' : 'Try another method'}
            </Button>
          </div>
        )}
      </section>
      <HelpLine />
    </>
  )
}

type FirstPaymentProps = { region: Region; payment: PaymentFacts; isUnderWay: boolean }

function FirstPayment({ region, payment, isUnderWay }: FirstPaymentProps) {
  return (
    <div className="result__first stack stack--12">
      <h2>{isUnderWay ? 'The payment that is under way' : 'The payment that was made'}</h2>
      <dl className="dl result__facts">
        <Fact name="Account">{payment.accountShortId}</Fact>
        <Fact name="School">{payment.schoolName}</Fact>
        <Fact name="Date">{formatDate(payment.date)}</Fact>
        <Fact name={isUnderWay ? 'Amount' : 'Amount paid'}>{formatMoney(payment.amount, region)}</Fact>
      </dl>
    </div>
  )
}
