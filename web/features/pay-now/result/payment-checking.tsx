import { useEffect, useState } from 'react'
import { toDecimal } from '#domain/money.ts'
import type { Region } from '#domain/region.ts'
import { useOnline } from '../../../session/connection.ts'
import { Fact } from '../../../ui/definition-list/fact.tsx'
import { Heading } from '../../../ui/heading/heading.tsx'
import { formatMoney } from '../../../ui/money/money.tsx'
import { ReviewArt } from '../../../ui/spot-art/review.tsx'
import type { PaymentContext } from '../attempt/payment-progress.ts'
import '../../../ui/card/card.css'
import './result.css'

/** By then nobody should have to stay. */
const longMs = 120_000

/** Nobody knows yet what became of a payment. The page finds out by itself. */
export function PaymentChecking({ region, input, about }: PaymentContext & { region: Region }) {
  const isOnline = useOnline()
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), longMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <section className="card result stack stack--24">
      <div className="result__head">
        <ReviewArt width={200} />
        <Heading title="Checking your payment" />
        <p role="status">We are checking your payment. You will not be charged twice.</p>
        <div className="result__progress" aria-hidden="true" />
        <div className="stack stack--8 stack--center" role="status">
          {!isOnline && <p>You are offline. We go on checking as soon as you are connected again.</p>}
          {isLong && (
            <p>
              This is taking longer than usual. We will email as soon as we know. It is safe to close this
              page.
            </p>
          )}
        </div>
      </div>
      {(input || about) && (
        <dl className="dl result__facts">
          {about && <Fact name="School">{about.schoolName}</Fact>}
          {input && <Fact name="Amount">{formatMoney(toDecimal(input.amount), region)}</Fact>}
          {about && <Fact name="Method">{about.methodName}</Fact>}
        </dl>
      )}
    </section>
  )
}
