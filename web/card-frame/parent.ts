import type { CardFrameMessage, checkoutCommand } from '#contract/card-entry.ts'
import { joinErrors } from '#domain/card-entry.ts'

const command: typeof checkoutCommand = 'doCheckout'

/** The window around the frame. Messages are exchanged with it only if it is the portal. */
export function lineToParent(parentOrigin: string, onCheckout: () => void) {
  addEventListener('message', (event) => {
    if (event.origin !== parentOrigin || event.source !== window.parent) return
    if (event.data === command) onCheckout()
  })
  let lastSent = ''
  const send = (message: CardFrameMessage) => {
    // If the page is opened directly, there is no parent.
    if (window.parent !== window) window.parent.postMessage(message, parentOrigin)
  }
  return {
    /** Sends the errors if they have changed. */
    reportErrors(errors: string[]): void {
      const message = errors.length > 0 ? 'FormInvalid' : 'FormValid'
      const current = message + joinErrors(errors)
      if (current !== lastSent) send({ message, errors: joinErrors(errors) })
      lastSent = current
    },
    /** Sends the errors after a checkout request, even if they are unchanged. */
    refuse(errors: string[]): void {
      lastSent = ''
      this.reportErrors(errors)
    },
    complete: (token: string) => send({ message: 'TransactionComplete', errors: '', data: { token } }),
  }
}
