import type { Payment } from '#contract/pay-now.ts'
import type { Cents } from '#domain/money.ts'
import type { ApiError } from '../../../api/api-error.ts'
import type { PaidWith, Payable } from '../payer.ts'
import type { Outcome } from './follow-outcome.ts'
import type { PaymentEntry } from './payment-entry.ts'
import type { PaymentAbout, PaymentContext, PaymentProgress } from './payment-progress.ts'

/** The state of one payment. */
export type PaymentState = {
  /** The idempotency key of the next payment. */
  attemptId: string
  progress: PaymentProgress
  /** From the press until it is settled. While there is one, nothing else can be paid. */
  current: Try | null
  /** The number of tries so far, which numbers them, since a retry keeps the attempt's id. */
  tries: number
}

export type Try = {
  number: number
  attemptId: string
  /** The checkout session in which a wallet has paid. */
  session?: string
  context: PaymentContext
  /** It may have reached the server. */
  isSent: boolean
  /** The reply to it may still come. */
  isAwaited: boolean
  /** The refusal of a payment that found another one under way, which may turn out to be itself. */
  blocker?: ApiError
  /** The attempt was sent before with other details, here or in another tab. */
  isEarlier?: boolean
}

export type SentEntry = PaymentEntry & { attempt: string }

export type PaymentEvent =
  /**
   * `session` is the one that the payer returns from; `sent` is what was sent before the page was loaded. `entry` is
   * the one at hand, which Back may have changed since the first render.
   */
  | { type: 'page loaded'; session: string | null; sent: SentEntry | null; entry: PaymentEntry }
  | {
      type: 'pay pressed'
      input: Payable
      paidWith: PaidWith | (() => Promise<PaidWith>)
      about: PaymentAbout | undefined
    }
  | { type: 'wallet pressed' }
  | { type: 'wallet paid before'; session: string }
  | { type: 'bpay chosen'; amount: Cents | undefined }
  | { type: 'start again' }
  | { type: 'confirm pressed' }
  | { type: 'call off pressed' }
  /** Back or Forward; `entry` is the one that is now shown. A link is paid once, so its success stays on the screen. */
  | { type: 'history moved'; entry: PaymentEntry; isLink?: boolean }
  /** Another tab has begun the attempt `keptId`. */
  | { type: 'other tab moved on'; keptId: string }
  | { type: 'own attempt answered'; attemptId: string; keptId: string; answer: Payment | ApiError }
  | { type: 'attempt changed'; attemptId: string }
  | { type: 'wallet answered'; number: number; session: string; outcome: 'done' | 'declined' | 'unknown' }
  | TryEvent

/** The events of one try, which are ignored once that try is settled. */
export type TryEvent = { number: number } & (
  | { type: 'prepared'; input: Payable; paidWith: PaidWith }
  | { type: 'preparing failed'; error: unknown }
  | { type: 'replied'; payment: Payment }
  | { type: 'reply failed'; error: unknown }
  | { type: 'reply late' }
  /** `asked` is the payment while the bank waits for its payer. */
  | { type: 'outcome open'; asked?: Payment | undefined }
  /** The payer has answered the bank, or it could not ask. What came of it only the server says. */
  | { type: 'bank asked' }
  | { type: 'called off'; answer: Payment | ApiError | null }
  | { type: 'outcome known'; outcome: Outcome }
)

export type PaymentEffect =
  | { do: 'prepare'; number: number; input: Payable; prepare: () => Promise<PaidWith> }
  | { do: 'pay'; number: number; attemptId: string; input: Payable; paidWith: PaidWith }
  | { do: 'record session'; number: number; attemptId: string; session: string }
  /** Shows the bank's question over the page. Answered by 'bank asked'. */
  | { do: 'ask bank'; number: number; clientSecret: string }
  | { do: 'call off'; number: number; attemptId: string }
  /** Asks for the outcome until it is known. */
  | {
      do: 'watch'
      number: number
      attemptId: string
      session: string | undefined
      isUrgent: boolean
      absentMs: number | undefined
    }
  | { do: 'stop watching' }
  | { do: 'ask about own attempt'; attemptId: string; keptId: string }
  /** From here on it may reach the server. */
  | { do: 'note sent'; attemptId: string; session: string | undefined }
  | { do: 'note not sent'; attemptId: string }
  /** Answered by 'attempt changed'. */
  | { do: 'end attempt'; attemptId: string }
  | { do: 'rewrite entry'; entry: PaymentEntry }
  | { do: 'return to method step' }
  | { do: 'show bpay steps'; amount: Cents | undefined }
  | { do: 'refresh details' }

/** The result of an event: the new state and the effects to perform. */
export type Step = { state: PaymentState; effects: PaymentEffect[] }
