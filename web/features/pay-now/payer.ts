import type { CodeContact } from '#contract/guest-payments.ts'
import type { ExpressPaymentType, Payment, PaymentPage } from '#contract/pay-now.ts'
import type { BpayInfo, RepaymentSource } from '#contract/payment-methods.ts'
import type { Cents } from '#domain/money.ts'
import type { AmountChangeReason } from '#domain/pay-now.ts'
import type { Region } from '#domain/region.ts'

/** The result of the first step: the amount, the school, and the reason for an amount other than the requested one. */
export type PaymentInput = {
  amount: Cents
  schoolId: string
  reason: AmountChangeReason | null
  description: string | null
  /** What the page said that it pays first. */
  due?: number
}

/** The means of payment: a saved method, or the token of a new card. */
export type PaidWith = { sourceId: string } | { cardToken: string }

/** A payment order with the total that the payer was shown, surcharge included. */
export type Payable = PaymentInput & { total: Cents }

/** The school and the available payment methods: all facts of the second step. */
export type MethodOffer = {
  region: Region
  schoolName: string
  /** What the cards of each group cost at this school; none that is free. */
  cardSurcharges: PaymentPage['institutions'][number]['cardSurcharges']
  /** Without BPAY, which is a kind of its own here. */
  sources: RepaymentSource[]
  /** What stands under a saved method, where it is not who holds it and what it costs. */
  hintOf?: (source: RepaymentSource) => string
  bpay: BpayInfo | null
  /** A guest may have a saved method pay what is due, not more; absent where it may pay any sum. */
  dueAmount?: Cents
  /** The page, on an origin of its own, in which a card is typed. */
  tokenizationUrl: string
  /** Asks for another such page: it serves one card, and for half an hour. */
  onRenewCardForm: () => void
}

/** A guest unlocks saved methods with a code that goes to their owner. */
export type CodeCalls = {
  readAccess: () => Promise<{ isUnlocked: boolean; contacts: CodeContact[] }>
  send: (contact: string) => Promise<{ sentTo: CodeContact }>
  enter: (code: string) => Promise<unknown>
}

/** The calls of either page. Each payment is named by the id of its attempt, so that it happens once. */
export type PaymentCalls = {
  pay: (input: Payable, paidWith: PaidWith, attemptId: string) => Promise<Payment>
  /** Returns the outcome of an attempt; refused as not found if it never reached the server. */
  findOutcome: (attemptId: string) => Promise<Payment>
  /** Cancels an attempt that its payer has not confirmed with their bank. */
  callOff: (attemptId: string) => Promise<Payment>
  openSession: (input: PaymentInput, attemptId: string) => Promise<{ clientSecret: string }>
  verifyWallet: (
    input: PaymentInput,
    session: { checkoutSessionId: string; expressPaymentType: ExpressPaymentType },
    attemptId: string,
  ) => Promise<{ verified: boolean; message: string | null }>
  recordSession: (checkoutSessionId: string, attemptId: string) => Promise<Payment>
  /** Absent if saved methods are the payer's own. */
  codes?: CodeCalls
  downloadReceipt: (paymentId: string) => Promise<void>
}
