import type {
  StripeCheckoutExpressCheckoutElementOptions,
  StripeExpressCheckoutElementConfirmEvent,
} from '@stripe/stripe-js'
import type { Region } from '#domain/region.ts'
import { elementFont, elementLook } from '../../../stripe/element-look.ts'
import type { PaymentInput, PaymentCalls } from '../payer.ts'
import { walletStripe } from './use-wallets.ts'
import { forgetWalletSession, openWalletSession } from './wallet-session.ts'

export type WalletConfirmation = {
  event: StripeExpressCheckoutElementConfirmEvent
  checkoutSessionId: string
  /** Has the wallet pay. Rejects when nobody knows whether it did. */
  confirm: () => Promise<{ kind: 'done' } | { kind: 'declined'; message: string }>
}

export type WalletElementHeard = {
  onReady: (hasWallet: boolean) => void
  onLost: () => void
  onConfirm: (asked: WalletConfirmation) => void
  /** The session was paid before: there is nothing left to pay in it. */
  onPaidBefore: (checkoutSessionId: string) => void
}

export type Payer = { region: Region; input: PaymentInput; calls: PaymentCalls; attemptId: string }

/** A message for the payer. */
export class WalletFault extends Error {}

/** The session can no longer be paid; another can. */
class SessionOver extends Error {}

/** Puts the wallets' buttons into `place`, unless nobody waits for them any more. Gives what takes them away again. */
export async function openWalletElement(
  place: HTMLElement,
  payer: Payer,
  heard: WalletElementHeard,
  signal: AbortSignal,
): Promise<() => void> {
  try {
    return await mountElement(place, payer, heard, signal)
  } catch (error) {
    if (!(error instanceof SessionOver)) throw error
    forgetWalletSession()
    return mountElement(place, payer, heard, signal)
  }
}

async function mountElement(
  place: HTMLElement,
  { region, input, calls, attemptId }: Payer,
  { onReady, onLost, onConfirm, onPaidBefore }: WalletElementHeard,
  signal: AbortSignal,
): Promise<() => void> {
  const [stripe, clientSecret] = await Promise.all([
    walletStripe(region),
    openWalletSession(calls, input, attemptId),
  ])
  signal.throwIfAborted()
  if (!stripe || !clientSecret) throw new WalletFault('Payment configuration is invalid')
  const checkout = stripe.initCheckoutElementsSdk({
    clientSecret,
    elementsOptions: { appearance: elementLook(), fonts: [elementFont()] },
  })
  const loaded = await checkout.loadActions()
  signal.throwIfAborted()
  if (loaded.type === 'error') throw new SessionOver(loaded.error.message)
  const { actions } = loaded
  const { id: checkoutSessionId, status, total } = actions.getSession()
  if (status.type === 'complete') {
    onPaidBefore(checkoutSessionId)
    return () => {}
  }
  if (status.type === 'expired' || total.total.minorUnitsAmount !== input.amount)
    throw new SessionOver('The session is over, or over another sum')

  const element = checkout.createExpressCheckoutElement(buttons())
  element.on('ready', ({ availablePaymentMethods: wallets }) =>
    onReady(Boolean(wallets && (wallets.applePay || wallets.googlePay))),
  )
  element.on('loaderror', onLost)
  element.on('confirm', (event) => {
    const confirm = async () => {
      const result = await actions.confirm({ expressCheckoutConfirmEvent: event })
      if (result.type === 'success') return { kind: 'done' } as const
      const { code, message } = result.error
      // Any other error, such as a lost connection, does not say whether money was taken.
      if (code !== 'paymentFailed') throw new Error(message)
      return { kind: 'declined', message } as const
    }
    onConfirm({ event, checkoutSessionId, confirm })
  })
  element.mount(place)
  return () => element.destroy()
}

/** Those of the two wallets alone, black on a light page and white on a dark one. */
function buttons(): StripeCheckoutExpressCheckoutElementOptions {
  const isDark = getComputedStyle(document.documentElement).colorScheme === 'dark'
  const colour = isDark ? 'white' : 'black'
  return {
    buttonHeight: 48,
    buttonTheme: { applePay: colour, googlePay: colour },
    buttonType: { applePay: 'plain', googlePay: 'plain' },
    layout: { maxColumns: 2, overflow: 'never' },
    paymentMethodOrder: ['applePay', 'googlePay'],
    paymentMethods: {
      applePay: 'auto',
      googlePay: 'auto',
      amazonPay: 'never',
      klarna: 'never',
      link: 'never',
      paypal: 'never',
    },
  }
}
