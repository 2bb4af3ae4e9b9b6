import type { CardFrameMessage, checkoutCommand } from '#contract/card-entry.ts'
import { joinErrors } from '#domain/card-entry.ts'

const command: typeof checkoutCommand = 'doCheckout'

/** The window around the frame. Messages go to it, and come from it, only if it is the portal. */
export function lineToParent(parentOrigin: string, onCheckout: () => void) {
  addEventListener('message', (event) => {
    if (event.origin !== parentOrigin || event.source !== window.parent) return
    if (event.data === command) onCheckout()
  })
  let lastSaid = ''
  const say = (message: CardFrameMessage) => {
    // Opened by itself, the page has nobody to talk to.
    if (window.parent !== window) window.parent.postMessage(message, parentOrigin)
  }
  return {
    /** Says what is wrong, if that has changed. */
    reportErrors(errors: string[]): void {
      const message = errors.length > 0 ? 'FormInvalid' : 'FormValid'
      const said = message + joinErrors(errors)
      if (said !== lastSaid) say({ message, errors: joinErrors(errors) })
      lastSaid = said
    },
    /** Says what is wrong to somebody who asked, be it what they know already. */
    refuse(errors: string[]): void {
      lastSaid = ''
      this.reportErrors(errors)
    },
    complete: (token: string) => say({ message: 'TransactionComplete', errors: '', data: { token } }),
  }
}
