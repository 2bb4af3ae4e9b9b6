import { useQuery } from '@tanstack/react-query'
import type { Account } from '#contract/accounts.ts'
import type { PaymentPlan } from '#contract/payment-schedule.ts'
import { formatDate } from '#domain/calendar/calendar.ts'
import { frequencyWord, usualReviewBusinessDays } from '#domain/plan/payment-schedule.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Empty } from '../../../ui/empty/empty.tsx'
import { formatMoney } from '../../../ui/money/money.tsx'
import { CalendarArt } from '../../../ui/spot-art/calendar.tsx'
import { ReviewArt } from '../../../ui/spot-art/review.tsx'
import { formOf, type PlanForm } from '../plan-form.ts'
import { paymentsText } from '../../plan-changes/words.ts'
import { estimateQuery } from '../../plan/plan-queries.ts'

/** Stands where the estimate will, until there is enough to make one of. */
export function EstimatePrompt({ why }: { why: string | undefined }) {
  return (
    <Empty art={CalendarArt} title="Your estimated payment">
      {why ?? 'Choose a first payment date and a plan length to see what you would pay.'}
    </Empty>
  )
}

type FirstEstimateProps = { account: Account; planYear: number; onStart: (form: PlanForm) => void }

/** For a family without a plan: what one could look like, to begin with. */
export function FirstEstimate({ account, planYear, onStart }: FirstEstimateProps) {
  const { data: estimate, isPending } = useQuery(estimateQuery(account.accountId))
  const offered = estimate?.planStatus === 'Draft' && estimate.planYear === planYear ? estimate : undefined
  return (
    <>
      <EstimatePrompt why={undefined} />
      {(isPending || offered) && (
        <div className="estimate__example stack stack--10 stack--center center">
          {offered && <Example account={account} plan={offered} onStart={onStart} />}
        </div>
      )}
    </>
  )
}

function Example({
  account,
  plan,
  onStart,
}: Pick<FirstEstimateProps, 'account' | 'onStart'> & { plan: PaymentPlan }) {
  const [first] = plan.payments
  if (!first) return null
  return (
    <>
      <p className="sm muted">
        For example: {formatMoney(plan.periodicAmount, account.region)}{' '}
        {frequencyWord(plan.repaymentPeriod).toLowerCase()} from {formatDate(first.date)},{' '}
        {paymentsText(plan.payments.length)}
      </p>
      <Button look="tertiary" size="small" onClick={() => onStart(formOf(plan))}>
        Start with this
      </Button>
    </>
  )
}

const usually = `usually within ${usualReviewBusinessDays} business days`

/** Until somebody has looked at such a plan, none of its figures is promised. */
export function EstimateReview({ isWithUs, isForEveryPlan }: { isWithUs: boolean; isForEveryPlan: boolean }) {
  return (
    <Empty art={ReviewArt} title="We'll review your estimate">
      {isWithUs
        ? `We have your plan and are checking it with your school. We'll email you when it's ready, ${usually}. You can still change it until then.`
        : `Your school checks ${isForEveryPlan ? 'plans' : 'plans with these discounts'} by hand. Save your plan and we'll email you when it's ready, ${usually}.`}
    </Empty>
  )
}

/** Only the server's figures may be shown, and they are on their way. */
export function EstimateUnknown() {
  return (
    <Empty art={CalendarArt} title="Your estimated payment">
      Calculating what you would pay…
    </Empty>
  )
}
