import type { Payment } from '#contract/pay-now.ts'
import type { PaymentFacts } from '#contract/wire.ts'
import type { Cents } from '#domain/money.ts'
import type { PaymentInput, PaidWith, Payable } from '../payer.ts'
import type { ClosedLink } from './closed-link.ts'

/** Shown when a payment fails or is being checked. */
export type PaymentAbout = { schoolName: string; methodName: string }
export type PaymentContext = { input?: PaymentInput; about?: PaymentAbout }

export type PaymentProgress =
  /** Nothing is in progress; `notice` describes the outcome of the last try. */
  | {
      at: 'open'
      notice: string | null
      /** The total that the server would charge, where it is not the one that was shown. */
      total?: Cents
    }
  /** Sent just now; the payer waits at the button. */
  | { at: 'paying' }
  /** The page was loaded, and something was sent from here before. */
  | { at: 'finding' }
  /**
   * The bank waits for the payer to confirm it, and nobody is at it: the page was left or loaded again, or the question
   * could not be shown. Nothing is charged before.
   */
  | { at: 'unconfirmed'; payment: Payment; isBusy: boolean }
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
      /** The link can no longer be paid: it was paid meanwhile, or withdrawn. */
      closed?: ClosedLink
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
  pay: (input: Payable, paidWith: PaidWith | (() => Promise<PaidWith>), about?: PaymentAbout) => void
  showBpaySteps: (input?: PaymentInput) => void
  /** A wallet has paid in this session, without leaving the page. */
  recordSession: (checkoutSessionId: string) => void
  /**
   * A wallet pays in a session; nothing else can be pressed meanwhile. `confirm` says whether it did, and rejects when
   * that is not known.
   */
  payByWallet: (checkoutSessionId: string, confirm: () => Promise<'done' | 'declined'>) => Promise<void>
  /** Repeats the bank's authentication. */
  confirm: () => void
  /** Cancels a payment that waits for the bank's authentication. */
  callOff: () => void
  /**
   * From a failure back to the choice of a method, with a new attempt; from a payment to what is left, and from the
   * next steps with BPAY to the first step.
   */
  startAgain: () => void
}
