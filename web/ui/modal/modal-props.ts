import type { ReactNode } from 'react'

export type ModalProps = {
  isOpen: boolean
  /** Asked for by everything that closes the dialog; `isOpen` is false from then on. */
  onHide: () => void
  title: string
  children: ReactNode
  /** Shows the arrow before the title. */
  onBack?: () => void
  /** Without an action the button only closes. */
  onConfirm?: () => unknown
  /** Closes after the action; if that is a promise, once it is kept. One that is broken leaves the dialog open. */
  closeOnConfirm?: boolean
  confirmLabel?: string
  isDanger?: boolean
  /** Shown instead of what the error says. */
  failureText?: string
  /** Runs before the dialog closes without a confirmation: by Cancel, the cross or the Escape key. */
  onCancel?: () => void
  /** False where there is nothing to decide. */
  hasCancel?: boolean
}
