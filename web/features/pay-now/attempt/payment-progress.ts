import type { Payment } from '#contract/pay-now.ts'
import type { PaymentFacts } from '#contract/wire.ts'
import type { Cents } from '#domain/money.ts'
import type { AmountWish, PaidWith } from '../payer.ts'

/** To whom and with what, in words: shown where a payment did not come about. */
export type PaymentAbout = { schoolName: string; methodName: string }
export type Told = { wish?: AmountWish; about?: PaymentAbout }

export type PaymentProgress =
  /** Nothing is under way; `notice` says what became of a try that never arrived. */
  | { at: 'open'; notice: string | null }
  /** Sent just now, and whoever pays waits at the button. */
  | { at: 'paying' }
  /** The page has just been loaded, and something was sent from here before. */
  | { at: 'finding' }
  /** Nobody knows yet what became of it. */
  | ({ at: 'checking' } & Told)
  /** `isEarlier`: it was made before, here or in another tab, and the last press paid nothing. */
  | { at: 'paid'; payment: Payment; isEarlier?: boolean }
  /**
   * `message` is the server's; without one the view of all errors is shown. `first` is the payment that came before.
   * `next` is what can be done: pay in another way, or look again while another payment is under way.
   */
  | ({
      at: 'failed'
      message: string | null
      first: PaymentFacts | null
      next?: 'again' | 'look' | null
    } & Told)
  /** The next steps at one's own bank. */
  | { at: 'bpay'; amount?: Cents }

export type PaymentHandle = {
  /** The request or the account that is paid for. */
  payFor: string
  progress: PaymentProgress
  /** The id of the attempt at hand, for calls that prepare it. */
  attemptId: string
  /** Pays, once, however often it is called meanwhile. `prepare` runs first: a card may have to be saved. */
  pay: (wish: AmountWish, paidWith: PaidWith | (() => Promise<PaidWith>), about?: PaymentAbout) => void
  showBpaySteps: (wish?: AmountWish) => void
  /** A wallet has paid in a session, without leading away from the page. */
  recordSession: (checkoutSessionId: string) => void
  /**
   * A wallet pays in a session: nothing else can be pressed meanwhile. `confirm` says whether it did, and rejects when
   * nobody knows.
   */
  payByWallet: (checkoutSessionId: string, confirm: () => Promise<'done' | 'declined'>) => Promise<void>
  /** From a failure back to the choice of a method, with a new attempt. */
  startAgain: () => void
}
