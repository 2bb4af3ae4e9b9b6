const lookEveryMs = 100
const patienceMs = 5_000

/**
 * For a button that may go with what it has done, at once or behind a dialog that is closing and gives it the focus
 * back: once it is gone, the focus goes to what stays. How long a dialog takes to fade out is the device's affair.
 */
export function regainFocus(opener: Element, fallback: { current: HTMLElement | null }): void {
  const until = performance.now() + patienceMs
  const timer = setInterval(() => {
    const isLost = !opener.isConnected && document.activeElement === document.body
    if (isLost) fallback.current?.focus()
    if (isLost || performance.now() > until) clearInterval(timer)
  }, lookEveryMs)
}
