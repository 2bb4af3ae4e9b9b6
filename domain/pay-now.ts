import type { Transitions } from './transitions.ts'
import { cents } from './money.ts'

/** Rules of a payment made on the pay-now page. */
export const amountChangeReasons = [
  'MultiplePartiesPayingFees',
  'UnableToPayFullAmount',
  'IncorrectAmountDue',
  'ToPayMore',
  'Other',
] as const
export type AmountChangeReason = (typeof amountChangeReasons)[number]

export const reasonDescriptionMaxLength = 100

/** What one payment may come to; a guest pays at least one dollar or pound. */
export const paymentMaxCents = cents(100_000_00)
export const guestPaymentMinCents = cents(1_00)

/** A sum that a school asks for by a link. */
export const paymentRequestStatuses = ['Open', 'PartPaid', 'Paid', 'Cancelled', 'Expired'] as const
export type PaymentRequestStatus = (typeof paymentRequestStatuses)[number]

export const paymentRequestTransitions: Transitions<PaymentRequestStatus> = {
  Open: ['PartPaid', 'Paid', 'Cancelled', 'Expired'],
  PartPaid: ['Open', 'Paid', 'Cancelled', 'Expired'],
  // A payment that went back to the payer opens its request again.
  Paid: ['PartPaid', 'Open'],
  Cancelled: [],
  Expired: [],
}
