import { useRef, useState } from 'react'
import type { CardFrameHandle } from '../../card-entry/card-frame.tsx'

/** A card that is typed: whether it can be paid with yet, and from the press on the button to its token. */
export function useNewCard(onToken: (token: string) => void) {
  const frame = useRef<CardFrameHandle>(null)
  const [state, setState] = useState<'incomplete' | 'valid' | 'checking'>('incomplete')
  return {
    isValid: state === 'valid',
    isChecking: state === 'checking',
    checkOut: () => {
      setState('checking')
      frame.current?.checkOut()
    },
    /** Another method is chosen, and what was typed is gone. */
    forget: () => setState('incomplete'),
    form: {
      ref: frame,
      onValidChange: (isValid: boolean) => {
        // A form that is being checked may still say that nothing is wrong with it.
        if (state !== 'checking' || !isValid) setState(isValid ? 'valid' : 'incomplete')
      },
      onToken: (token: string) => {
        setState('incomplete')
        onToken(token)
      },
    },
  }
}
