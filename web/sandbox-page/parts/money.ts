import { formatNumber, parseAmount } from '#domain/money.ts'

/** Formats minor units: 12050 and `gbp` are £120.50. */
export const inMoney = (amount: number, currency: string) =>
  new Intl.NumberFormat(currency.toLowerCase() === 'aud' ? 'en-AU' : 'en-GB', {
    style: 'currency',
    currency,
  }).format(amount / 100)

export const forSumField = (amount: number) => formatNumber(amount / 100)

/** Parses a typed amount into minor units. */
export function readSum(text: string): number {
  const amount = parseAmount(text)
  if (amount === undefined) throw new Error(`“${text}” is not a sum such as 120.50`)
  return amount
}
