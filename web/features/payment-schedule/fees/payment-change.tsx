import { useMemo } from 'react'
import type { PaymentPlan } from '#contract/payment-schedule.ts'
import type { StoredVariances } from '#domain/plan/fee-variances.ts'
import { frequencyWord } from '#domain/plan/payment-schedule.ts'
import { formatMoney } from '../../../ui/money/money.tsx'
import { planWith } from './fee-outcome.ts'
import type { PlannerFacts } from '../../plan/planner-facts.ts'
import './fee-dialogs.css'

type PaymentChangeProps = {
  facts: PlannerFacts
  plan: PaymentPlan | undefined
  requested: StoredVariances
}

/** What a payment would be with what is ticked so far. Whatever the school has to look at first promises no figure. */
export function PaymentChange({ facts, plan, requested }: PaymentChangeProps) {
  const next = useMemo(() => planWith(facts, plan, requested), [facts, plan, requested])
  if (!plan || !next) return null
  const { region } = facts.material
  const isPromised = plan.planStatus !== 'ManualReview'
  return (
    <p className="fee-outcome" role="status">
      <span>Your payment, {frequencyWord(next.repaymentPeriod).toLowerCase()}</span>
      {next.planStatus === 'ManualReview' ? (
        <strong>after a review</strong>
      ) : (
        <span className="num">
          {isPromised && next.periodicAmount !== plan.periodicAmount && (
            <>
              <s aria-hidden="true">{formatMoney(plan.periodicAmount, region)}</s>{' '}
            </>
          )}
          <strong>{formatMoney(next.periodicAmount, region)}</strong>
        </span>
      )}
    </p>
  )
}
