import type { Account } from '#contract/accounts.ts'
import { useSupport } from '../../../session/settings.ts'
import { Modal } from '../../../ui/modal/modal.tsx'
import type { ModalAbout } from '../../../ui/modal/use-modal.ts'
import { MethodChip } from './method-chip.tsx'
import type { MethodQuestion } from './method-question.ts'
import { methodLine, moveSentences } from './method-texts.ts'
import { useActivate } from './use-activate.ts'

type ActivateDialogProps = {
  account: Account
  modal: ModalAbout<MethodQuestion>
  onClosed: (opener: Element) => void
}

/** Says which payments move before they do. */
export function ActivateDialog({ account, modal, onClosed }: ActivateDialogProps) {
  const { accountId, region } = account
  const { phone, email } = useSupport()
  const activate = useActivate(accountId)
  if (!modal.subject) return null
  const { method, details, opener } = modal.subject

  return (
    <Modal
      key={modal.count}
      isOpen={modal.isOpen}
      onHide={() => {
        modal.hide()
        onClosed(opener)
      }}
      title="Set this payment method as active?"
      confirmLabel="Set as active"
      onConfirm={() => activate(method, details)}
      closeOnConfirm
      failureText={`It appears something went wrong. Please contact us on ${phone} or email us on ${email}.`}
    >
      <MethodChip method={method} line={methodLine(method, region)} />
      {moveSentences(method, details, region).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Modal>
  )
}
