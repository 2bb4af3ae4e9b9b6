import type { RepaymentSource } from '#contract/payment-methods.ts'
import { Choice } from '../../../ui/choice/choice.tsx'
import { MethodMark } from '../../../ui/method-mark/method-mark.tsx'
import type { MethodOffer } from '../payer.ts'
import { sourceLine } from './source-text.ts'
import { percentageOf } from './surcharge-text.ts'

type SourceChoiceProps = {
  source: RepaymentSource
  offer: MethodOffer
  /** It must not pay this sum. */
  isBarred: boolean
  /** The condition that its owner has to meet before it can pay. */
  condition: string | null
}

/** A saved payment method among those to choose from. */
export function SourceChoice({ source, offer, isBarred, condition }: SourceChoiceProps) {
  return (
    <Choice
      value={source.id}
      disabled={isBarred}
      label={source.displayName}
      hint={
        (source.isUsable && offer.hintOf?.(source)) ||
        sourceLine(source, percentageOf(source, offer), thisMonth())
      }
      end={<MethodMark type={source.type} cardType={source.cardType} />}
    >
      {condition !== null && <p className="sm muted">{condition}</p>}
    </Choice>
  )
}

/** Only for the word: whether a card can pay, the server has said. */
const thisMonth = () => new Date().toISOString().slice(0, 7)
