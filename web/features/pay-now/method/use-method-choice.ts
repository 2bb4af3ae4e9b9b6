import { useState } from 'react'
import { isOffered, preselected } from './method-offer.ts'
import type { PaymentInput, MethodOffer } from '../payer.ts'

/** What was chosen for a request or an account. It outlives the step, which goes at Back and when a try has failed. */
const kept = new Map<string, string>()

/** A card that was typed and saved on the way to a payment is the one to try again with. */
export function keepChoice(payFor: string, choice: string): void {
  kept.set(payFor, choice)
}

export function useMethodChoice(
  payFor: string,
  offer: MethodOffer,
  input: PaymentInput,
  hasWallets: boolean,
  isPaying: boolean,
): [choice: string | null, choose: (choice: string) => void] {
  const [chosen, setChosen] = useState(() => kept.get(payFor))
  // While paying, the payer sees their choice. The saved state shows again if the payment fails.
  if (!isPaying && chosen !== kept.get(payFor)) setChosen(kept.get(payFor))
  const isStillThere = chosen !== undefined && isOffered(chosen, offer, input, hasWallets)
  return [
    isStillThere ? chosen : preselected(offer, input),
    (choice) => {
      keepChoice(payFor, choice)
      setChosen(choice)
    },
  ]
}
