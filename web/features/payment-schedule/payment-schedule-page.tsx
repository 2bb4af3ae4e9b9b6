import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'wouter'
import type { Account } from '#contract/accounts.ts'
import type { PaymentSchedule } from '#contract/payment-schedule.ts'
import { isSame } from '#domain/plan/fee-variances.ts'
import { useSupport } from '../../session/settings.ts'
import { ErrorBoundary, FailedPage, type Failure } from '../../app/error-boundary.tsx'
import { LeaveWarning } from '../../app/leave-warning/leave-warning.tsx'
import { PlanBlocked } from '../../ui/alert/plan-blocked.tsx'
import { Empty } from '../../ui/empty/empty.tsx'
import { PageHeader } from '../../ui/page-header/page-header.tsx'
import { CalendarArt } from '../../ui/spot-art/calendar.tsx'
import type { PlannerFacts } from './planner-facts.ts'
import { OutstandingFees } from './estimate/outstanding-fees.tsx'
import { PaymentsCard } from './payments-card.tsx'
import { ScheduleSkeleton } from './payment-schedule-skeleton.tsx'
import { requestOf, startingForm, type ChangedPlan } from './plan-form.ts'
import { materialQuery, scheduleQuery } from './plan-queries.ts'
import { Planner } from './planner.tsx'
import { yearIn } from './year-in-address.ts'
import { YearSelect, type YearChoice } from './year-select.tsx'
import '../../ui/card/card.css'
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

type OfYear = { schedule: PaymentSchedule; facts: PlannerFacts }

/** What was changed, by year: nothing of it gets lost on the way to another year and back. */
type Forms = Record<number, ChangedPlan | undefined>

function Schedule({ account }: { account: Account }) {
  const [search, setSearch] = useSearchParams()
  const asked = yearIn(search)
  const shown = useOfYear(account.accountId, asked)
  const [forms, setForms] = useState<Forms>({})
  const isUnsaved =
    shown?.schedule.planStatus === 'Draft' ||
    Object.values(forms).some((changed) => changed && requestOf(changed.form, null) !== undefined)
  const isToLookAt = shown && isFixed(shown) && !forms[shown.schedule.planYear]
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
          isToLookAt
            ? `Your ${shown.schedule.planYear} plan with ${account.institutionName}.`
            : 'Choose how often you pay and when you start. Your estimate updates as you go.'
        }
        actions={isToLookAt && choice && choice.years.length > 1 && <YearSelect {...choice} />}
      />
      <LeaveWarning isUnsaved={isUnsaved} />
      {shown && choice ? (
        // What is chosen while another year is on its way would be chosen for the wrong one.
        <div className="schedule" inert={choice.year !== shown.schedule.planYear}>
          <View account={account} shown={shown} choice={choice} forms={forms} onChange={setForms} />
        </div>
      ) : (
        <ScheduleSkeleton />
      )}
    </>
  )
}

/** The plan of a year with what it is calculated from; while another year is on its way, still the last one. */
function useOfYear(accountId: string, asked: number | undefined): OfYear | undefined {
  const { data: schedule } = useQuery(scheduleQuery(accountId, asked))
  const { data: facts } = useQuery({
    ...materialQuery(accountId, schedule?.planYear ?? 0),
    enabled: schedule !== undefined,
  })
  const [last, setLast] = useState<OfYear>()
  if (!schedule || !facts) return last
  if (last?.schedule === schedule && last.facts === facts) return last
  const now = { schedule, facts }
  setLast(now)
  return now
}

/** To look at a plan takes another page than to change it, and the select that led there is not on it. */
function useYearFocus(planYear: number | undefined) {
  const before = useRef(planYear)
  useEffect(() => {
    const isAnother = before.current !== undefined && before.current !== planYear
    before.current = planYear
    if (!isAnother || document.activeElement !== document.body) return
    document.querySelector<HTMLElement>('.schedule__year button')?.focus()
  }, [planYear])
}

function isFixed({ schedule, facts }: OfYear): boolean {
  return facts.whyNotEditable !== null || ['Current', 'Completed'].includes(schedule.planStatus)
}

function yearsOf({ schedule, facts }: OfYear): number[] {
  const offered = facts.offer.planYearOptions.map(({ tuitionYear }) => tuitionYear)
  return [...new Set([...offered, schedule.planYear])].toSorted((a, b) => b - a)
}

type ViewProps = {
  account: Account
  shown: OfYear
  choice: YearChoice
  forms: Forms
  onChange: (change: (forms: Forms) => Forms) => void
}

/** The state of the year's plan decides: to look at, to change, or to make. */
function View(props: ViewProps) {
  const { account, shown, choice, forms } = props
  const { schedule, facts } = shown
  const { planYear } = schedule
  if (!isFixed(shown) || forms[planYear]) {
    const isOffered = facts.offer.planYearOptions.some(({ tuitionYear }) => tuitionYear === planYear)
    if (schedule.planStatus === 'None' && !isOffered) return <NothingOffered year={planYear} />
    return <PlannerOfYear {...props} />
  }
  if (schedule.planStatus === 'None') return <NoPlan account={account} />
  const next = facts.offer.planYearOptions.find(({ tuitionYear }) => tuitionYear > planYear)
  return (
    <>
      <PaymentsCard account={account} plan={schedule} />
      <OutstandingFees plan={schedule} region={account.region} />
      {schedule.planStatus === 'Completed' && next && (
        <NextYear {...props} choice={{ ...choice, year: next.tuitionYear }} year={next.tuitionYear} />
      )}
    </>
  )
}

function PlannerOfYear({ account, shown, choice, forms, onChange }: ViewProps) {
  const { schedule, facts } = shown
  const { planYear } = schedule
  return (
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
  )
}

/** Below a plan that has run its course, the one for the year to come, unless it cannot be changed either. */
function NextYear({ year, ...props }: ViewProps & { year: number }) {
  const next = useOfYear(props.account.accountId, year)
  if (!next || isFixed(next)) return null
  return (
    <>
      <h2 className="schedule__next">Your plan for {year}</h2>
      <PlannerOfYear {...props} shown={next} />
    </>
  )
}

function NothingOffered({ year }: { year: number }) {
  return (
    <div className="card">
      <Empty art={CalendarArt} title={`No plan for ${year} yet`}>
        There is nothing to do now. You can make a plan once your school offers the next school year.
      </Empty>
    </div>
  )
}

function NoPlan({ account }: { account: Account }) {
  const support = useSupport()
  return (
    <>
      {!account.config.canEditOrAddAccountPlan && <PlanBlocked support={support} />}
      <div className="card">
        <Empty art={CalendarArt} title="You don't have a payment plan yet">
          Our team sets up plans for this account. Call <span className="nowrap">{support.phone}</span> or
          email <a href={`mailto:${support.email}`}>{support.email}</a>.
        </Empty>
      </div>
    </>
  )
}
