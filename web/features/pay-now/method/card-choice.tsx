import { useEffect, useEffectEvent, useRef, useState, type Ref } from 'react'
import { Choice } from '../../../ui/choice/choice.tsx'
import { PlusIcon } from '../../../ui/icon/plus.tsx'
import { IconMark } from '../../../ui/method-mark/method-mark.tsx'
import {
  CardFrame,
  CardFrameLost,
  CardFrameWaiting,
  type CardFrameHandle,
} from '../../card-entry/card-frame.tsx'
import type { TypedCard } from '../../card-entry/use-frame-line.ts'
import { isFormOld, noteRenewal, noteUse, wasUsed } from './card-forms.ts'
import { otherMethods } from './method-offer.ts'
import type { MethodOffer } from '../payer.ts'

const timeoutMs = 15_000

type NewCardProps = {
  offer: MethodOffer
  /** It is kept by the family, not only used for this payment. */
  isSaved: boolean
  /** What was typed is on its way. */
  isBusy: boolean
  /** The server asks for another total: the card that was typed is still good. */
  isHeld: boolean
  onValidChange: (isValid: boolean) => void
  onCardChange: (card: TypedCard) => void
  onSubmit: () => void
  /** The form is replaced by an empty one. */
  onRenewed: () => void
  onToken: (token: string) => void
  ref: Ref<CardFrameHandle>
}

/** A card that is typed here and now, in a form that comes once it is chosen. */
export function CardChoice(props: NewCardProps) {
  return (
    <Choice
      value={otherMethods.newCard}
      label="Add a new Credit or Debit Card"
      end={<IconMark icon={PlusIcon} />}
      isWide
      keepsBody
    >
      <NewCard {...props} />
    </Choice>
  )
}

function NewCard({ offer, isSaved, isBusy, isHeld, onRenewed, onToken, ref, ...heard }: NewCardProps) {
  const { tokenizationUrl } = offer
  const box = useRef<HTMLDivElement>(null)
  const { isSpent, isLost, renew, spend } = useCardFormAddress(offer, isBusy || isHeld)
  function openAnew() {
    onRenewed()
    renew()
    // The button that was pressed goes.
    box.current?.focus()
  }
  return (
    <div className="new-card stack stack--12" ref={box} tabIndex={-1}>
      {isLost ? (
        <CardFrameLost onRetry={openAnew} />
      ) : isSpent && !isBusy && !isHeld ? (
        <CardFrameWaiting />
      ) : (
        // While the payment is sent, the payer still sees what they typed.
        <CardFrame
          ref={ref}
          tokenizationUrl={tokenizationUrl}
          onRenew={openAnew}
          {...heard}
          onToken={(token) => {
            spend()
            onToken(token)
          }}
        />
      )}
      {isSaved && (
        <p className="sm muted">
          This card will be saved to your payment methods. It pays this once and is not used for your plan.
        </p>
      )}
    </div>
  )
}

/** A form serves one card, and for half an hour. One that has served is replaced as soon as nothing is under way. */
function useCardFormAddress({ tokenizationUrl, onRenewCardForm }: MethodOffer, isBusy: boolean) {
  const [oldUrl, setOldUrl] = useState(() => (isFormOld() ? tokenizationUrl : null))
  const [isLost, setLost] = useState(false)
  const isSpent = tokenizationUrl === oldUrl || wasUsed(tokenizationUrl)
  const isWaiting = isSpent && !isBusy && !isLost
  const ask = useEffectEvent(() => {
    noteRenewal()
    onRenewCardForm()
  })
  useEffect(() => {
    if (!isWaiting) return
    ask()
    const timer = setTimeout(() => setLost(true), timeoutMs)
    return () => clearTimeout(timer)
  }, [isWaiting])
  return {
    isSpent,
    isLost: isSpent && isLost,
    renew: () => {
      setOldUrl(tokenizationUrl)
      setLost(false)
    },
    spend: () => noteUse(tokenizationUrl),
  }
}
