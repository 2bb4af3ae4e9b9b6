import { useRef, useState } from 'react'
import type { Account } from '#contract/accounts.ts'
import type { WithdrawalRequest } from '#contract/withdrawals.ts'
import { withinSentence } from '#domain/payment-methods/payment-methods.ts'
import { Modal } from '../../ui/modal/modal.tsx'
import { Money } from '../../ui/money/money.tsx'
import { RequestStep } from './request-step.tsx'
import { CodeStep } from './code-step.tsx'
import { useRequestForm } from './use-request-form.ts'
import { useWithdrawalCode } from './use-withdrawal-code.ts'
import './withdrawals.css'

type WithdrawalDialogProps = {
  account: Account
  isOpen: boolean
  onHide: () => void
  /** A request that is already waiting for its code. */
  waiting?: WithdrawalRequest
}

/**
 * A withdrawal request in two steps: the amount, then the code. If the dialog is closed in between, the request keeps
 * waiting.
 */
export function WithdrawalDialog({ account, isOpen, onHide, waiting }: WithdrawalDialogProps) {
  const [request, setRequest] = useState(waiting)
  const codeField = useRef<HTMLInputElement>(null)
  const amountField = useRef<HTMLInputElement>(null)
  const bankField = useRef<HTMLDivElement>(null)
  const code = useWithdrawalCode(account, request, codeField)
  const form = useRequestForm(account, { amountField, bankField }, (created) => {
    code.startWait()
    setRequest(created)
  })
  const frame = { isOpen, onHide, closeOnConfirm: true }
  if (request) {
    return (
      <Modal
        {...frame}
        title="Confirm with a code"
        confirmLabel="Confirm withdrawal"
        // Closing cancels nothing: the list has its own Cancel button.
        hasCancel={false}
        onConfirm={code.submit}
      >
        <CodeStep
          mobileLast3Digits={request.mobileLast3Digits}
          purpose="asks for the money"
          code={code}
          field={codeField}
        >
          <span className="muted">To {withinSentence(request.bankAccountDisplayName)}</span>
          <Money amount={request.amount} region={account.region} size="medium" />
        </CodeStep>
      </Modal>
    )
  }
  return (
    <Modal {...frame} title="Request a withdrawal" confirmLabel="Send me a code" onConfirm={form.submit}>
      <RequestStep account={account} form={form} amountField={amountField} bankField={bankField} />
    </Modal>
  )
}
