import { useId, type ReactNode } from 'react'
import type { Account } from '#contract/accounts.ts'
import type { PaymentPlan } from '#contract/payment-schedule.ts'
import { calendarDate, formatDate } from '#domain/calendar/calendar.ts'
import { planEditCutOff } from '#domain/plan/payment-schedule.ts'
import { bankCalendarOf } from '../../plan/bank-calendar.ts'
import { Button } from '../../../ui/button/button.tsx'
import { SaveTerms } from './save-terms.tsx'

type SaveAreaProps = {
  account: Account
  /** The plan that would be saved, or is. */
  plan: PaymentPlan | undefined
  /** Why it cannot be saved now; undefined when it can. */
  why: string | undefined
  isBusy: boolean
  notice: ReactNode
  onSave: () => void
}

export function SaveArea({ account, plan, why, isBusy, notice, onSave }: SaveAreaProps) {
  const id = useId()
  const isScheduled = plan !== undefined && plan.planEndDate !== null && plan.planStatus !== 'ManualReview'
  return (
    <div className="estimate__foot">
      {notice}
      {isScheduled && plan.payments.length > 0 && <SaveTerms account={account} plan={plan} />}
      <Button
        size="large"
        isBlock
        isBusy={isBusy}
        disabled={why !== undefined && !isBusy}
        aria-describedby={why === undefined ? undefined : `${id}-why`}
        onClick={onSave}
      >
        Save
      </Button>
      <p className="estimate__why xs muted center" id={`${id}-why`}>
        {why}
      </p>
      {isScheduled && (
        <p className="estimate__until xs muted center">
          You can edit your plan until 2 business days before the first payment. That is until{' '}
          {formatDate(planEditCutOff(calendarDate(plan.planStartDate), bankCalendarOf(account.region)))}.
        </p>
      )}
    </div>
  )
}
