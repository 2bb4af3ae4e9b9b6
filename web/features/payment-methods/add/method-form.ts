import type { Ref } from 'react'
import type { Account } from '#contract/accounts.ts'
import type { RepaymentDetails, SourceToAdd } from '#contract/payment-methods.ts'

export type MethodFormHandle = {
  /** Save was pressed. Either `onFilled` or `onStopped` follows. */
  submit: () => void
}

/** What the form of every kind of payment method is given. Each keeps what is typed in it to itself. */
export type MethodFormProps = {
  account: Account
  details: RepaymentDetails
  /** What is typed is on its way: it may be read, not changed. */
  isBusy: boolean
  /** Whether there is something that Save could be pressed for. */
  onReadyChange: (isReady: boolean) => void
  /** Has the method saved. Resolves with what went wrong, or with undefined. */
  onFilled: (method: SourceToAdd) => Promise<unknown>
  /** Nothing can be saved yet; with a sentence where the form itself does not say why. */
  onStopped: (message?: string) => void
  /** Enter was pressed in a frame, which the form around it cannot hear. */
  onEnter?: () => void
  ref?: Ref<MethodFormHandle>
}
