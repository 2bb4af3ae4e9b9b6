import type { Account } from '#contract/accounts.ts'
import { call } from '../../../session/client.ts'
import { Modal } from '../../../ui/modal/modal.tsx'
import { showToast } from '../../../ui/toast/toast.ts'
import type { ModalAbout } from '../../../ui/modal/use-modal.ts'
import { MethodChip } from './method-chip.tsx'
import type { MethodQuestion } from './method-question.ts'
import { expiry, removalSentence } from './method-texts.ts'
import { useChange } from './use-change.ts'

type RemoveDialogProps = {
  account: Account
  modal: ModalAbout<MethodQuestion>
  onClosed: (opener: Element) => void
}

export function RemoveDialog({ account, modal, onClosed }: RemoveDialogProps) {
  const { accountId } = account
  const change = useChange(accountId)
  if (!modal.subject) return null
  const { method, details, opener } = modal.subject

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
      key={modal.count}
      isOpen={modal.isOpen}
      onHide={() => {
        modal.hide()
        onClosed(opener)
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
