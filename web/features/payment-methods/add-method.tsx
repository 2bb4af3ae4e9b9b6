import type { Account } from '#contract/accounts.ts'
import type { RepaymentDetails } from '#contract/payment-methods.ts'

type AddMethodProps = {
  account: Account
  details: RepaymentDetails
  /** The new method is saved and the repayment details are read again. */
  onAdded: () => void
  /** Back to the list. */
  onLeave: () => void
}

/** The form in which a payment method is chosen and entered. */
export function AddMethod(_: AddMethodProps) {
  return null
}
