import { useEffect, useEffectEvent, useReducer, type ComponentType } from 'react'
import { showToast } from '../toast/toast.ts'
import type { ModalProps } from './modal-props.ts'

let Dialog: ComponentType<ModalProps> | undefined

async function load(): Promise<void> {
  Dialog = (await import('./modal-dialog.tsx')).ModalDialog
}

/** A dialog over the page. What draws it is large, and comes when one is opened for the first time. */
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
