import { createFrame } from './frame.js'
import { setStyle } from './values.js'

/**
 * A frame over the whole page. It is a modal dialog, so that it is also above the page's own dialogs and traps the
 * keyboard.
 */
export function openOverlay({ page, title, about, start = {}, answers = {}, onEscape }) {
  const dialog = document.createElement('dialog')
  dialog.setAttribute('aria-label', title)
  setStyle(dialog, {
    position: 'fixed',
    inset: '0',
    width: '100%',
    height: '100%',
    maxWidth: 'none',
    maxHeight: 'none',
    margin: '0',
    padding: '0',
    border: '0',
    background: 'transparent',
    overflow: 'hidden',
  })
  const frame = createFrame({ page, title, about, start: () => ({ ...start, isDark: isDark() }), answers })
  setStyle(frame.iframe, { height: '100%' })
  dialog.append(frame.iframe)
  let isOpen = true
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    onEscape?.()
  })
  // Browsers close a dialog at the second Escape whatever the page does; only this script may close it.
  dialog.addEventListener('close', () => {
    if (isOpen) dialog.showModal()
  })
  document.body.append(dialog)
  dialog.showModal()
  return {
    close() {
      if (!isOpen) return
      isOpen = false
      dialog.close()
      frame.iframe.removeAttribute('title')
      // The press that closed it may still be in progress in the frame, and would be lost with it.
      setTimeout(() => {
        frame.remove()
        dialog.remove()
      }, 1000)
    },
  }
}

/** The page's colour scheme, which is not always the system's. */
function isDark() {
  const schemes = getComputedStyle(document.documentElement).colorScheme.split(' ')
  if (!schemes.includes('dark')) return false
  return !schemes.includes('light') || matchMedia('(prefers-color-scheme: dark)').matches
}
