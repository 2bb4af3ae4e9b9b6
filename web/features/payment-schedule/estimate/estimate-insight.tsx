import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'wouter'
import type { Account } from '#contract/accounts.ts'
import type { PaymentPlan } from '#contract/payment-schedule.ts'
import type { CalendarDate } from '#domain/calendar/calendar.ts'
import { foresee, type Foresight } from '#domain/plan/foresight.ts'
import { bankCalendarOf } from '../../plan/bank-calendar.ts'
import { BalanceChart } from '../../../ui/balance-chart/balance-chart.tsx'
import { LinkButton } from '../../../ui/button/button.tsx'
import { CautionIcon } from '../../../ui/icon/caution.tsx'
import { InfoIcon } from '../../../ui/icon/info.tsx'
import { dayAndMonth } from '../../plan/day-words.ts'
import { foresightSentence } from './foresight-words.ts'
import { payingSourceQuery } from '../../plan/paying-source-query.ts'
import { planOfYearQuery } from '../../plan/plan-queries.ts'
import './estimate-insight.css'

export type EstimateInsightProps = {
  account: Account
  plan: PaymentPlan
  /** Takes another first payment date over into the form. Without it none is offered. */
  onStartOn?: (date: CalendarDate) => void
}

/** What a parent should know of a plan before they save it: how the balance runs, and what to look out for. */
export function EstimateInsight({ account, plan, onStartOn }: EstimateInsightProps) {
  const lines = useForesight(account, plan)
  // While staff have yet to look at a plan, nothing of it is promised.
  if (plan.planStatus === 'ManualReview' || plan.payments.length === 0) return null
  return (
    <div className="insight stack">
      <section aria-labelledby="insight-balance">
        <h3 id="insight-balance" className="insight__title sm">
          Balance over the year
        </h3>
        <BalanceChart payments={plan.payments} region={account.region} />
      </section>
      {lines.length > 0 && (
        <section className="insight__ahead" aria-labelledby="insight-ahead">
          <h3 id="insight-ahead" className="insight__title sm">
            Good to know
          </h3>
          <ul className="stack stack--10">
            {lines.map((line) => (
              <ForesightLine key={line.kind} line={line} account={account} onStartOn={onStartOn} />
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function useForesight({ accountId, region }: Account, plan: PaymentPlan): Foresight[] {
  const { data: source } = useQuery(payingSourceQuery(accountId))
  const { data: today } = useQuery({
    ...planOfYearQuery(accountId, plan.planYear),
    select: ({ facts }) => facts.offer.today,
  })
  return useMemo(
    () => (today === undefined ? [] : foresee({ plan, calendar: bankCalendarOf(region), today, source })),
    [plan, region, today, source],
  )
}

function ForesightLine({
  line,
  account: { region, config },
  onStartOn,
}: { line: Foresight } & Pick<EstimateInsightProps, 'account' | 'onStartOn'>) {
  const isAboutMethod = line.kind === 'StartsTooEarly' || line.kind === 'CardExpires'
  return (
    <li className={isAboutMethod ? 'foresight__line foresight__line--caution sm' : 'foresight__line sm'}>
      {isAboutMethod ? <CautionIcon /> : <InfoIcon />}
      <span>
        {foresightSentence(line, region)}
        {line.kind === 'StartsTooEarly' && onStartOn && (
          <>
            {' '}
            <LinkButton onClick={() => onStartOn(line.safeDate)}>
              Start on {dayAndMonth(line.safeDate)} instead
            </LinkButton>
          </>
        )}
        {isAboutMethod && config.allowRepaymentSourceUpdates && (
          <>
            {' '}
            <Link href="/manage-payments">Payment methods</Link>
          </>
        )}
      </span>
    </li>
  )
}
