import { useEffect, useRef, type RefObject } from 'react'

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
      fieldToBegin(shown)?.focus()
    }
    return () => {
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])
  return dialog
}

/** Of a choice the part that is chosen: an arrow key then goes on from it. */
function fieldToBegin(shown: HTMLElement): HTMLElement | null {
  const first = shown.querySelector<HTMLInputElement>(firstField)
  if (first?.type !== 'radio') return first
  return shown.querySelector<HTMLElement>(`[name="${CSS.escape(first.name)}"]:checked`) ?? first
}
