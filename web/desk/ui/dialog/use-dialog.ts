import { useEffect, useRef, type RefObject } from 'react'

/** Opens a native dialog: it holds the focus, makes the page behind it inert, and gives the focus back. */
export function useDialog(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const shown = dialog.current
    const opener = document.activeElement
    if (shown && !shown.open) shown.showModal()
    return () => {
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])
  return dialog
}
