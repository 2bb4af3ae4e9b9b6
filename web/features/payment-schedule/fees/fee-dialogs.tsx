import type { RefObject } from 'react'
import { regainFocus } from '../../../ui/modal/regain-focus.ts'
import type { ModalAbout } from '../../../ui/modal/use-modal.ts'
import { DiscountDialog } from './discount-dialog.tsx'
import { FeeDialog } from './fee-dialog.tsx'
import type { FeeDialogProps } from './use-fee-question.ts'

const dialogs = { fee: FeeDialog, discount: DiscountDialog }

export type FeeDialogOpening = {
  kind: keyof typeof dialogs
  enrolmentId?: string | null
  /** The button that was pressed. */
  opener: Element
}

type FeeDialogsProps = Omit<FeeDialogProps, 'isOpen' | 'onHide' | 'enrolmentId'> & {
  modal: ModalAbout<FeeDialogOpening>
  /** Takes the focus of a badge that has gone with its request. */
  heading: RefObject<HTMLElement | null>
}

/** What was typed before a dialog was closed without Confirm is gone. */
export function FeeDialogs({ modal, heading, ...rest }: FeeDialogsProps) {
  const { count, isOpen, subject, hide } = modal
  if (!subject) return null
  const { kind, enrolmentId = null, opener } = subject
  const Dialog = dialogs[kind]
  return (
    <Dialog
      key={count}
      {...rest}
      isOpen={isOpen}
      onHide={() => {
        hide()
        regainFocus(opener, heading)
      }}
      enrolmentId={enrolmentId}
    />
  )
}
