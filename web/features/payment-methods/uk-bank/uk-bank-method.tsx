import { useImperativeHandle, useRef } from 'react'
import type { MethodFormProps } from '../add/method-form.ts'
import { UkBankForm, type UkBankFormHandle } from './uk-bank-form.tsx'
import { isRefusedForGood } from '../add/use-add-method.ts'

/** A bank account in the United Kingdom, typed in the provider's form. */
export function UkBankMethod({ account, onReadyChange, onFilled, onStopped, ref }: MethodFormProps) {
  const form = useRef<UkBankFormHandle>(null)
  // One whose saving failed need not be set up again.
  const setUpId = useRef<string>(undefined)

  async function save(id: string): Promise<void> {
    setUpId.current = id
    const error = await onFilled({ bacsDebitStripePaymentMethodId: id })
    if (isRefusedForGood(error)) setUpId.current = undefined
  }

  useImperativeHandle(ref, () => ({
    submit: () => (setUpId.current ? void save(setUpId.current) : form.current?.confirm()),
  }))
  return (
    <UkBankForm
      ref={form}
      accountId={account.accountId}
      onCompleteChange={onReadyChange}
      onSetUp={(id) => void save(id)}
      onTrouble={onStopped}
    />
  )
}
