import { useId, type ReactNode } from 'react'
import { IconButton } from '../../../ui/button/button.tsx'
import { CloseIcon } from '../../../ui/icon/close.tsx'
import { useShortcuts } from '../../foundation/shortcuts.ts'
import { useDialog } from './use-dialog.ts'

/** A question or a short list over the page. An action has a drawer instead. */
export function Dialog({
  title,
  onClose,
  foot,
  children,
}: {
  title: string
  onClose: () => void
  foot?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  const dialog = useDialog(onClose)
  useShortcuts([], { isModal: true })
  return (
    <dialog className="dialog" ref={dialog} aria-labelledby={id}>
      <div className="drawer__head">
        <div>
          <h2 id={id}>{title}</h2>
        </div>
        <IconButton icon={CloseIcon} label="Close" onClick={onClose} />
      </div>
      <div className="drawer__body">{children}</div>
      {foot && <div className="drawer__foot">{foot}</div>}
    </dialog>
  )
}
