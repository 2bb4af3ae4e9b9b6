import type { Ref } from 'react'

export type UkBankFormHandle = {
  /** Has the bank account set up. Either `onSetUp` follows, `onTrouble`, or the provider leads to /payments/complete. */
  confirm: () => void
}

type UkBankFormProps = {
  accountId: string
  /** The provider's form is there and filled in, or no longer. */
  onCompleteChange: (isComplete: boolean) => void
  /** Called once, with the id by which the provider knows the bank account. */
  onSetUp: (stripePaymentMethodId: string) => void
  /** A sentence for the customer. */
  onTrouble: (message: string) => void
  ref?: Ref<UkBankFormHandle>
}

/** The provider's own form for a UK bank account, with the Direct Debit Guarantee. */
export function UkBankForm(_: UkBankFormProps) {
  return null
}
