import type { RepaymentSourceType } from './payment-methods/payment-methods.ts'
import type { Transitions } from './transitions.ts'

/** One attempt to move money, from its first record to reversals years later. */
export const paymentStatuses = [
  'Created',
  'Sent',
  'Unknown',
  'Processing',
  'Succeeded',
  'Failed',
  'Refunded',
  'Disputed',
] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

/** The origin of a payment: a plan, the family itself, a link, BPAY, or cheque and cash. */
export const paymentKinds = ['Instalment', 'Early', 'Guest', 'Deposit', 'Offline'] as const
export type PaymentKind = (typeof paymentKinds)[number]

export const paymentTransitions: Transitions<PaymentStatus> = {
  // Recorded; not yet sent to the provider.
  Created: ['Sent', 'Failed'],
  // The provider may have received it. From here on only its reply decides.
  Sent: ['Unknown', 'Processing', 'Succeeded', 'Failed'],
  // The provider was queried and gave no clear reply.
  Unknown: ['Processing', 'Succeeded', 'Failed'],
  // A bank debit in progress.
  Processing: ['Succeeded', 'Failed'],
  Succeeded: ['Refunded', 'Disputed'],
  // Money that arrives after all is still recorded: the provider's status overrides ours.
  Failed: ['Succeeded'],
  // A refund can fail, and the money comes back to us.
  Refunded: ['Succeeded'],
  // Won, or lost and returned.
  Disputed: ['Succeeded', 'Refunded'],
}

/** The money has arrived. Later news about the charge does not change that. */
export function hasArrived(status: PaymentStatus): boolean {
  return status === 'Succeeded' || status === 'Refunded' || status === 'Disputed'
}

