import type { RepaymentSource } from '#contract/payment-methods.ts'
import { toDecimal, type Cents } from '#domain/money.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { formatMoney } from '../../../ui/money/money.tsx'
import type { MethodOffer } from '../payer.ts'
import { percentageOf, surchargeLines, surchargeOn } from './surcharge-text.ts'

type AboutToPayProps = {
  offer: MethodOffer
  amount: Cents
  /** The saved method that is chosen, if it is one. */
  source: RepaymentSource | undefined
  /** A card may be what pays: neither BPAY nor a wallet is, and those cost nothing on top. */
  isByCard: boolean
}

/** What will be paid, and what a card adds to it. */
export function AboutToPay({ offer, amount, source, isByCard }: AboutToPayProps) {
  const sum = source && sumSentence(source, offer, amount)
  const lines = [...(sum ? [sum] : []), ...(isByCard ? surchargeLines(offer) : [])]
  return (
    <div className="about-to-pay">
      <Alert variant="info" title={`You are about to pay ${formatMoney(toDecimal(amount), offer.region)}`}>
        {lines.length > 0 && lines.map((line) => <span key={line}>{line}</span>)}
      </Alert>
    </div>
  )
}

/** The rate and the sum of a saved card; undefined where it costs nothing. */
function sumSentence(source: RepaymentSource, offer: MethodOffer, amount: Cents): string | undefined {
  const percentage = percentageOf(source, offer)
  const added = surchargeOn(amount, percentage)
  if (!added) return undefined
  const [cost, total] = [added.surcharge, added.total].map((each) =>
    formatMoney(toDecimal(each), offer.region),
  )
  return `A ${percentage} surcharge of ${cost} applies to this card. Total ${total}.`
}
