import type { ReactNode } from 'react'

export type ModalProps = {
  isOpen: boolean
  /** Called by everything that closes the dialog; the caller then sets `isOpen` to false. */
  onHide: () => void
  title: string
  children: ReactNode
  /** Shows a back arrow before the title. */
  onBack?: () => void
  /** Without it the button only closes the dialog. */
  onConfirm?: () => unknown
  /** Closes after the action, or once its promise resolves. If it rejects, the dialog stays open. */
  closeOnConfirm?: boolean
  confirmLabel?: string
  isDanger?: boolean
  /** Replaces the error's own message. */
  failureText?: string
  /** Runs before the dialog closes without a confirmation: by Cancel, the cross or Escape. */
  onCancel?: () => void
  /** False if there is nothing to decide. */
  hasCancel?: boolean
}
