import type { Account } from '#contract/accounts.ts'
import type { PaymentPlan } from '#contract/payment-schedule.ts'
import { formatDate, type CalendarDate } from '#domain/calendar/calendar.ts'
import { frequencyWord } from '#domain/plan/payment-schedule.ts'
import type { Region } from '#domain/region.ts'
import { formatMoney, Money } from '../../../ui/money/money.tsx'
import { PanelArt } from '../../../ui/panel/panel-art.tsx'
import { PaymentDots } from '../../../ui/payment-dots/payment-dots.tsx'
import { AnnualBreakdown } from './annual-breakdown.tsx'
import { EstimateInsight } from './estimate-insight.tsx'
import { PaymentDates } from '../dates/payment-dates.tsx'
import { paymentsText } from '../plan-lengths.ts'
import '../../../ui/definition-list/definition-list.css'
import '../../../ui/panel/panel.css'

type EstimatePanelProps = {
  account: Account
  plan: PaymentPlan
  isSaved: boolean
  onStartOn: (date: CalendarDate) => void
}

/** What a plan comes to. */
export function EstimatePanel({ account, plan, isSaved, onStartOn }: EstimatePanelProps) {
  const { region } = account
  return (
    <>
      <div className="card panel estimate__panel">
        <PanelArt />
        <h2 className="eyebrow">Your estimated payment</h2>
        <p className="estimate__amount">
          <Money amount={plan.periodicAmount} region={region} size="hero" />
        </p>
        <Rhythm plan={plan} region={region} />
        {plan.payments.length > 0 && <PaymentDots dots={plan.payments} />}
      </div>
      <div className="estimate__facts">
        <Facts plan={plan} />
        {plan.payments.length > 0 && (
          <>
            <PaymentDates account={account} plan={plan} isSaved={isSaved} />
            <EstimateInsight account={account} plan={plan} onStartOn={onStartOn} />
          </>
        )}
        <AnnualBreakdown plan={plan} region={region} />
      </div>
    </>
  )
}

/** "fortnightly, 24 payments", and what the last one is where it differs. */
function Rhythm({ plan, region }: { plan: PaymentPlan; region: Region }) {
  const { payments, periodicAmount } = plan
  if (payments.length === 0) return <p className="muted">Nothing left to pay for {plan.planYear}</p>
  const last = payments.at(-1)?.amount ?? periodicAmount
  return (
    <p className="muted">
      {frequencyWord(plan.repaymentPeriod).toLowerCase()}, {paymentsText(payments.length)}
      {last !== periodicAmount && (
        <span className="estimate__last num">last payment {formatMoney(last, region)}</span>
      )}
    </p>
  )
}

/** The days on which money is taken: the banks may be closed on the day that was chosen. */
function Facts({ plan }: { plan: PaymentPlan }) {
  const { payments, planYear, basedOnFeeScheduleYear } = plan
  const [first] = payments
  const last = payments.at(-1)
  return (
    <>
      {first && last ? (
        <dl className="dl">
          <div>
            <dt>First payment</dt>
            <dd>{formatDate(first.date)}</dd>
          </div>
          <div>
            <dt>Last payment</dt>
            <dd>{formatDate(last.date)}</dd>
          </div>
        </dl>
      ) : (
        <p className="sm muted estimate__nothing">
          Your fees are covered, so there are no payments to schedule.
        </p>
      )}
      {basedOnFeeScheduleYear !== planYear && (
        <p className="sm muted estimate__based">Based on {basedOnFeeScheduleYear} fees</p>
      )}
    </>
  )
}
