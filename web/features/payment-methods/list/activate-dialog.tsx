import type { Account } from '#contract/accounts.ts'
import { useSupport } from '../../../session/settings.ts'
import { Modal } from '../../../ui/modal/modal.tsx'
import { MethodChip } from './method-chip.tsx'
import { methodLine, moveSentences } from './method-texts.ts'
import { useActivate } from './use-activate.ts'
import type { MethodDialog } from './use-method-dialog.ts'

type ActivateDialogProps = { account: Account; dialog: MethodDialog; onClosed: (opener: Element) => void }

/** Says which payments move before they do. */
export function ActivateDialog({ account, dialog, onClosed }: ActivateDialogProps) {
  const { accountId, region } = account
  const { phone, email } = useSupport()
  const { activate } = useActivate(accountId)
  const { question } = dialog
  if (!question) return null
  const { method, details } = question

  return (
    <Modal
      key={dialog.count}
      isOpen={dialog.isOpen}
      onHide={() => {
        dialog.hide()
        onClosed(question.opener)
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
