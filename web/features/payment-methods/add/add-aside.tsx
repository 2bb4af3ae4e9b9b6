import type { RepaymentDetails } from '#contract/payment-methods.ts'
import { formatDate } from '#domain/calendar/calendar.ts'
import type { MethodKind } from '#domain/payment-methods/payment-methods.ts'
import { frequencyWord } from '#domain/plan/payment-schedule.ts'
import type { Region } from '#domain/region.ts'
import { ShieldIcon } from '../../../ui/icon/shield.tsx'
import { Money } from '../../../ui/money/money.tsx'
import { SurchargeTable } from './surcharge-table.tsx'
import '../../../ui/card/card.css'

type AddAsideProps = {
  details: RepaymentDetails
  offered: MethodKind[]
  chosen: MethodKind | null
  region: Region
}

/** What the choice costs; where none costs anything, what it is for. */
export function AddAside({ details, offered, chosen, region }: AddAsideProps) {
  const hasCard = offered.includes('Card')
  const isSurcharged = details.cardSurcharges.some((group) => group.surchargePercentage !== '0%')
  return (
    <aside className="split__aside" aria-label="Costs">
      <div className="card add-aside stack stack--14">
        {hasCard && isSurcharged ? (
          <SurchargeTable
            surcharges={details.cardSurcharges}
            hasBankAccount={offered.includes('AuBankAccount')}
            region={region}
          />
        ) : (
          <NextPayment details={details} region={region} />
        )}
        {chosen === 'Card' && (
          <p className="add-aside__note sm muted">
            <ShieldIcon />
            <span>Card details are entered in a secure form run by our payment provider.</span>
          </p>
        )}
      </div>
    </aside>
  )
}

function NextPayment({ details, region }: Pick<AddAsideProps, 'details' | 'region'>) {
  const next = details.repayments.find((repayment) => repayment.nextRepaymentDate !== null)
  const free = 'No payment method offered here adds a surcharge.'
  if (!next?.nextRepaymentDate) {
    return (
      <>
        <h2>No surcharge</h2>
        <p className="muted">{free}</p>
      </>
    )
  }
  return (
    <>
      <h2>Your next payment</h2>
      <p>
        <Money amount={next.amount} region={region} size="large" />
      </p>
      <p className="muted">
        {frequencyWord(next.frequency)} · {formatDate(next.nextRepaymentDate)}
      </p>
      <p className="sm muted">{free}</p>
    </>
  )
}
