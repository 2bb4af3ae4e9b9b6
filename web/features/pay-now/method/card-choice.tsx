import { useEffect, useEffectEvent, useRef, useState, type ComponentProps, type Ref } from 'react'
import { cardFrameHeight } from '#domain/card-entry.ts'
import { lazyPart, useLazyPart } from '../../../lazy-part/lazy-part.ts'
import { Choice } from '../../../ui/choice/choice.tsx'
import { PlusIcon } from '../../../ui/icon/plus.tsx'
import { IconMark } from '../../../ui/method-mark/method-mark.tsx'
import type { CardFrameHandle } from '../../card-entry/card-frame.tsx'
import type { TypedCard } from '../../card-entry/use-frame-line.ts'
import type { CardForm } from './card-form.tsx'
import { isFormOld, noteRenewal, noteUse, wasUsed } from './card-forms.ts'
import { otherMethods } from './method-offer.ts'
import type { MethodOffer } from '../payer.ts'

const form = lazyPart<ComponentProps<typeof CardForm>>(() =>
  import('./card-form.tsx').then((module) => module.CardForm),
)

const patienceMs = 15_000

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
  const Form = useLazyPart(form)
  const box = useRef<HTMLDivElement>(null)
  const { isSpent, isLost, renew, spend } = useCardFormAddress(offer, isBusy || isHeld)
  return (
    <div className="new-card" ref={box} tabIndex={-1}>
      {Form ? (
        <Form
          ref={ref}
          // While the payment is sent, the payer still sees what they typed.
          address={isSpent && !isBusy && !isHeld ? null : tokenizationUrl}
          isLost={isLost}
          onRenew={() => {
            onRenewed()
            renew()
            // The button that was pressed goes.
            box.current?.focus()
          }}
          {...heard}
          onToken={(token) => {
            spend()
            onToken(token)
          }}
        />
      ) : (
        <div style={{ height: cardFrameHeight('valid') }} />
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
    const timer = setTimeout(() => setLost(true), patienceMs)
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