/** The outcome of the payment is still unknown. */
export function isOpen(status: PaymentStatus): boolean {
  return status === 'Created' || status === 'Sent' || status === 'Unknown'
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** The times after sending at which the provider is queried about a payment. */
const lookTimes = [
  ...[1, 5, 15, 60].map((minutes) => minutes * minute),
  ...Array.from({ length: 23 }, (_, index) => (index + 2) * hour),
  ...Array.from({ length: 6 }, (_, index) => (index + 2) * day),
]

/** The time of the next query after this many queries, or null if staff must investigate. */
export function nextLook(sentAt: Date, looks: number): Date | null {
  const after = lookTimes[looks]
  return after === undefined ? null : new Date(sentAt.getTime() + after)
}

/** Providers may forget an idempotency key after a day. Close to that, nothing is sent again. */
export const resendLimitMs = 23 * hour

/** Webhooks report the end of a bank debit; this only replaces a lost one. */
export const processingLookMs = day

/** How long a payer can take to confirm a payment with their bank (3-D Secure). */
export const confirmationMs = 15 * minute

/** Why a payment was refused, in our own words: the provider's never reach a customer. */
export const declineReasons = [
  'card_declined',
  'lost_card',
  'stolen_card',
  'insufficient_funds',
  'expired_card',
  'incorrect_cvc',
  'incorrect_number',
  'processing_error',
  'authentication_required',
  'not_confirmed',
  'over_limit',
  'too_small',
  'account_closed',
  'no_account',
  'refer_to_customer',
  'debit_not_authorized',
  'method_gone',
  'not_accepted',
] as const
export type DeclineReason = (typeof declineReasons)[number]

/** The text for a payer: the same for all methods, or one for cards and one for bank accounts. */
type DeclineText = string | { card: string; bank: string }

type DeclineWords = {
  /** For a payer who has just tried to pay: the next step. */
  now: DeclineText
  /** For a payer who reads of it later: the bank's reason. */
  later: string
}

const bankRefused = 'Your bank did not allow this payment. Please contact your bank.'
const cardDeclined: DeclineWords = {
  now: { card: 'Your card was declined.', bank: bankRefused },
  later: 'Your bank declined it without a reason that we may pass on.',
}

const declineWords: Record<DeclineReason, DeclineWords> = {
  card_declined: cardDeclined,
  // The holder of a lost or stolen card must not learn that it is known.
  lost_card: cardDeclined,
  stolen_card: cardDeclined,
  insufficient_funds: {
    now: {
      card: 'Your card has insufficient funds.',
      bank: 'There was not enough money in your bank account.',
    },
    later: 'Your bank told us that there was not enough money in the account.',
  },
  expired_card: {
    now: { card: 'Your card has expired.', bank: bankRefused },
    later: 'Your card has expired.',
  },
  incorrect_cvc: {
    now: { card: "Your card's security code is incorrect.", bank: bankRefused },
    later: "Your bank did not accept the card's security code.",
  },
  incorrect_number: {
    now: { card: 'Your card number is incorrect.', bank: bankRefused },
    later: 'Your bank did not accept the card number.',
  },
  processing_error: {
    now: {
      card: 'An error occurred while processing your card. Try again in a little bit.',
      bank: 'An error occurred while your bank processed the direct debit. Try again in a little bit.',
    },
    later: 'Something went wrong on the way to your bank.',
  },
  authentication_required: {
    now: {
      card: 'Your bank wants you to confirm this payment. Please enter your card again and confirm it.',
      bank: bankRefused,
    },
    later: 'Your bank wants you to confirm the payment yourself.',
  },
  not_confirmed: {
    now: 'This payment was not confirmed with your bank, so nothing was charged. Please try again or use another payment method.',
    later: 'It was not confirmed with your bank.',
  },
  over_limit: {
    now: 'This payment is larger than your bank allows at once. Please pay a smaller amount.',
    later: 'It is more than your bank allows at once.',
  },
  too_small: {
    now: 'This amount is too small to be taken this way. Please pay a larger amount.',
    later: 'It is too small an amount to be collected this way.',
  },
  account_closed: {
    now: 'The bank account is closed. Please choose another payment method.',
    later: 'The bank account is closed.',
  },
  no_account: {
    now: 'The bank account could not be found. Please choose another payment method.',
    later: 'The bank could not find the account.',
  },
  refer_to_customer: {
    now: bankRefused,
    later: 'Your bank did not allow it, and asks you to contact them.',
  },
  debit_not_authorized: {
    now: 'Your bank did not authorise this direct debit. Please choose another payment method.',
    later: 'Your bank does not allow direct debits from the account any more.',
  },
  method_gone: {
    now: 'This payment method can no longer be used. Please choose another one.',
    later: 'There was no payment method that we could collect it from.',
  },
  not_accepted: {
    now: 'This payment could not be taken. Please choose another payment method.',
    later: 'Your bank did not accept it.',
  },
}

/** The reason for a refused payment, in a text that fits its method. An unsaved card and a wallet have no type. */
export function declineText(reason: DeclineReason, methodType?: RepaymentSourceType | null): string {
  const text = declineWords[reason].now
  if (typeof text === 'string') return text
  return methodType === 'BankAccount' ? text.bank : text.card
}

/** The reason for an earlier failed debit of a plan, for the family that did not see it happen. */
export function bankSaid(reason: DeclineReason): string {
  return declineWords[reason].later
}

/** Maps a provider's code to our reasons. */
const reasonOfCode: Record<string, DeclineReason> = {
  generic_decline: 'card_declined',
  invalid_account: 'no_account',
  amount_too_small: 'too_small',
  amount_too_large: 'over_limit',
  charge_exceeds_source_limit: 'over_limit',
  charge_exceeds_transaction_limit: 'over_limit',
  charge_exceeds_weekly_limit: 'over_limit',
  payment_method_unavailable: 'method_gone',
  payment_method_no_longer_available: 'method_gone',
  mandate_invalid: 'debit_not_authorized',
  payment_intent_mandate_invalid: 'debit_not_authorized',
  setup_intent_authentication_failure: 'not_confirmed',
  payment_intent_authentication_failure: 'not_confirmed',
}

/** The first known code wins; the decline code is more precise than the error code. */
export function declineReason(...codes: (string | null | undefined)[]): DeclineReason {
  for (const code of codes) {
    if (!code) continue
    const known = declineReasons.find((reason) => reason === code) ?? reasonOfCode[code]
    if (known) return known
  }
  return codes.some((code) => code) ? 'card_declined' : 'not_accepted'
}
