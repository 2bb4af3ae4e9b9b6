import { useId, useRef, type ReactNode } from 'react'
import { Button, IconButton } from '../../../ui/button/button.tsx'
import { CloseIcon } from '../../../ui/icon/close.tsx'
import { UndoIcon } from '../../../ui/icon/undo.tsx'
import { WarningIcon } from '../../../ui/icon/warning.tsx'
import { submitting } from '../../foundation/draft.ts'
import { useShortcuts } from '../../foundation/shortcuts.ts'
import { FailureAlert } from '../failure/failure-alert.tsx'
import { useDialog } from '../dialog/use-dialog.ts'
import { Kbd } from '../keys/keys.tsx'
import '../effect/effect.css'
import './drawer.css'

export type DrawerProps = {
  title: string
  /** Whom it is about. */
  lead?: string
  onClose: () => void
  /** Until when and how it can be undone; null where it cannot. Left out where nothing is changed. */
  undo?: string | null
  submitLabel: string
  onSubmit: () => void
  isBusy?: boolean
  /** Not everything that is needed is there, or the server says that it cannot be done. */
  isSubmitOff?: boolean
  isDanger?: boolean
  /** What went wrong, and what was not done. The drawer stays open. */
  failure?: string | undefined
  children: ReactNode
}

/** One action: what it does, why, and whether it can be undone. */
export function Drawer({ title, lead, onClose, undo, submitLabel, isBusy = false, ...props }: DrawerProps) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const close = () => {
    if (!isBusy) onClose()
  }
  const dialog = useDialog(close)
  useShortcuts([{ keys: 'ctrl+enter', label: submitLabel, run: () => form.current?.requestSubmit() }], {
    isModal: true,
  })
  return (
    <dialog className="drawer" ref={dialog} aria-labelledby={id}>
      <form
        className="drawer__form"
        ref={form}
        noValidate
        onSubmit={submitting(() => {
          if (!isBusy && !props.isSubmitOff) props.onSubmit()
        })}
      >
        <div className="drawer__head">
          <div>
            <h2 id={id}>{title}</h2>
            {lead && <span className="muted">{lead}</span>}
          </div>
          <IconButton icon={CloseIcon} label="Close" disabled={isBusy} onClick={close} />
        </div>
        <div className="drawer__body">
          <FailureAlert title="It was not done" failure={props.failure} />
          {props.children}
        </div>
        <div className="drawer__foot">
          {undo !== undefined && <UndoLine undo={undo} />}
          <div className="row">
            <Button look="secondary" disabled={isBusy} onClick={close}>
              Cancel <Kbd>Esc</Kbd>
            </Button>
            <Button type="submit" isBusy={isBusy} disabled={props.isSubmitOff} isDanger={props.isDanger}>
              {submitLabel} <Kbd>Ctrl Enter</Kbd>
            </Button>
          </div>
        </div>
      </form>
    </dialog>
  )
}

/** `instead` is what helps where it cannot be undone. */
export function UndoLine({ undo, instead }: { undo: string | null; instead?: string }) {
  return undo === null ? (
    <span className="undo undo--never">
      <WarningIcon size="small" />
      {instead ? `Cannot be undone. ${instead}` : 'Cannot be undone.'}
    </span>
  ) : (
    <span className="undo">
      <UndoIcon size="small" />
      {undo}
    </span>
  )
}
