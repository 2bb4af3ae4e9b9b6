import { Link } from 'wouter'
import type { Account } from '#contract/accounts.ts'
import type { ActivePlan, Overview } from '#contract/overview.ts'
import type { AccountSetupStatus } from '#domain/accounts.ts'
import { formatDateCompact } from '#domain/calendar/calendar.ts'
import { frequencyWord, type PlanStatus } from '#domain/plan/payment-schedule.ts'
import { Badge } from '../../ui/badge/badge.tsx'
import { planBadge } from '../../ui/badge/plan-badge.ts'
import { buttonClass } from '../../ui/button/button.tsx'
import { Money } from '../../ui/money/money.tsx'
import { PaymentDots } from '../../ui/payment-dots/payment-dots.tsx'
import { ProgressBar } from '../../ui/progress/progress.tsx'
import { Explain } from '../explanations/explain.tsx'
import { FeeBreakdown } from './fee-breakdown.tsx'
import { planButton } from './plan-button.ts'
import '../../ui/card/card.css'

type PlanCardProps = {
  account: Account
  overview: Overview
  setupStatus: AccountSetupStatus | undefined
}

export function PlanCard({ account, overview, setupStatus }: PlanCardProps) {
  const { activePlan: plan, planStatus: status, config } = overview
  const badge = planBadge({
    status,
    canBeEdited: config.canEditOrAddAccountPlan,
    isTemporary: Boolean(plan?.currentTailoredPlanType),
  })
  const button = planButton(config, setupStatus)
  return (
    <section className="card plan" aria-labelledby="plan">
      <div className="card__head">
        <span className="plan__title">
          <h2 id="plan">Payment plan {plan?.tuitionYear ?? config.year}</h2>
          {badge && <Badge tone={badge.tone}>{badge.label}</Badge>}
        </span>
        {button && (
          <Link className={buttonClass({ look: 'tertiary', size: 'small' })} href="/payment-schedule">
            <span>{button}</span>
          </Link>
        )}
      </div>
      {plan ? (
        <PlanOfTheYear plan={plan} status={status} account={account} students={overview.students} />
      ) : (
        <p className="muted">
          {button
            ? "You don't have a payment plan yet. Set one up to pay your fees in small, regular amounts."
            : "You don't have a payment plan yet."}
        </p>
      )}
    </section>
  )
}

/** Before a plan runs, nothing can be paid. */
const running: readonly PlanStatus[] = ['Current', 'Completed']

const notes: Partial<Record<PlanStatus, string>> = {
  Draft: 'An estimate until you save it.',
  ManualReview: "We're reviewing this plan. You don't need to do anything.",
}

type PlanProps = {
  plan: ActivePlan
  status: PlanStatus
  account: Account
  students: Overview['students']
}

function PlanOfTheYear({ plan, status, account, students }: PlanProps) {
  const note = notes[status]
  return (
    <>
      <div className="plan__terms">
        <p>
          <Money amount={plan.periodicAmount.amount} region={account.region} size="large" />{' '}
          <span className="muted">{frequencyWord(plan.periodicAmount.period).toLowerCase()}</span>
        </p>
        <p className="sm muted num">
          {formatDateCompact(plan.planStartDate)} – {formatDateCompact(plan.planEndDate)}
        </p>
      </div>
      {note && <p className="sm muted plan__note">{note}</p>}
      {running.includes(status) && <Paid plan={plan} account={account} />}
      {plan.payments.length > 0 && <PaymentDots dots={plan.payments} />}
      <FeeBreakdown plan={plan} known={students} region={account.region} />
    </>
  )
}

function Paid({ plan, account }: { plan: ActivePlan; account: Account }) {
  const { region } = account
  const { totalRepaid, remainingToBeRepaid } = plan
  const total = totalRepaid + remainingToBeRepaid
  return (
    <div className="progress">
      <ProgressBar label="Plan paid" percent={total > 0 ? (totalRepaid / total) * 100 : 0} />
      <div className="progress__legend">
        <div>
          <span className="plan__figure">
            <span className="legend-dot">Paid so far</span>
            <Explain account={account} figure="paid-so-far" label="How what you have paid comes about" />
          </span>
          <Money amount={totalRepaid} region={region} size="medium" />
        </div>
        <div>
          <span className="plan__figure">
            <span className="legend-dot legend-dot--rest">Remaining</span>
            <Explain account={account} figure="remaining" label="How what remains comes about" />
          </span>
          <Money amount={remainingToBeRepaid} region={region} size="medium" />
        </div>
      </div>
    </div>
  )
}
