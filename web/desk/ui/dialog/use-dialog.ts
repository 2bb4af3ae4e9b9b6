import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'

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
      shown.querySelector<HTMLElement>(firstField)?.focus()
    }
    return () => {
      shown?.removeEventListener('cancel', hear)
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])
  return dialog
}
