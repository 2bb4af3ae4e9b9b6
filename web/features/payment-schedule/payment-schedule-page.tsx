import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useSearchParams } from 'wouter'
import type { Account } from '#contract/accounts.ts'
import { isSame } from '#domain/plan/fee-variances.ts'
import { tuitionYearName } from '#domain/plan/payment-schedule.ts'
import { useDraft } from '../../session/draft.ts'
import { DraftNote } from '../../ui/alert/draft-note.tsx'
import { ErrorBoundary, FailedPage, type Failure } from '../../support/error-boundary.tsx'
import { LeaveWarning } from '../../ui/leave-warning/leave-warning.tsx'
import { PlanBlocked } from '../../support/plan-blocked.tsx'
import { EmptyCard } from '../../ui/empty/empty.tsx'
import { PageHeader } from '../../ui/page-header/page-header.tsx'
import { PhoneOrEmail } from '../../support/phone-or-email.tsx'
import { CalendarArt } from '../../ui/spot-art/calendar.tsx'
import { HoldNotice } from '../care/hold-notice.tsx'
import { OutstandingFees } from './estimate/outstanding-fees.tsx'
import { PaymentsCard } from './payments-card.tsx'
import { ScheduleSkeleton } from './payment-schedule-skeleton.tsx'
import { requestOf, startingForm, type ChangedPlan } from './plan-form.ts'
import { LastYear } from './last-year.tsx'
import { NextYear } from './next-year.tsx'
import { Planner } from './planner.tsx'
import type { PlanOfYear } from '../plan/plan-queries.ts'
import { RunningPlan } from './running/running-plan.tsx'
import { isToLookAt, useShown } from './use-shown.ts'
import { yearIn } from '../plan/year-in-address.ts'
import { YearSelect, type YearChoice } from './year-select.tsx'
import '../../ui/split/split.css'
import './payment-schedule.css'

export function PaymentSchedulePage({ account }: { account: Account }) {
  return (
    <ErrorBoundary standIn={FailedSchedule}>
      <Schedule account={account} />
    </ErrorBoundary>
  )
}

/** Plan, fees and offer must be of one moment, so all of it is loaded anew. */
function FailedSchedule({ error }: Failure) {
  return <FailedPage error={error} onRetry={() => location.reload()} />
}

/** The changed forms by year, so that switching to another year and back loses nothing. */
type Forms = Record<number, ChangedPlan | undefined>

const noForms: Forms = {}

function Schedule({ account }: { account: Account }) {
  const [search, setSearch] = useSearchParams()
  const asked = yearIn(search)
  const shown = useShown(account.accountId, asked)
  const [forms, setForms, isKept] = useDraft<Forms>(account.accountId, 'plan', noForms)
  const isUnsaved =
    shown?.schedule.planStatus === 'Draft' ||
    Object.values(forms).some((changed) => changed && requestOf(changed.form, null) !== undefined)
  const isLookedAt = shown && isToLookAt(shown) && !forms[shown.schedule.planYear]
  useYearFocus(shown?.schedule.planYear)
  const years = useMemo(() => (shown ? yearsOf(shown) : []), [shown])
  const onChoose = useCallback(
    (year: number) => setSearch({ year: String(year) }, { replace: true }),
    [setSearch],
  )
  const choice = shown && { year: asked ?? shown.schedule.planYear, years, onChoose }
  return (
    <>
      <PageHeader
        title="Customise your payment schedule"
        lead={
          isLookedAt
            ? `Your ${tuitionYearName(shown.schedule.planYear, account.region)} plan with ${account.institutionName}.`
            : 'Choose how often you pay and when you start. Your estimate updates as you go.'
        }
        actions={
          isLookedAt &&
          choice &&
          choice.years.length > 1 && <YearSelect region={account.region} {...choice} />
        }
      />
      <HoldNotice account={account} />
      <LeaveWarning isUnsaved={isUnsaved} />
      {isKept && <DraftNote onStartOver={() => setForms(noForms)} />}
      {shown && choice ? (
        // What is chosen while another year is on its way would be chosen for the wrong one.
        <div className="schedule" inert={choice.year !== shown.schedule.planYear}>
          <View
            account={account}
            shown={shown}
            asked={asked}
            choice={choice}
            forms={forms}
            onChange={setForms}
          />
        </div>
      ) : (
        <ScheduleSkeleton />
      )}
    </>
  )
}

/** To look at a plan takes another page than to change it, and the select that led there is not on it. */
function useYearFocus(planYear: number | undefined) {
  const before = useRef(planYear)
  useEffect(() => {
    const isAnother = before.current !== undefined && before.current !== planYear
    before.current = planYear
    if (!isAnother || document.activeElement !== document.body) return
    document.querySelector<HTMLElement>('.schedule__year select')?.focus()
  }, [planYear])
}

function yearsOf({ schedule, facts }: PlanOfYear): number[] {
  const offered = facts.offer.planYearOptions.map(({ tuitionYear }) => tuitionYear)
  return [...new Set([...offered, schedule.planYear])].toSorted((a, b) => b - a)
}

type ViewProps = {
  account: Account
  shown: PlanOfYear
  /** The year in the address, where there is one. */
  asked: number | undefined
  choice: YearChoice
  forms: Forms
  onChange: (change: (forms: Forms) => Forms) => void
}

/** The state of the year's plan decides: to look at, to change, or to make. */
function View(props: ViewProps) {
  const { account, shown, asked, forms } = props
  const { schedule, facts, flexible, beside } = shown
  const { planYear } = schedule
  if (!isToLookAt(shown) || forms[planYear]) {
    const isOffered = facts.offer.planYearOptions.some(({ tuitionYear }) => tuitionYear === planYear)
    if (schedule.planStatus === 'None' && !isOffered)
      return <NothingOffered year={tuitionYearName(planYear, account.region)} />
    return <PlannerOfYear {...props} />
  }
  if (schedule.planStatus === 'None') return <NoPlan account={account} />
  return (
    <>
      {beside && <NextYear account={account} facts={facts} next={beside} />}
      {flexible ? (
        <RunningPlan account={account} shown={shown} plan={schedule} flexible={flexible} year={asked} />
      ) : (
        <PaymentsCard account={account} plan={schedule} />
      )}
      <OutstandingFees plan={schedule} region={account.region} />
    </>
  )
}

function PlannerOfYear({ account, shown, choice, forms, onChange }: ViewProps) {
  const { schedule, facts, beside } = shown
  const { planYear } = schedule
  return (
    <>
      {beside && beside.planStatus !== 'None' && (
        <LastYear account={account} plan={beside} thisYear={planYear} />
      )}
      <Planner
        account={account}
        schedule={schedule}
        facts={facts}
        year={choice}
        changed={forms[planYear]}
        onChange={(changed) =>
          onChange((all) => ({
            ...all,
            // As it was before: then there is nothing to save, and nothing to lose.
            [planYear]: changed && isSame(changed.form, startingForm(schedule)) ? undefined : changed,
          }))
        }
      />
    </>
  )
}

function NothingOffered({ year }: { year: string }) {
  return (
    <EmptyCard art={CalendarArt} title={`No plan for ${year} yet`}>
      There is nothing to do now. You can make a plan once your school offers the next school year.
    </EmptyCard>
  )
}

function NoPlan({ account }: { account: Account }) {
  return (
    <>
      {!account.config.canEditOrAddAccountPlan && <PlanBlocked />}
      <EmptyCard art={CalendarArt} title="You don't have a payment plan yet">
        Our team sets up plans for this account. Call <PhoneOrEmail />.
      </EmptyCard>
    </>
  )
}
