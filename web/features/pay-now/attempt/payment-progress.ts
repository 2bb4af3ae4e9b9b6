import type { Payment } from '#contract/pay-now.ts'
import type { PaymentFacts } from '#contract/wire.ts'
import type { Cents } from '#domain/money.ts'
import type { AmountWish, PaidWith } from '../payer.ts'

/** Shown when a payment fails or is being checked. */
export type PaymentAbout = { schoolName: string; methodName: string }
export type PaymentContext = { wish?: AmountWish; about?: PaymentAbout }

export type PaymentProgress =
  /** Nothing is in progress; `notice` says what became of the last try. */
  | { at: 'open'; notice: string | null }
  /** Sent just now; the payer waits at the button. */
  | { at: 'paying' }
  /** The page was loaded, and something was sent from here before. */
  | { at: 'finding' }
  /** The outcome is not known yet. */
  | ({ at: 'checking' } & PaymentContext)
  /** `isEarlier`: it was made before, here or in another tab; the last press paid nothing. */
  | { at: 'paid'; payment: Payment; isEarlier?: boolean }
  /**
   * `message` is the server's; without one a general message is shown. `first` is the payment that came before.
   * `next` is what the payer can do: pay another way, or look again while another payment is under way.
   */
  | ({
      at: 'failed'
      message: string | null
      first: PaymentFacts | null
      next?: 'again' | 'look' | null
    } & PaymentContext)
  /** The next steps at the payer's own bank. */
  | { at: 'bpay'; amount?: Cents }

export type PaymentHandle = {
  /** The request or the account that is paid for. */
  payFor: string
  progress: PaymentProgress
  /** The attempt's id, for calls that prepare it. */
  attemptId: string
  /** Pays once, however often it is called. A function is called first: it may have to save a card. */
  pay: (wish: AmountWish, paidWith: PaidWith | (() => Promise<PaidWith>), about?: PaymentAbout) => void
  showBpaySteps: (wish?: AmountWish) => void
  /** A wallet has paid in this session, without leaving the page. */
  recordSession: (checkoutSessionId: string) => void
  /**
   * A wallet pays in a session; nothing else can be pressed meanwhile. `confirm` says whether it did, and rejects when
   * that is not known.
   */
  payByWallet: (checkoutSessionId: string, confirm: () => Promise<'done' | 'declined'>) => Promise<void>
  /** From a failure back to the choice of a method, with a new attempt. */
  startAgain: () => void
}
