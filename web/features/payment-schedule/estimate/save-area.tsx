import { useId, type ReactNode } from 'react'
import type { PaymentPlan } from '#contract/payment-schedule.ts'
import { calendarDate, formatDate } from '#domain/calendar/calendar.ts'
import { planEditCutOff } from '#domain/plan/payment-schedule.ts'
import type { Region } from '#domain/region.ts'
import { Button } from '../../../ui/button/button.tsx'

type SaveAreaProps = {
  region: Region
  /** The plan that would be saved, or is. */
  plan: PaymentPlan | undefined
  /** Why it cannot be saved now; undefined when it can. */
  why: string | undefined
  isBusy: boolean
  notice: ReactNode
  onSave: () => void
}

export function SaveArea({ region, plan, why, isBusy, notice, onSave }: SaveAreaProps) {
  const id = useId()
  const isScheduled = plan !== undefined && plan.planEndDate !== null && plan.planStatus !== 'ManualReview'
  return (
    <div className="estimate__foot">
      {notice}
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
      <p className="estimate__why" id={`${id}-why`}>
        {why}
      </p>
      {isScheduled && (
        <p className="estimate__until">
          You can edit your plan until 2 business days before the first payment. That is until{' '}
          {formatDate(planEditCutOff(calendarDate(plan.planStartDate), region))}.
        </p>
      )}
    </div>
  )
}
