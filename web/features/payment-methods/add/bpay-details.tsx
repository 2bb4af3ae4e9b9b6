import { useEffectEvent, useImperativeHandle, useLayoutEffect } from 'react'
import { inFours } from '#domain/payment-methods/bpay.ts'
import { CopyField } from '../../../ui/copy-field/copy-field.tsx'
import type { MethodFormProps } from './method-form.ts'

/** BPAY needs nothing typed: what is shown is for the customer's own bank. */
export function BpayDetails({ account, onReadyChange, onFilled, ref }: MethodFormProps) {
  const reportReady = useEffectEvent(() => onReadyChange(true))
  useLayoutEffect(() => reportReady(), [])
  useImperativeHandle(ref, () => ({ submit: () => void onFilled({ bpay: true }) }))
  if (!account.bpayInfo) return null
  return (
    <div className="stack stack--10">
      <div className="add-bpay__numbers">
        <CopyField label="Biller code" value={account.bpayInfo.billerCode} />
        <CopyField label="Reference" value={inFours(account.bpayInfo.reference)} />
      </div>
      <p className="sm muted">
        Save BPAY as your method, then pay each instalment from your online banking before its due date.
      </p>
    </div>
  )
}
