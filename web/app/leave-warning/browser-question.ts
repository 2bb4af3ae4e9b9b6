/** By then the browser has asked what it wants to ask about a click. */
const clickOverMs = 1_000

/** The browser's own question, for a tab that is closed or reloaded; all that it allows there. */
export function confirmUnload(): () => void {
  let isLeavingForProgram = false

  function confirm(event: BeforeUnloadEvent) {
    if (!isLeavingForProgram) event.preventDefault()
  }
  /** A link to the mail or the calendar program leaves the page where it is, but some browsers ask there too. */
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
