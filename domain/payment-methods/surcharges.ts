import type { CalendarDate } from '../calendar/calendar.ts'
import { percentOf, type Cents } from '../money.ts'
import type { SurchargeAbsorption } from './payment-methods.ts'
import type { Region } from '../region.ts'

/** What paying by card costs on top. The server computes it, the screen only shows it. */
export const cardGroups = ['AmericanExpress', 'VisaOrMastercardCredit'] as const
export type CardGroup = (typeof cardGroups)[number]

/** As the card processor names them; other brands carry no surcharge. */
export type CardFunding = 'credit' | 'debit' | 'prepaid' | 'unknown'

/** A row of the rates: a change of rate or of law ends one row and begins another. */
export type SurchargeRate = {
  region: Region
  cardGroup: CardGroup
  basisPoints: number
  validFrom: CalendarDate
  /** The last day of the rate; null while it has no end. */
  validTo: CalendarDate | null
}

/**
 * The group a card is charged under. Debit cards are free, and so is a Visa or Mastercard that is not
 * known to be credit; American Express is charged by its name alone.
 */
export function cardGroupOf(brand: string, funding: CardFunding): CardGroup | undefined {
  if (funding === 'debit') return undefined
  if (brand === 'amex') return 'AmericanExpress'
  const isVisaOrMastercard = brand === 'visa' || brand === 'mastercard'
  return isVisaOrMastercard && funding === 'credit' ? 'VisaOrMastercardCredit' : undefined
}

/** A card of each group, to say what the group costs. */
export const exampleCard: Record<CardGroup, { brand: string; funding: CardFunding }> = {
  AmericanExpress: { brand: 'amex', funding: 'credit' },
  VisaOrMastercardCredit: { brand: 'visa', funding: 'credit' },
}

/** Whether the payer bears the surcharge of a group, after what the law forbids and the school takes on itself. */
function isSurcharged(group: CardGroup, region: Region, absorb: SurchargeAbsorption): boolean {
  // The law forbids surcharging consumers in the United Kingdom, whatever a row might say.
  if (region === 'UK' || absorb === 'All') return false
  return group !== 'VisaOrMastercardCredit' || absorb !== 'VisaAndMastercard'
}

/** The rate the payer bears. */
export function surchargeBasisPoints(
  payment: {
    region: Region
    brand: string
    funding: CardFunding
    absorb: SurchargeAbsorption
    on: CalendarDate
  },
  rates: readonly SurchargeRate[],
): number {
  const group = cardGroupOf(payment.brand, payment.funding)
  if (!group || !isSurcharged(group, payment.region, payment.absorb)) return 0
  const rate = rates.find(
    ({ region, cardGroup, validFrom, validTo }) =>
      region === payment.region &&
      cardGroup === group &&
      validFrom <= payment.on &&
      (validTo === null || payment.on <= validTo),
  )
  return rate?.basisPoints ?? 0
}

/** The groups that cost the payer something, for whoever has yet to say with which card they pay. */
export function surchargedGroups(
  place: { region: Region; absorb: SurchargeAbsorption; on: CalendarDate },
  rates: readonly SurchargeRate[],
): { cardGroup: CardGroup; surchargePercentage: string }[] {
  return cardGroups.flatMap((cardGroup) => {
    const basisPoints = surchargeBasisPoints({ ...place, ...exampleCard[cardGroup] }, rates)
    return basisPoints === 0 ? [] : [{ cardGroup, surchargePercentage: surchargePercentage(basisPoints) }]
  })
}

export function surcharge(amount: Cents, basisPoints: number): Cents {
  return percentOf(amount, basisPoints)
}

/** "1.35%", "1%", "0%" */
export function surchargePercentage(basisPoints: number): string {
  return `${basisPoints / 100}%`
}
