import type { Account } from '#contract/accounts.ts'
import type { PaymentPlan } from '#contract/payment-schedule.ts'
import { tuitionYearName } from '#domain/plan/payment-schedule.ts'
import { Accordion } from '../../ui/accordion/accordion.tsx'
import { Payments } from './payments-card.tsx'
import '../../ui/card/card.css'

type LastYearProps = { account: Account; plan: PaymentPlan; thisYear: number }

/** Above the plan that is being made, the one before it as a line that opens. */
export function LastYear({ account, plan, thisYear }: LastYearProps) {
  const year = (tuitionYear: number) => tuitionYearName(tuitionYear, account.region)
  return (
    <>
      <div className="card schedule__last">
        <Accordion title={`Your plan for ${year(plan.planYear)}: ${standing(plan)}`}>
          <Payments account={account} plan={plan} />
        </Accordion>
      </div>
      <h2 className="schedule__next">Your plan for {year(thisYear)}</h2>
    </>
  )
}

function standing({ planStatus, payments, repaymentsMade }: PaymentPlan): string {
  if (planStatus === 'Completed') return 'completed'
  const count = payments.filter(({ isExtra }) => !isExtra).length
  return payments.length === 0 ? 'nothing to pay' : `${repaymentsMade} of ${count} payments made`
}
