import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import { useSession } from '../../foundation/session.ts'
import './dialog.css'

const firstField = '.drawer__body :is(input, select, textarea, button):not(:disabled)'

/**
 * Opens a native dialog: it holds the focus, makes the page behind it inert, and gives the focus back. Escape closes this
 * one alone: React would tell the dialogs around it as well, and of a file that nobody chose.
 */
export function useDialog(onClose: () => void): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null)
  const cancel = useEffectEvent((event: Event) => {
    if (event.target !== dialog.current) return
    event.preventDefault()
    onClose()
  })
  useEffect(() => {
    const shown = dialog.current
    const opener = document.activeElement
    const hear = (event: Event) => cancel(event)
    shown?.addEventListener('cancel', hear)
    if (shown && !shown.open) {
      shown.showModal()
      // The browser would choose the first control, which is the one that closes.
      fieldToBegin(shown)?.focus()
    }
    return () => {
      shown?.removeEventListener('cancel', hear)
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])
  const isOver = useSession()?.isOver ?? false
  useEffect(() => {
    const shown = dialog.current
    // A modal dialog makes the log-in over the page inert too: who has to log in again could not.
    if (isOver) shown?.close()
    else if (shown && !shown.open) shown.showModal()
  }, [isOver])
  return dialog
}

/** Of a choice the part that is chosen: an arrow key then goes on from it. */
function fieldToBegin(shown: HTMLElement): HTMLElement | null {
  const first = shown.querySelector<HTMLInputElement>(firstField)
  if (first?.type !== 'radio') return first
  return shown.querySelector<HTMLElement>(`[name="${CSS.escape(first.name)}"]:checked`) ?? first
}
