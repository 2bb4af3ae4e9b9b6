import type { RepaymentSource } from '#contract/payment-methods.ts'
import { cents, parsePercent, type Cents } from '#domain/money.ts'
import { cardGroupOf, surcharge, type CardGroup } from '#domain/payment-methods/surcharges.ts'
import type { MethodOffer } from '../payer.ts'

type Surcharges = Pick<MethodOffer, 'cardSurcharges'>

const groupLines: Record<CardGroup, (rate: string) => string> = {
  AmericanExpress: (rate) => `American Express cards incur a ${rate} surcharge.`,
  VisaOrMastercardCredit: (rate) =>
    `Mastercard and VISA credit cards incur a ${rate} surcharge. Debit cards have no surcharge.`,
}

/** What a card costs, while no card is chosen. */
export function surchargeLines({ cardSurcharges }: Surcharges): string[] {
  return cardSurcharges.map(({ cardGroup, surchargePercentage }) =>
    groupLines[cardGroup](surchargePercentage),
  )
}

/** The percentage a saved method costs at this school, "0%" for none. A family's schools may differ in it. */
export function percentageOf({ cardType, surchargePercentage }: RepaymentSource, at: Surcharges): string {
  const group = cardGroupOf({ cardBrand: cardType, cardFunding: 'credit' })
  const isFree = group !== undefined && !at.cardSurcharges.some(({ cardGroup }) => cardGroup === group)
  return isFree ? '0%' : surchargePercentage
}

/** The same surcharge that the server will calculate; undefined where there is none. */
export function surchargeOn(
  amount: Cents,
  percentage: string,
): { surcharge: Cents; total: Cents } | undefined {
  const basisPoints = parsePercent(percentage.replace('%', ''))
  if (!basisPoints) return undefined
  const added = surcharge(amount, basisPoints)
  return { surcharge: added, total: cents(amount + added) }
}
