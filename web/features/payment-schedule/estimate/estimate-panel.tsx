import { memo } from 'react'
import type { Account } from '#contract/accounts.ts'
import type { PaymentPlan } from '#contract/payment-schedule.ts'
import { calendarDate, formatDate, type CalendarDate } from '#domain/calendar/calendar.ts'
import { dueNote } from '#domain/calendar/calendar-file.ts'
import { frequencyWord, tuitionYearName } from '#domain/plan/payment-schedule.ts'
import type { Region } from '#domain/region.ts'
import { bankCalendarOf } from '../../plan/bank-calendar.ts'
import { Fact } from '../../../ui/definition-list/fact.tsx'
import { formatMoney, Money } from '../../../ui/money/money.tsx'
import { PanelArt } from '../../../ui/panel/panel-art.tsx'
import { PaymentDots } from '../../../ui/payment-dots/payment-dots.tsx'
import { AnnualBreakdown } from './annual-breakdown.tsx'
import { EstimateInsight } from './estimate-insight.tsx'
import { PaymentDates } from '../dates/payment-dates.tsx'
import { paymentsText } from '../../plan-changes/words.ts'
import '../../../ui/panel/panel.css'

/** The amounts of a plan that one agrees to by saving it. */
export function EstimatePanel({ region, plan }: { region: Region; plan: PaymentPlan }) {
  return (
    <>
      <div className="card panel estimate__panel">
        <PanelArt />
        <h2 className="eyebrow">Your estimated payment</h2>
        <p className="estimate__amount">
          <Money amount={plan.periodicAmount} region={region} size="hero" />
        </p>
        <Rhythm plan={plan} region={region} />
        {plan.payments.length > 0 && <PaymentDots dots={plan.payments} region={region} />}
      </div>
      <div className="estimate__facts stack stack--12">
        <Facts plan={plan} region={region} />
      </div>
    </>
  )
}

type EstimateDetailsProps = {
  account: Account
  plan: PaymentPlan
  isSaved: boolean
  onStartOn: (date: CalendarDate) => void
}

/** The details behind the estimate. */
export const EstimateDetails = memo(function EstimateDetails(props: EstimateDetailsProps) {
  const { account, plan, isSaved, onStartOn } = props
  return (
    <div className="estimate__facts stack stack--12 estimate__details">
      {plan.payments.length > 0 && (
        <>
          <PaymentDates account={account} plan={plan} isSaved={isSaved} />
          <EstimateInsight account={account} plan={plan} onStartOn={onStartOn} />
        </>
      )}
      <AnnualBreakdown plan={plan} region={account.region} />
    </div>
  )
})

/** "fortnightly, 24 payments", and what the last one is where it differs. */
function Rhythm({ plan, region }: { plan: PaymentPlan; region: Region }) {
  const { payments, periodicAmount } = plan
  if (payments.length === 0)
    return <p className="muted">Nothing left to pay for {tuitionYearName(plan.planYear, region)}</p>
  const last = payments.at(-1)?.amount ?? periodicAmount
  return (
    <p className="muted">
      {frequencyWord(plan.repaymentPeriod).toLowerCase()}, {paymentsText(payments.length)}
      {last !== periodicAmount && (
        <span className="estimate__last sm num">last payment {formatMoney(last, region)}</span>
      )}
    </p>
  )
}

/** The days on which money is taken: the banks may be closed on the day that was chosen. */
function Facts({ plan, region }: { plan: PaymentPlan; region: Region }) {
  const { payments, planYear, basedOnFeeScheduleYear } = plan
  const [first] = payments
  const last = payments.at(-1)
  return (
    <>
      {first && last ? (
        <dl className="dl">
          <Fact name="First payment" help={<MovedFrom payment={first} region={region} />}>
            {formatDate(first.date)}
          </Fact>
          <Fact name="Last payment" help={<MovedFrom payment={last} region={region} />}>
            {formatDate(last.date)}
          </Fact>
        </dl>
      ) : (
        <p className="sm muted estimate__nothing">
          Your fees are covered, so there are no payments to schedule.
        </p>
      )}
      {basedOnFeeScheduleYear !== planYear && (
        <p className="sm muted">Based on {tuitionYearName(basedOnFeeScheduleYear, region)} fees</p>
      )}
    </>
  )
}

type MovedFromProps = { payment: PaymentPlan['payments'][number]; region: Region }

/** Why it is collected on another day than the one that was chosen. */
function MovedFrom({ payment: { dueDate, date }, region }: MovedFromProps) {
  const note = dueNote(calendarDate(dueDate), calendarDate(date), bankCalendarOf(region))
  return note && <small className="estimate__moved xs">{note}</small>
}
