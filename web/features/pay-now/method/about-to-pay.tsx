import { toDecimal, type Cents } from '#domain/money.ts'
import type { Region } from '#domain/region.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { formatMoney } from '../../../ui/money/money.tsx'
import type { Cost } from './surcharge-text.ts'

type AboutToPayProps = { region: Region; amount: Cents; cost: Cost }

/** The amount to be charged, and its parts. */
export function AboutToPay({ region, amount, cost }: AboutToPayProps) {
  const money = (sum: Cents) => formatMoney(toDecimal(sum), region)
  const { percentage, surcharge, total } = cost
  const lines = [
    ...(surcharge > 0 ? [`${money(amount)} and a ${percentage} card surcharge of ${money(surcharge)}.`] : []),
    ...cost.lines,
  ]
  return (
    <div className="about-to-pay">
      <Alert variant="info" title={`You are about to pay ${money(total)}`}>
        {lines.length > 0 && lines.map((line) => <span key={line}>{line}</span>)}
      </Alert>
    </div>
  )
}
