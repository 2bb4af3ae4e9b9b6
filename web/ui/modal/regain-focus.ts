const lookEveryMs = 100
const patienceMs = 5_000

/**
 * For a dialog that is closing: it gives the focus back to the button that opened it. If that one is gone by then, the
 * focus goes to what stays. How long the dialog takes to fade out is the device's affair.
 */
export function regainFocus(opener: Element, place: { current: HTMLElement | null }): void {
  const until = performance.now() + patienceMs
  const timer = setInterval(() => {
    const isLost = !opener.isConnected && document.activeElement === document.body
    if (isLost) place.current?.focus()
    if (isLost || performance.now() > until) clearInterval(timer)
  }, lookEveryMs)
}
