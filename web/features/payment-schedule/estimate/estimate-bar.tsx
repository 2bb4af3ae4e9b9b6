import { useEffect, useState, type RefObject } from 'react'
import type { PaymentPlan } from '#contract/payment-schedule.ts'
import { frequencyWord } from '#domain/plan/payment-schedule.ts'
import type { Region } from '#domain/region.ts'
import { LinkButton } from '../../../ui/button/button.tsx'
import { formatMoney } from '../../../ui/money/money.tsx'
import { paymentsText } from '../../plan-changes/words.ts'

type EstimateBarProps = {
  plan: PaymentPlan | undefined
  region: Region
  /** The estimate itself, below the form where the screen is narrow. */
  estimate: RefObject<HTMLElement | null>
}

/** Keeps the amount in sight while the estimate is not. */
export function EstimateBar({ plan, region, estimate }: EstimateBarProps) {
  const isBelow = useIsBelow(estimate)
  if (!isBelow || !plan || plan.payments.length === 0) return null
  return (
    <div className="estimate-bar">
      <p>
        <strong className="num">{formatMoney(plan.periodicAmount, region)}</strong>{' '}
        <span className="sm muted">
          {frequencyWord(plan.repaymentPeriod).toLowerCase()}, {paymentsText(plan.payments.length)}
        </span>
      </p>
      <LinkButton
        onClick={() => {
          estimate.current?.scrollIntoView({ block: 'start' })
          estimate.current?.focus({ preventScroll: true })
        }}
      >
        See estimate
      </LinkButton>
    </div>
  )
}

function useIsBelow(element: RefObject<HTMLElement | null>): boolean {
  const [isBelow, setBelow] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(([entry]) => {
      if (entry) setBelow(!entry.isIntersecting && entry.boundingClientRect.top > 0)
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isBelow
}
