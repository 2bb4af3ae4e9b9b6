import { cents, type Cents } from './money.ts'
import type { RefusalCode } from './refusal.ts'
import type { Transitions } from './transitions.ts'

/** Rules of a payment on the pay-now page. */
export const amountChangeReasons = [
  'MultiplePartiesPayingFees',
  'UnableToPayFullAmount',
  'IncorrectAmountDue',
  'ToPayMore',
  'Other',
] as const
export type AmountChangeReason = (typeof amountChangeReasons)[number]

export const reasonDescriptionMaxLength = 100

/** The limits of an amount that somebody types. A guest pays at least one dollar or pound. */
export const paymentMaxCents = cents(100_000_00)
export const guestPaymentMinCents = cents(1_00)

/** The most that one payment may bring: what a family is asked for can be paid at once, however much it is. */
export function mostPayable(requested: Cents): Cents {
  return cents(Math.max(paymentMaxCents, requested))
}

/** How long the owner's code lets a browser charge saved methods for the request whose link it holds. */
export const codeProofMs = 30 * 60_000

/** A payment request is an amount that a school requests by a link. */
export const paymentRequestStatuses = ['Open', 'PartPaid', 'Paid', 'Cancelled', 'Expired'] as const
export type PaymentRequestStatus = (typeof paymentRequestStatuses)[number]

export const paymentRequestTransitions: Transitions<PaymentRequestStatus> = {
  Open: ['PartPaid', 'Paid', 'Cancelled', 'Expired'],
  PartPaid: ['Open', 'Paid', 'Cancelled', 'Expired'],
  // A payment returned to the payer reopens its request.
  Paid: ['PartPaid', 'Open'],
  Cancelled: [],
  Expired: [],
}

/**
 * Why a request can no longer be paid; undefined if it can. Its status comes before its expiry: a paid request says
 * so even after its last day. `isExpired` is true from that moment, before a job changes the status.
 */
export function whyClosed({
  status,
  isExpired,
}: {
  status: PaymentRequestStatus
  isExpired: boolean
}): Extract<RefusalCode, 'request_paid' | 'request_cancelled' | 'request_expired'> | undefined {
  if (status === 'Paid') return 'request_paid'
  if (status === 'Cancelled') return 'request_cancelled'
  return status === 'Expired' || isExpired ? 'request_expired' : undefined
}

/** What is left to pay, after payments that have arrived or are being processed by banks. */
export function leftToPay({
  amountDue,
  amountPaid,
  amountPending,
}: {
  amountDue: Cents
  amountPaid: Cents
  amountPending: Cents
}): Cents {
  return cents(Math.max(0, amountDue - amountPaid - amountPending))
}
