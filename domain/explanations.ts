/** The sums of the portal that open to what makes them, by the names they have in an address. */
export const explainedFigures = [
  'balance',
  'available-to-withdraw',
  'next-payment',
  'paid-so-far',
  'remaining',
] as const
export type ExplainedFigure = (typeof explainedFigures)[number]
