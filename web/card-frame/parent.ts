import type { CardFrameMessage, bankQuestionCommand, checkoutCommand } from '#contract/card-entry.ts'
import { joinErrors } from '#domain/card-entry.ts'

const checkout: typeof checkoutCommand = 'doCheckout'
const bankAsked: typeof bankQuestionCommand = 'bankAsked'

export type TypedCard = NonNullable<NonNullable<CardFrameMessage['data']>['card']>

/** The window around the frame. Messages are exchanged with it only if it is the portal. */
export function lineToParent(parentOrigin: string, onCheckout: () => void) {
  let onBankAsked = () => {}
  addEventListener('message', (event) => {
    if (event.origin !== parentOrigin || event.source !== window.parent) return
    if (event.data === checkout) onCheckout()
    if (event.data === bankAsked) onBankAsked()
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
    /** The bank has refused what is typed, which can be sent again as it stands. */
    decline(reason: string): void {
      lastSent = ''
      send({ message: 'FormInvalid', errors: joinErrors([reason]), data: { isDeclined: true } })
    },
    reportCard: (card: TypedCard) => send({ message: 'CardChanged', errors: '', data: { card } }),
    /** Enter was pressed, which is the page's to carry out. */
    requestSubmit: () => send({ message: 'SubmitRequested', errors: '' }),
    /** The page shows the bank's question over all of it; this waits until it was answered. */
    askBank: (clientSecret: string) =>
      new Promise<void>((resolve) => {
        onBankAsked = resolve
        send({ message: 'BankQuestion', errors: '', data: { clientSecret } })
      }),
    complete: (token: string) => send({ message: 'TransactionComplete', errors: '', data: { token } }),
  }
}
