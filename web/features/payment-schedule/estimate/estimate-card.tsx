import { memo, useCallback, type RefObject } from 'react'
import type { Account } from '#contract/accounts.ts'
import type { PaymentPlan } from '#contract/payment-schedule.ts'
import type { CalendarDate } from '#domain/calendar/calendar.ts'
import { frequencyWord } from '#domain/plan/payment-schedule.ts'
import type { Region } from '#domain/region.ts'
import { formatMoney } from '../../../ui/money/money.tsx'
import { EstimateDetails, EstimatePanel } from './estimate-panel.tsx'
import { EstimatePrompt, EstimateReview, EstimateUnknown, FirstEstimate } from './estimate-prompt.tsx'
import type { PlannerFacts } from '../../plan/planner-facts.ts'
import { paymentsText } from '../../plan-changes/words.ts'
import { SaveArea } from './save-area.tsx'
import { ClosedMeanwhile, Overtaken, SaveNotice, SavingFailed } from './save-notices.tsx'
import { planIn, type LivePlan } from '../use-live-plan.ts'
import type { PlannerState } from '../use-planner.ts'

type EstimateCardProps = {
  account: Account
  facts: PlannerFacts
  planner: PlannerState
  /** What is shown of it: a frame behind what is chosen, which must be seen first. */
  drawn: LivePlan
  ref: RefObject<HTMLElement | null>
}

/** The estimate for the choices, and the button that saves it as a plan. */
export function EstimateCard({ account, facts, planner, drawn, ref }: EstimateCardProps) {
  const { live, kept, stored, form, why, isBusy, save, change } = planner
  const plan = planIn(live)
  const shown = planIn(drawn)
  const onStartOn = useCallback((startDate: CalendarDate) => change({ startDate }), [change])
  const isCertain = live.kind === 'plan' && live.check.kind === 'confirmed' && !kept
  const isOld = live.kind === 'incomplete' && drawn.kind === 'plan'
  return (
    <section
      className={`card card--flush split__aside estimate${isOld ? ' estimate--old' : ''}`}
      aria-busy={isOld}
      aria-label="Your estimated payment"
      tabIndex={-1}
      ref={ref}
    >
      <Estimate
        account={account}
        facts={facts}
        live={drawn}
        kept={kept}
        planYear={form.planYear}
        isUntouched={!stored && form.startDate === null && form.count === 0}
        onChange={change}
      />
      <p className="sr" role="status">
        {isCertain && plan && saidOf(plan, account.region)}
      </p>
      <SaveArea
        account={account}
        plan={plan}
        why={why}
        isBusy={isBusy}
        onSave={save}
        notice={<Notices region={account.region} facts={facts} planner={planner} />}
      />
      {shown && shown.planStatus !== 'ManualReview' && (
        <EstimateDetails account={account} plan={shown} isSaved={shown === kept} onStartOn={onStartOn} />
      )}
    </section>
  )
}

type EstimateProps = Pick<EstimateCardProps, 'account' | 'facts'> & {
  live: LivePlan
  kept: PaymentPlan | undefined
  planYear: number
  /** Nothing is saved or chosen yet. */
  isUntouched: boolean
  onChange: PlannerState['change']
}

const Estimate = memo(function Estimate(props: EstimateProps) {
  const { account, facts, live, kept, planYear, isUntouched, onChange } = props
  if (live.kind === 'refused') return <EstimatePrompt why={live.msg} />
  if (live.kind === 'incomplete') {
    if (!isUntouched) return <EstimatePrompt why={undefined} />
    return <FirstEstimate account={account} planYear={planYear} onStart={onChange} />
  }
  const { plan } = live
  if (!plan) return <EstimateUnknown />
  const isKept = plan === kept
  if (plan.planStatus === 'ManualReview')
    return <EstimateReview isWithUs={isKept} isForEveryPlan={facts.offer.requiresManualReview} />
  return <EstimatePanel region={account.region} plan={plan} />
})

type NoticesProps = { region: Region; facts: PlannerFacts; planner: PlannerState }

/** What stands in the way comes before how the last save ended. */
function Notices({ region, facts, planner }: NoticesProps) {
  const { live, stored, isOvertaken, outcome, keepChoices, showSaved } = planner
  if (facts.whyNotEditable !== null)
    return <ClosedMeanwhile why={facts.whyNotEditable} onShowSaved={showSaved} />
  if (isOvertaken)
    return <Overtaken region={region} plan={stored} onKeep={keepChoices} onShowSaved={showSaved} />
  if (live.kind === 'plan' && live.check.kind === 'failed') return <SavingFailed onRetry={live.check.retry} />
  return <SaveNotice outcome={outcome} />
}

/** For those who do not see the figures change: once they are certain. */
function saidOf({ planStatus, periodicAmount, repaymentPeriod, payments }: PaymentPlan, region: Region) {
  if (planStatus === 'ManualReview') return "We'll review your estimate"
  const rhythm = frequencyWord(repaymentPeriod).toLowerCase()
  return `Estimated payment ${formatMoney(periodicAmount, region)} ${rhythm}, ${paymentsText(payments.length)}`
}
