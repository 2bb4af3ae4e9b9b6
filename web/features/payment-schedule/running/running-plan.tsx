import type { Account } from '#contract/accounts.ts'
import type { PaymentPlan } from '#contract/payment-schedule.ts'
import type { FlexiblePlan } from '#contract/plan-changes.ts'
import { PlanBlocked } from '../../../support/plan-blocked.tsx'
import { ChangeNote } from '../change-note.tsx'
import type { PlanOfYear } from '../../plan/plan-queries.ts'
import { ChangeHub } from './change-hub.tsx'
import { ToCome } from './to-come.tsx'
import { YearSoFar } from './year-so-far.tsx'

type RunningPlanProps = {
  account: Account
  shown: PlanOfYear
  plan: PaymentPlan
  flexible: FlexiblePlan
  /** The year in the address, where there is one. */
  year: number | undefined
}

/** A plan that runs: what is left of it, how far it is, and every way to change it. */
export function RunningPlan({ account, shown, plan, flexible, year }: RunningPlanProps) {
  const isBlocked = !account.config.canEditOrAddAccountPlan
  return (
    <>
      {isBlocked && <PlanBlocked />}
      <div className="grid-dash">
        <div className="col">
          <ToCome account={account} shown={shown} plan={plan} flexible={flexible} year={year} />
          <YearSoFar account={account} plan={plan} flexible={flexible} />
        </div>
        <div className="col">
          <ChangeHub account={account} shown={shown} flexible={flexible} year={year} />
          {isBlocked && <ChangeNote why="blocked" />}
        </div>
      </div>
    </>
  )
}
