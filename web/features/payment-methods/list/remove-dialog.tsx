import type { Account } from '#contract/accounts.ts'
import { call } from '../../../session/client.ts'
import { Modal } from '../../../ui/modal/modal.tsx'
import { showToast } from '../../../ui/toast/toast.ts'
import { MethodChip } from './method-chip.tsx'
import { expiry, removalSentence } from './method-texts.ts'
import { useChange } from './use-change.ts'
import type { MethodDialog } from './use-method-dialog.ts'

type RemoveDialogProps = { account: Account; dialog: MethodDialog; onClosed: (opener: Element) => void }

export function RemoveDialog({ account, dialog, onClosed }: RemoveDialogProps) {
  const { accountId } = account
  const change = useChange(accountId)
  const { question } = dialog
  if (!question) return null
  const { method, details } = question

  async function remove() {
    await change(() =>
      call('POST /api/portal/customer/account/:accountId/remove-repayment-source', {
        params: { accountId },
        body: { repaymentSourceId: method.id },
      }),
    )
    showToast({ variant: 'success', text: 'Your payment method has been removed' })
  }

  return (
    <Modal
      key={dialog.count}
      isOpen={dialog.isOpen}
      onHide={() => {
        dialog.hide()
        onClosed(question.opener)
      }}
      title="Remove this payment method?"
      confirmLabel="Remove"
      onConfirm={remove}
      closeOnConfirm
    >
      <p>{removalSentence(method, details)}</p>
      <MethodChip method={method} line={expiry(method) ?? method.holderName} />
    </Modal>
  )
}
