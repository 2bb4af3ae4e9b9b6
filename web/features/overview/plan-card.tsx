import { Link } from 'wouter'
import type { Account } from '#contract/accounts.ts'
import type { ActivePlan, Overview, PlanPayment } from '#contract/overview.ts'
import type { AccountSetupStatus } from '#domain/accounts.ts'
import { formatDate, formatDateCompact } from '#domain/calendar/calendar.ts'
import { frequencyWord, tuitionYearName, type PlanStatus } from '#domain/plan/payment-schedule.ts'
import { hasOverdue } from '#domain/problems.ts'
import type { Region } from '#domain/region.ts'
import { Badge } from '../../ui/badge/badge.tsx'
import { planBadge } from '../../ui/badge/plan-badge.ts'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { Fact } from '../../ui/definition-list/fact.tsx'
import { formatMoney, Money } from '../../ui/money/money.tsx'
import { PaymentDots } from '../../ui/payment-dots/payment-dots.tsx'
import { ProgressBar } from '../../ui/progress/progress.tsx'
import { Explain } from '../explanations/explain.tsx'
import { FeeBreakdown } from './fee-breakdown.tsx'
import { planButton } from './plan-button.ts'
import '../../ui/card/card.css'

type PlanCardProps = {
  account: Account
  /** A banner already leads to this plan. */
  isLinkedAbove: boolean
  overview: Overview
  setupStatus: AccountSetupStatus | undefined
}

