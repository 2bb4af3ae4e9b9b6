const lookEveryMs = 100
const timeoutMs = 5_000

/**
 * For a button that may disappear with its action, at once or behind a closing dialog that returns the focus to it.
 * Once it is gone, the focus moves to the fallback. How long a dialog takes to fade out depends on the device.
 */
export function regainFocus(opener: Element, fallback: { current: HTMLElement | null }): void {
  const until = performance.now() + timeoutMs
  const timer = setInterval(() => {
    const isLost = !opener.isConnected && document.activeElement === document.body
    if (isLost) fallback.current?.focus()
    if (isLost || performance.now() > until) clearInterval(timer)
  }, lookEveryMs)
}
