import { useEffect, useEffectEvent, useReducer, type ComponentType } from 'react'
import { showToast } from '../toast/toast.ts'
import type { ModalProps } from './modal-props.ts'

let Dialog: ComponentType<ModalProps> | undefined

async function load(): Promise<void> {
  Dialog = (await import('./modal-dialog.tsx')).ModalDialog
}

/** Loads the dialog's code ahead, when a click seems likely. A failure shows when the dialog is opened. */
export const loadModalAhead = () => void load().catch(() => {})

/** A dialog over the page. Its code is large, so it loads when a dialog is first opened. */
export function Modal(props: ModalProps) {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const giveUp = useEffectEvent(() => {
    showToast({ variant: 'error', text: 'Oops, something went wrong.' })
    props.onHide()
  })
  useEffect(() => {
    if (props.isOpen && !Dialog) load().then(redraw, giveUp)
  }, [props.isOpen])
  return Dialog ? <Dialog {...props} /> : null
}
