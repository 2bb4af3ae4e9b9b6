import type { Account } from '#contract/accounts.ts'
import { Money } from '../../ui/money/money.tsx'
import { Explain } from '../explanations/explain.tsx'
import '../../ui/card/card.css'

export const whyNothing =
  'Payments count once they have arrived for good, which takes three business days, and what is meant for your school stays with it.'

const whyThis =
  'This part of your balance has arrived for good and is not meant for your school or a plan, so it is yours to take out.'

/** What may be withdrawn, and why no more. */
export function AvailableCard({ account, available }: { account: Account; available: number }) {
  return (
    <section className="card stack stack--8" aria-labelledby="available-to-withdraw">
      <h3 id="available-to-withdraw" className="eyebrow">
        Available to withdraw
      </h3>
      <p className="withdrawals__sum">
        <Money amount={available} region={account.region} size="large" />
        <Explain
          account={account}
          figure="available-to-withdraw"
          label="How the available amount comes about"
        />
      </p>
      <p className="sm muted">{available > 0 ? whyThis : whyNothing}</p>
    </section>
  )
}
