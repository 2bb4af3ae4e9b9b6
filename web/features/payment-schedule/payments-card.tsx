import { Link } from 'wouter'
import type { Account } from '#contract/accounts.ts'
import type { PaymentPlan } from '#contract/payment-schedule.ts'
import { calendarDate, formatDate } from '#domain/calendar/calendar.ts'
import { frequencyWord, offeredFrequencies, planEditCutOff } from '#domain/plan/payment-schedule.ts'
import type { Region } from '#domain/region.ts'
import { Card } from '../../ui/card/card.tsx'
import { bankCalendarOf } from '../plan/bank-calendar.ts'
import { Fact } from '../../ui/definition-list/fact.tsx'
import { Alert } from '../../ui/alert/alert.tsx'
import { PlanBlocked } from '../../support/plan-blocked.tsx'
import { Badge } from '../../ui/badge/badge.tsx'
import { planBadge } from '../../ui/badge/plan-badge.ts'
import { formatMoney, Money } from '../../ui/money/money.tsx'
import { PaymentDots } from '../../ui/payment-dots/payment-dots.tsx'
import { AnnualBreakdown } from './estimate/annual-breakdown.tsx'
import { ChangeNote } from './change-note.tsx'
import { PaymentDates } from './dates/payment-dates.tsx'
import { whyReadOnly } from './why-read-only.ts'
import './payments-card.css'

export type PaymentsCardProps = { account: Account; plan: PaymentPlan }

/** A plan that can only be looked at: it is about to begin, has ended, or staff keep it. */
export function PaymentsCard({ account, plan }: PaymentsCardProps) {
  const why = whyReadOnly(account.config, plan)
  return (
    <>
      {why === 'blocked' && <PlanBlocked />}
      {why === 'closed' && <Closed plan={plan} region={account.region} />}
      <div className="grid-dash">
        <div className="col">
          <Payments account={account} plan={plan} />
        </div>
        <div className="col">
          <ChangeNote why={why} />
        </div>
      </div>
    </>
  )
}

function Closed({ plan, region }: { plan: PaymentPlan; region: Region }) {
  const [first] = plan.payments
  const lastDay = planEditCutOff(calendarDate(plan.planStartDate), bankCalendarOf(region))
  return (
    <Alert variant="info">
      Changes closed on {formatDate(lastDay)}
      {first && `: your first payment is on ${formatDate(first.date)}`}.
    </Alert>
  )
}

/** The payments of a plan, made and to come. */
export function Payments({ account, plan }: PaymentsCardProps) {
  const { region } = account
  return (
    <Card title="Payments" className="payments" aside={<StandingBadge account={account} plan={plan} />}>
      {plan.payments.length === 0 ? (
        <p className="muted">{nothingToShow(plan)}</p>
      ) : (
        <>
          <p>
            <Money amount={plan.periodicAmount} region={region} size="large" />{' '}
            <span className="muted">
              {plan.payments.length === 1
                ? 'in one payment'
                : frequencyWord(plan.repaymentPeriod).toLowerCase()}
            </span>
          </p>
          {plan.temporaryUntil !== null && (
            <p className="sm muted">A temporary plan until {formatDate(plan.temporaryUntil)}.</p>
          )}
          <Failed plan={plan} region={region} />
          <PaymentDots dots={plan.payments} region={region} />
          <Dates plan={plan} region={region} />
          <PaymentDates account={account} plan={plan} isSaved={plan.planStatus !== 'Draft'} />
          <AnnualBreakdown plan={plan} region={region} />
        </>
      )}
    </Card>
  )
}

/** How the plan stands, in a word. */
export function StandingBadge({ account, plan }: PaymentsCardProps) {
  const badge = planBadge({
    status: plan.planStatus,
    isTemporary: plan.temporaryUntil !== null,
    isHeld: plan.payments.some(({ status }) => status === 'Held'),
    canBeEdited: account.config.canEditOrAddAccountPlan,
    isOverdue: plan.payments.some(({ status, retryOn }) => status === 'Failed' && retryOn === undefined),
  })
  return badge && <Badge tone={badge.tone}>{badge.label}</Badge>
}

function nothingToShow({ planStatus }: PaymentPlan): string {
  return planStatus === 'ManualReview'
    ? "We're reviewing this plan. You don't need to do anything."
    : 'There is nothing left to pay.'
}

function Dates({ plan, region }: { plan: PaymentPlan; region: Region }) {
  const { repaymentsMade } = plan
  const payments = plan.payments.filter(({ isExtra }) => !isExtra)
  const [first] = payments
  const last = payments.at(-1)
  const next = payments.find(({ status }) => status === 'Next')
  const isOnlyOne = payments.length === 1
  // A rhythm that only our people set deserves a line of its own.
  const isOffered = offeredFrequencies.some((offered) => offered === plan.repaymentPeriod)
  return (
    <dl className="dl">
      {!isOffered && !isOnlyOne && (
        <Fact name="Payment frequency">{frequencyWord(plan.repaymentPeriod)}</Fact>
      )}
      {first && <Fact name={isOnlyOne ? 'Payment' : 'First payment'}>{formatDate(first.date)}</Fact>}
      {next && !isOnlyOne && (
        <Fact name="Next payment">
          {formatDate(next.date)}
          {next.debit && `: ${withSurcharge(next.debit, region)}`}
        </Fact>
      )}
      {payments
        .filter(({ status }) => status === 'Pending')
        .map(({ date, amount }) => (
          <Fact name="In progress" key={date}>
            {formatMoney(amount, region)}, {formatDate(date)}
          </Fact>
        ))}
      {last && !isOnlyOne && (
        <Fact name="Last payment">
          {formatDate(last.date)}
          {last.amount !== plan.periodicAmount && `, ${formatMoney(last.amount, region)}`}
        </Fact>
      )}
      <Fact name="Payments made">
        {repaymentsMade} of {payments.length}
      </Fact>
    </dl>
  )
}

type Debit = NonNullable<PaymentPlan['payments'][number]['debit']>

/** "$1,301.39 with the card surcharge of $12.89" */
export const withSurcharge = ({ total, surcharge }: Debit, region: Region) =>
  `${formatMoney(total, region)} with the card surcharge of ${formatMoney(surcharge, region)}`

/** When it is tried again, or how else it can be paid, is for the Overview to say. */
export function Failed({ plan, region }: { plan: PaymentPlan; region: Region }) {
  const failed = plan.payments.filter(({ status }) => status === 'Failed')
  if (failed.length === 0) return null
  const each = failed.map(
    ({ dueDate, amount }) => `${formatMoney(amount, region)} due on ${formatDate(dueDate)}`,
  )
  return (
    <Alert
      variant="warning"
      title={failed.length === 1 ? 'A payment failed' : `${failed.length} payments failed`}
    >
      {each.join(', ')}. <Link href="/">Your overview</Link> says what happens next.
    </Alert>
  )
}
