import type { PaymentPlan } from '#contract/payment-schedule.ts'
import type { Region } from '#domain/region.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { formatMoney } from '../../../ui/money/money.tsx'

/** The debt to the school that the plan does not collect. */
export function OutstandingFees({ plan, region }: { plan: PaymentPlan | undefined; region: Region }) {
  if (!plan || plan.outstandingFees <= 0 || plan.outstandingFeesCovered) return null
  return (
    <Alert variant="warning" title="Outstanding fees not included">
      {formatMoney(plan.outstandingFees, region)} in outstanding fees cannot be included in your payment
      schedule. We encourage you to pay these directly to your school.
    </Alert>
  )
}
