import type { ActivePlan } from '#contract/overview.ts'
import { formatDateCompact } from '#domain/calendar.ts'
import { frequencyWord, type PlanStatus } from '#domain/payment-schedule.ts'
import type { Region } from '#domain/region.ts'
import { Badge } from '../../ui/badge/badge.tsx'
import { Money } from '../../ui/money/money.tsx'
import { ProgressBar } from '../../ui/progress/progress.tsx'
import { planBadge } from './plan-badge.ts'
import '../../ui/card/card.css'

type PlanCardProps = { plan: ActivePlan; status: PlanStatus; canBeEdited: boolean; region: Region }

export function PlanCard({ plan, status, canBeEdited, region }: PlanCardProps) {
  const badge = planBadge({ status, canBeEdited, isTemporary: Boolean(plan.currentTailoredPlanType) })
  const total = plan.totalRepaid + plan.remainingToBeRepaid
  return (
    <section className="card plan" aria-labelledby="plan">
      <div className="plan__head">
        <h2 id="plan">Payment plan {plan.tuitionYear}</h2>
        {badge && <Badge tone={badge.tone}>{badge.label}</Badge>}
      </div>
      <div className="plan__terms">
        <p>
          <Money amount={plan.periodicAmount.amount} region={region} size="large" />{' '}
          <span className="muted">{frequencyWord(plan.periodicAmount.period).toLowerCase()}</span>
        </p>
        <p className="sm muted num">
          {formatDateCompact(plan.planStartDate)} – {formatDateCompact(plan.planEndDate)}
        </p>
      </div>
      <div className="progress">
        <ProgressBar label="Plan paid" percent={total > 0 ? (plan.totalRepaid / total) * 100 : 0} />
        <div className="progress__legend">
          <div>
            <span className="legend-dot">Paid so far</span>
            <Money amount={plan.totalRepaid} region={region} size="medium" />
          </div>
          <div>
            <span className="legend-dot legend-dot--rest">Remaining</span>
            <Money amount={plan.remainingToBeRepaid} region={region} size="medium" />
          </div>
        </div>
      </div>
    </section>
  )
}
