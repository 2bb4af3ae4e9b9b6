import { cents, type Cents } from '../money.ts'
import { surchargeOf, type ChargedMethod, type SurchargeTerms } from '../payment-methods/surcharges.ts'

/** What a family was told will be taken for an instalment, and from which method. */
export type Quote = { amount: Cents; surcharge: Cents; sourceId: string | null }

export type Debit = {
  /** What is open of the instalment. */
  amount: Cents
  surcharge: Cents
  basisPoints: number
  /** Whether it would be more than the family was told: it is announced again before anything is taken. */
  isDearer: boolean
}

/**
 * What is taken for an instalment with a payment method. A family reads and pays what it was told, or less if it costs
 * less by now: the rate, the school's terms or the open amount may have changed since.
 */
export function debitOf(
  method: (ChargedMethod & { id?: string }) | undefined,
  { open: amount, quote }: { open: Cents; quote?: Quote | null | undefined },
  terms: SurchargeTerms,
): Debit {
  const price = method ? surchargeOf(method, amount, terms) : { surcharge: cents(0), basisPoints: 0 }
  if (!quote) return { amount, ...price, isDearer: false }
  const isDearer = amount > quote.amount || price.surcharge > quote.surcharge
  const isAsTold = amount === quote.amount && quote.sourceId === method?.id
  return isAsTold && isDearer
    ? { amount, surcharge: quote.surcharge, basisPoints: rateOf(quote), isDearer }
    : { amount, ...price, isDearer }
}

/** The rate of a surcharge. An earlier rate is not stored with its quote. */
function rateOf({ amount, surcharge }: Quote): number {
  return Math.round((surcharge * 10_000) / amount)
}
