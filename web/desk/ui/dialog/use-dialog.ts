import { useEffect, useRef, type RefObject } from 'react'
import { useSession } from '../../app/session.ts'

const firstField = '.drawer__body :is(input, select, textarea, button):not(:disabled)'

/** Opens a native dialog: it holds the focus, makes the page behind it inert, and gives the focus back. */
export function useDialog(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const shown = dialog.current
    const opener = document.activeElement
    if (shown && !shown.open) {
      shown.showModal()
      // The browser would choose the first control, which is the one that closes.
      shown.querySelector<HTMLElement>(firstField)?.focus()
    }
    return () => {
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
