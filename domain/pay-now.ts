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
