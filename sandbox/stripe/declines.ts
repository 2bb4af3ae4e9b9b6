import { documentationOf } from './failures.ts'
import type { Failure } from './failures.ts'

const cardMessages: Record<string, string> = {
  authentication_required: 'Your card was declined. This transaction requires authentication.',
  expired_card: 'Your card has expired.',
  incorrect_cvc: "Your card's security code is incorrect.",
  incorrect_number: 'Your card number is incorrect.',
  insufficient_funds: 'Your card has insufficient funds.',
  invalid_cvc: "Your card's security code is invalid.",
  invalid_expiry_month: "Your card's expiration month is invalid.",
  invalid_expiry_year: "Your card's expiration year is invalid.",
  processing_error: 'An error occurred while processing your card. Try again in a little bit.',
}

/** Codes on their own; any other bank reason is a decline code of `card_declined`. */
const ownCodes = new Set([
  'authentication_required',
  'expired_card',
  'incorrect_cvc',
  'incorrect_number',
  'processing_error',
])

const fieldOf: Record<string, string> = {
  expired_card: 'exp_month',
  incorrect_cvc: 'cvc',
  incorrect_number: 'number',
  invalid_cvc: 'cvc',
  invalid_expiry_month: 'exp_month',
  invalid_expiry_year: 'exp_year',
}

/** The error of a card refused by its bank. */
export function cardDecline(reason: string): Failure {
  const code = ownCodes.has(reason) ? reason : 'card_declined'
  const param = fieldOf[reason]
  return {
    code,
    decline_code: reason === 'incorrect_number' ? undefined : reason,
    doc_url: documentationOf(code),
    message: cardMessages[reason] ?? 'Your card was declined.',
    ...(param !== undefined && { param }),
    type: 'card_error',
  }
}

/** The error of a card that is invalid before any bank is involved. */
export function cardMistake(code: string): Failure {
  return {
    code,
    doc_url: documentationOf(code),
    message: cardMessages[code] ?? 'Your card is not accepted.',
    param: fieldOf[code],
    type: 'card_error',
  }
}

const debitMessages: Record<string, string> = {
  account_closed: "The customer's bank account has been closed.",
  account_number_invalid: 'The bank account number provided is invalid. Check it and try again.',
  charge_exceeds_source_limit:
    'This payment exceeds the limit for payments from this source in a rolling period of time.',
  charge_exceeds_transaction_limit: 'This payment exceeds the limit for a single payment of this kind.',
  debit_not_authorized: 'The customer has told their bank that this payment was not authorized.',
  insufficient_funds: "The customer's account has insufficient funds to cover this payment.",
  no_account: "The customer's bank account could not be located.",
  refer_to_customer: "The customer's bank refused this payment and refers to the customer.",
}

/** The error of a refused bank debit. */
export function debitFailure(code: string): Failure {
  return {
    code,
    doc_url: documentationOf(code),
    message: debitMessages[code] ?? 'The payment failed.',
    type: 'invalid_request_error',
  }
}
