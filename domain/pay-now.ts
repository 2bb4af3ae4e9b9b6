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
