import { createFrame } from './frame.js'
import { setStyle } from './values.js'

/**
 * A frame over the whole page. It is a modal dialog, so that it also stands above dialogs that the page has
 * opened itself, and the keyboard stays in it.
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
  // A browser closes a dialog at the second Escape whatever the page says; this one is only closed by us.
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
      // The press that closed it may still be on its way through the frame, and gets lost with the frame.
      setTimeout(() => {
        frame.remove()
        dialog.remove()
      }, 1000)
    },
  }
}

/** The scheme that the page is drawn in, which is not always the system's. */
function isDark() {
  const schemes = getComputedStyle(document.documentElement).colorScheme.split(' ')
  if (!schemes.includes('dark')) return false
  return !schemes.includes('light') || matchMedia('(prefers-color-scheme: dark)').matches
}
