import { useEffect, useId } from 'react'
import { Alert } from '../../../ui/alert/alert.tsx'
import { LinkButton } from '../../../ui/button/button.tsx'
import { CodeInput } from '../../../ui/code-input/code-input.tsx'
import { SendAgain } from '../../../ui/code-input/send-again.tsx'
import { Modal } from '../../../ui/modal/modal.tsx'
import { placeOf, type OwnerCode } from './use-owner-code.ts'

type OwnerCodeDialogProps = { code: OwnerCode; methodName: string; payLabel: string }

/** The code of a saved method's owner. What was chosen on the page stays as it is, whatever happens here. */
export function OwnerCodeDialog({ code, methodName, payLabel }: OwnerCodeDialogProps) {
  return (
    <Modal
      isOpen={code.isOpen}
      onHide={code.hide}
      title="Confirm with a code"
      confirmLabel={payLabel}
      closeOnConfirm
      onConfirm={code.submit}
    >
      <CodeForm code={code} methodName={methodName} />
    </Modal>
  )
}

function CodeForm({ code, methodName }: Omit<OwnerCodeDialogProps, 'payLabel'>) {
  const explanation = useId()
  const { contact, field } = code
  useEffect(() => field.current?.focus(), [field])
  if (!contact) return null
  return (
    <>
      {code.notice && <Alert variant={code.notice.variant}>{code.notice.text}</Alert>}
      <p id={explanation}>
        {code.isSent ? 'We sent a 6-digit code to' : 'Please enter the last code that we sent to'}{' '}
        <strong className="num">{placeOf(contact)}</strong>. It confirms that {methodName} is yours.
      </p>
      <CodeInput
        label="Enter code"
        name="code"
        ref={field}
        value={code.digits}
        error={code.error}
        explainedBy={explanation}
        onChange={code.type}
      />
      <p className="sm muted">
        <SendAgain
          secondsLeft={code.secondsLeft}
          isSending={code.isSending}
          onSendAgain={() => code.sendTo(contact)}
        />
        {code.otherContacts.map((other) => (
          <span key={other.id}>
            {' '}
            <LinkButton isBusy={code.isSending} onClick={() => code.sendTo(other)}>
              Send it to {placeOf(other)} instead
            </LinkButton>
          </span>
        ))}
      </p>
    </>
  )
}
