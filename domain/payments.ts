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

export const paymentTransitions: Transitions<PaymentStatus> = {
  // Recorded; not yet sent to the provider.
  Created: ['Sent', 'Failed'],
  // The provider may have received it. From here on only its answer decides.
  Sent: ['Unknown', 'Processing', 'Succeeded', 'Failed'],
  // The provider was queried and gave no clear answer.
  Unknown: ['Processing', 'Succeeded', 'Failed'],
  // A bank debit in progress.
  Processing: ['Succeeded', 'Failed'],
  Succeeded: ['Refunded', 'Disputed'],
  // Money that arrives after all is still recorded: the provider's answer overrides ours.
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

/** When to query the provider about a payment, counted from its sending. */
const lookTimes = [
  ...[1, 5, 15, 60].map((minutes) => minutes * minute),
  ...Array.from({ length: 23 }, (_, index) => (index + 2) * hour),
  ...Array.from({ length: 6 }, (_, index) => (index + 2) * day),
]

/** The time of the next query after `looks` queries, or null if staff must look into it. */
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

/** What a payer reads: the same for all methods, or what fits a card and what fits a debit of a bank account. */
type DeclineText = string | { card: string; bank: string }

const bankRefused = 'Your bank did not allow this payment. Please contact your bank.'
const cardDeclined: DeclineText = { card: 'Your card was declined.', bank: bankRefused }

const declineTexts: Record<DeclineReason, DeclineText> = {
  card_declined: cardDeclined,
  // The holder of a lost or stolen card must not learn that it is known.
  lost_card: cardDeclined,
  stolen_card: cardDeclined,
  insufficient_funds: {
    card: 'Your card has insufficient funds.',
    bank: 'There was not enough money in your bank account.',
  },
  expired_card: { card: 'Your card has expired.', bank: bankRefused },
  incorrect_cvc: { card: "Your card's security code is incorrect.", bank: bankRefused },
  incorrect_number: { card: 'Your card number is incorrect.', bank: bankRefused },
  processing_error: {
    card: 'An error occurred while processing your card. Try again in a little bit.',
    bank: 'An error occurred while your bank processed the direct debit. Try again in a little bit.',
  },
  authentication_required: {
    card: 'Your bank wants you to confirm this payment. Please enter your card again and confirm it.',
    bank: bankRefused,
  },
  not_confirmed:
    'This payment was not confirmed with your bank, so nothing was charged. Please try again or use another payment method.',
  over_limit: 'This payment is larger than your bank allows at once. Please pay a smaller amount.',
  too_small: 'This amount is too small to be taken this way. Please pay a larger amount.',
  account_closed: 'The bank account is closed. Please choose another payment method.',
  no_account: 'The bank account could not be found. Please choose another payment method.',
  refer_to_customer: bankRefused,
  debit_not_authorized:
    'Your bank did not authorise this direct debit. Please choose another payment method.',
  method_gone: 'This payment method can no longer be used. Please choose another one.',
  not_accepted: 'This payment could not be taken. Please choose another payment method.',
}

/** Why a payment was refused, in words that fit its method. A card that nobody saved and a wallet have no type. */
export function declineText(reason: DeclineReason, methodType?: RepaymentSourceType | null): string {
  const text = declineTexts[reason]
  if (typeof text === 'string') return text
  return methodType === 'BankAccount' ? text.bank : text.card
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