export function PlanCard({ account, isLinkedAbove, overview, setupStatus }: PlanCardProps) {
  const { activePlan: plan, planStatus: status, config } = overview
  const badge = planBadge({
    status,
    canBeEdited: config.canEditOrAddAccountPlan,
    isTemporary: Boolean(plan?.currentTailoredPlanType),
    isHeld: overview.isOnHold,
    isOverdue: hasOverdue(overview.problems) && Boolean(plan?.payments.some(isUnpaid)),
  })
  const button = planButton(config, setupStatus, plan)
  return (
    <section className="card plan" aria-labelledby="plan">
      <div className="card__head">
        <span className="plan__title row">
          <h2 id="plan">Payment plan {tuitionYearName(plan?.tuitionYear ?? config.year, account.region)}</h2>
          {badge && <Badge tone={badge.tone}>{badge.label}</Badge>}
        </span>
        {button && !isLinkedAbove && (
          <ButtonLink look="tertiary" size="small" href="/payment-schedule">
            {button}
          </ButtonLink>
        )}
      </div>
      {plan ? (
        <PlanOfTheYear plan={plan} account={account} overview={overview} />
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

/** Another plan may be overdue while this one is not. */
const isUnpaid = ({ status, retryOn }: PlanPayment) => status === 'Failed' && retryOn === undefined

/** Before a plan runs, nothing can be paid. */
const running: readonly PlanStatus[] = ['Current', 'Completed']

const notes: Partial<Record<PlanStatus, string>> = {
  Draft: 'An estimate until you save it.',
  ManualReview: "We're reviewing this plan. You don't need to do anything.",
}

type PlanProps = { plan: ActivePlan; account: Account; overview: Overview }

function PlanOfTheYear({ plan, account, overview }: PlanProps) {
  const { planStatus: status, students } = overview
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
      {plan.payments.length > 0 && <PaymentDots dots={plan.payments} region={account.region} />}
      {overview.otherPlans.map((other) => (
        <OtherPlan key={other.tuitionYear} other={other} account={account} overview={overview} />
      ))}
      <FeeBreakdown plan={plan} known={students} region={account.region} />
      <PlanFoot account={account} overview={overview} />
    </>
  )
}

/** The note about what the figures above include. */
function PlanFoot({ account, overview }: { account: Account; overview: Overview }) {
  const { region, institutionName } = account
  const { earlyPayments: early } = overview
  const hasFailed = overview.activePlan?.payments.some(({ status }) => status === 'Failed')
  const unpaid = hasFailed ? unpaidSentence(overview, region) : null
  const hasOptions = overview.planStatus === 'Current' && overview.config.allowPaymentScheduleUpdates
  if (!unpaid && !early && !hasOptions) return null
  return (
    <div className="plan__foot stack stack--6 sm muted">
      {unpaid && <p>{unpaid}</p>}
      {hasOptions && (
        <p className="plan__options">
          <span>Month not going to plan? You can skip a payment, pay extra or ask for help.</span>{' '}
          <Link href="/payment-schedule">See your options</Link>
        </p>
      )}
      {early && (
        <p>
          You also paid <span className="num">{formatMoney(early.amount, region)}</span> early, last on{' '}
          {formatDate(early.date)}. It goes to {institutionName} and does not change your scheduled payments.{' '}
          <Link href="/transactions">See transactions</Link>
        </p>
      )}
    </div>
  )
}

type OtherPlanProps = { other: Overview['otherPlans'][number]; account: Account; overview: Overview }

/** What is left of a plan of another year, while this one runs. */
function OtherPlan({ other, account: { region }, overview }: OtherPlanProps) {
  const { tuitionYear, remaining, overdue, next, lastDate } = other
  const year = tuitionYearName(tuitionYear, region)
  const id = `plan-${tuitionYear}`
  return (
    <section className="plan__other stack stack--10 stack--start" aria-labelledby={id}>
      <div className="row row--between">
        <h3 id={id}>Your {year} plan is still open</h3>
        {overdue > 0 && <Badge tone="error">Overdue</Badge>}
      </div>
      <dl className="dl dl--tight">
        <Fact name="Still to pay">{formatMoney(remaining, region)}</Fact>
        {overdue > 0 && overdue < remaining && <Fact name="Overdue">{formatMoney(overdue, region)}</Fact>}
        {next && (
          <Fact name="Next payment">
            {formatMoney(next.amount, region)}, {formatDate(next.date)}
          </Fact>
        )}
        {lastDate && lastDate !== next?.date && <Fact name="Last payment">{formatDate(lastDate)}</Fact>}
      </dl>
      {overview.config.allowPaymentScheduleUpdates && (
        <ButtonLink look="borderless" size="small" isFlush href={`/payment-schedule?year=${tuitionYear}`}>
          View {year} plan
        </ButtonLink>
      )}
    </section>
  )
}

function unpaidSentence({ problems, otherPlans }: Overview, region: Region): string | null {
  // The problem counts what is overdue of all plans; the figures above are of this one.
  const ofOthers = otherPlans.reduce((sum, { overdue }) => sum + overdue, 0)
  for (const problem of problems) {
    if (problem.kind !== 'Overdue' && problem.kind !== 'PaymentFailed') continue
    const isOverdue = problem.kind === 'Overdue'
    const unpaid = problem.amount + problem.onItsWay - (isOverdue ? problem.fee + ofOthers : 0)
    if (Math.round(unpaid * 100) <= 0) continue
    const amount = formatMoney(unpaid, region)
    if (isOverdue && problem.items.length > 1) return `Remaining includes the ${amount} that is overdue.`
    if (problem.items.length > 1) return `Remaining includes the ${amount} that did not go through.`
    const due = isOverdue ? problem.since : problem.dueDate
    return `Remaining includes the ${amount} that was due on ${formatDate(due)}.`
  }
  return null
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
          <span className="plan__figure row">
            <span className="legend-dot sm muted">Paid so far</span>
            <Explain account={account} figure="paid-so-far" label="How what you have paid comes about" />
          </span>
          <Money amount={totalRepaid} region={region} size="medium" />
        </div>
        <div>
          <span className="plan__figure row">
            <span className="legend-dot sm muted legend-dot--rest">Remaining</span>
            <Explain account={account} figure="remaining" label="How what remains comes about" />
          </span>
          <Money amount={remainingToBeRepaid} region={region} size="medium" />
        </div>
      </div>
    </div>
  )
}
