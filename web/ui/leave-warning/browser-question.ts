/** Long enough for the browser to show its question about a click. */
const clickOverMs = 1_000

/** The browser's own question, the only one possible when a tab is closed or reloaded. */
export function confirmUnload(): () => void {
  let isLeavingForProgram = false

  function confirm(event: BeforeUnloadEvent) {
    if (!isLeavingForProgram) event.preventDefault()
  }
  /** A mail or calendar link does not leave the page, but some browsers ask anyway. */
  function noteLink({ target }: MouseEvent) {
    const link = target instanceof Element ? target.closest('a') : null
    if (!link || link.protocol.startsWith('http')) return
    isLeavingForProgram = true
    setTimeout(() => (isLeavingForProgram = false), clickOverMs)
  }

  addEventListener('beforeunload', confirm)
  addEventListener('click', noteLink)
  return () => {
    removeEventListener('beforeunload', confirm)
    removeEventListener('click', noteLink)
  }
}
