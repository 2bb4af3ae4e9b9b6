import { useRef, useState } from 'react'
import type { Cents } from '#domain/money.ts'
import type { CardFrameHandle } from '../../card-entry/card-frame.tsx'
import type { TypedCard } from '../../card-entry/use-frame-line.ts'

const nothingTyped: TypedCard = { brand: 'unknown', funding: 'unknown' }

type Paying = {
  /** With the total that stood on the button when it was pressed. */
  onToken: (token: string, total: Cents) => void
  /** Enter was pressed in the form. */
  onSubmit: () => void
  /** The server asks for another total, and the card that was typed is still good. */
  isAskedAgain: boolean
}

/** A card that is typed: whether it can be paid with yet, and from the press on the button to its token. */
export function useNewCard({ onToken, onSubmit, isAskedAgain }: Paying) {
  const frame = useRef<CardFrameHandle>(null)
  const shownTotal = useRef<Cents>(undefined)
  const [state, setState] = useState<'incomplete' | 'valid' | 'checking'>('incomplete')
  const [card, setCard] = useState(nothingTyped)
  const [heldToken, setHeldToken] = useState<string>()
  const isHeld = isAskedAgain && heldToken !== undefined
  return {
    card,
    isValid: state === 'valid' || isHeld,
    isChecking: state === 'checking',
    isHeld,
    checkOut: (total: Cents) => {
      if (isHeld) return onToken(heldToken, total)
      shownTotal.current = total
      setState('checking')
      frame.current?.checkOut()
    },
    form: {
      ref: frame,
      onValidChange: (isValid: boolean) => {
        // A form that is being checked may still say that nothing is wrong with it.
        setState((now) => (isValid ? (now === 'checking' ? now : 'valid') : 'incomplete'))
      },
      onCardChange: setCard,
      onSubmit,
      onRenewed: () => {
        setState('incomplete')
        setCard(nothingTyped)
      },
      onToken: (token: string) => {
        setState('incomplete')
        setHeldToken(token)
        if (shownTotal.current !== undefined) onToken(token, shownTotal.current)
      },
    },
  }
}
