import { useId, useRef } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Modal as Surface, ModalOverlay } from 'react-aria-components/Modal'
import { Alert } from '../alert/alert.tsx'
import { Button, IconButton } from '../button/button.tsx'
import { ArrowLeftIcon } from '../icon/arrow-left.tsx'
import { CloseIcon } from '../icon/close.tsx'
import type { ModalProps } from './modal-props.ts'
import { useZIndex } from './modal-stack.ts'
import { useConfirm } from './use-confirm.ts'
import { useReturnedFocus } from './use-returned-focus.ts'
import { useScrollFocus } from './use-scroll-focus.ts'
import './modal.css'

/** Traps the focus, makes the page behind inert, and returns the focus to the opener. */
export function ModalDialog(props: ModalProps) {
  const { isOpen, onHide, onCancel } = props
  const titleId = useId()
  const zIndex = useZIndex(isOpen, onHide)
  const isBusy = useRef(false)

  function cancel() {
    // A closed dialog still gets keys and clicks until it has faded out.
    if (isBusy.current || !isOpen) return
    onCancel?.()
    onHide()
  }

  return (
    <ModalOverlay
      className="scrim"
      style={{ zIndex }}
      isOpen={isOpen && zIndex !== undefined}
      onOpenChange={cancel}
    >
      <Surface className="modal">
        <Dialog className="modal__dialog" aria-labelledby={titleId}>
          <DialogForm {...props} titleId={titleId} isBusyRef={isBusy} onCancel={cancel} />
        </Dialog>
      </Surface>
    </ModalOverlay>
  )
}

type DialogFormProps = ModalProps & { titleId: string; isBusyRef: { current: boolean }; onCancel: () => void }

function DialogForm({ titleId, isBusyRef, onCancel, hasCancel = true, ...props }: DialogFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const body = useRef<HTMLDivElement>(null)
  useScrollFocus(body)
  useReturnedFocus()
  const { isBusy, failure, confirm } = useConfirm(props, isBusyRef, form)
  return (
    <form
      className="modal__form"
      noValidate
      ref={form}
      onSubmit={(event) => {
        event.preventDefault()
        // React events bubble to the component that rendered the dialog, which may be a form.
        event.stopPropagation()
        void confirm()
      }}
    >
      <div className="modal__head">
        {props.onBack && (
          <IconButton
            className="modal__back"
            icon={ArrowLeftIcon}
            label="Back"
            size="small"
            disabled={isBusy}
            onClick={props.onBack}
          />
        )}
        <h2 id={titleId}>{props.title}</h2>
        <IconButton icon={CloseIcon} label="Close" size="small" disabled={isBusy} onClick={onCancel} />
      </div>
      <div className="modal__body" role="group" aria-labelledby={titleId} ref={body}>
        {failure && <Alert variant="error">{failure}</Alert>}
        {props.children}
      </div>
      <div className="modal__foot">
        {hasCancel && (
          <Button look="secondary" disabled={isBusy} onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button type="submit" isDanger={props.isDanger} disabled={isBusy} isBusy={isBusy}>
          {props.confirmLabel ?? 'Confirm'}
        </Button>
      </div>
    </form>
  )
}
