import { useEffect, useEffectEvent, useReducer, useState, type ComponentType, type RefObject } from 'react'
import { regainFocus } from '../../../ui/modal/regain-focus.ts'
import { showToast } from '../../../ui/toast/toast.ts'
import type { FeeDialogProps } from './use-fee-question.ts'

type Kind = 'fee' | 'discount'
let dialogs: Record<Kind, ComponentType<FeeDialogProps>> | undefined

/** Brings the dialogs ahead of the click, when somebody seems about to make it. */
export async function loadDialogs(): Promise<void> {
  const [{ FeeDialog }, { DiscountDialog }] = await Promise.all([
    import('./fee-dialog.tsx'),
    import('./discount-dialog.tsx'),
  ])
  dialogs = { fee: FeeDialog, discount: DiscountDialog }
}

type Opening = { kind: Kind; enrolmentId?: string | null; opener: Element }

/** Opens a dialog anew each time: what was typed before it was closed without Confirm is gone. */
export function useFeeDialog(heading: RefObject<HTMLElement | null>) {
  const [{ count, isOpen, opening }, set] = useState<{
    count: number
    isOpen: boolean
    opening: Opening | undefined
  }>({ count: 0, isOpen: false, opening: undefined })
  return {
    count,
    isOpen,
    opening,
    open: (next: Opening) => set((before) => ({ count: before.count + 1, isOpen: true, opening: next })),
    hide: () => {
      set((before) => ({ ...before, isOpen: false }))
      // A wish that was unticked has no badge any more.
      if (opening) regainFocus(opening.opener, heading)
    },
  }
}

type LazyFeeDialogsProps = Omit<FeeDialogProps, 'isOpen' | 'onHide' | 'enrolmentId'> & {
  dialog: ReturnType<typeof useFeeDialog>
}

/** The dialogs with their fields are large, and come when one is opened for the first time. */
export function LazyFeeDialogs({ dialog, ...rest }: LazyFeeDialogsProps) {
  const { count, isOpen, opening, hide } = dialog
  const [, redraw] = useReducer((drawn: number) => drawn + 1, 0)
  const giveUp = useEffectEvent(() => {
    showToast({ variant: 'error', text: 'Oops, something went wrong.' })
    hide()
  })
  useEffect(() => {
    if (isOpen && !dialogs) loadDialogs().then(redraw, giveUp)
  }, [isOpen])
  if (!dialogs || !opening) return null
  const Dialog = dialogs[opening.kind]
  return (
    <Dialog key={count} {...rest} isOpen={isOpen} onHide={hide} enrolmentId={opening.enrolmentId ?? null} />
  )
}
