/** The promises of the banks of the Bacs scheme to everyone who pays by Direct Debit, for letters and screens alike. */
export const guaranteeTitle = 'The Direct Debit Guarantee'

export const guaranteePromises: readonly string[] = [
  'If the amount, the date or the frequency of a debit changes, you are told in advance.',
  'If a debit is taken in error, by us or by your bank, your bank refunds it in full and at once.',
  'You can cancel a Direct Debit at any time by telling your bank; please tell us too.',
]

/** The full text, to read before agreeing. */
export const wholeGuarantee: readonly string[] = [
  'Every bank and building society that takes Direct Debits offers it.',
  ...guaranteePromises,
  'A refund that you were not entitled to has to be paid back when we ask for it.',
]
