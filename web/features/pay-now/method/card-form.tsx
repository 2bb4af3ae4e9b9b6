import type { Ref } from 'react'
import {
  CardFrame,
  CardFrameLost,
  CardFrameWaiting,
  type CardFrameHandle,
} from '../../card-entry/card-frame.tsx'

import type { TypedCard } from '../../card-entry/use-frame-line.ts'

type CardFormProps = {
  /** Null while another form is asked for. */
  address: string | null
  /** Whether loading the form failed. */
  isLost: boolean
  onRenew: () => void
  onValidChange: (isValid: boolean) => void
  onCardChange: (card: TypedCard) => void
  onSubmit: () => void
  onToken: (token: string) => void
  ref: Ref<CardFrameHandle>
}

/** The form of a new card, or its placeholder. */
export function CardForm({ address, isLost, ...frame }: CardFormProps) {
  if (isLost) return <CardFrameLost onRetry={frame.onRenew} />
  if (address === null) return <CardFrameWaiting />
  return <CardFrame tokenizationUrl={address} {...frame} />
}
