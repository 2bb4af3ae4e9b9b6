import type { CalendarDate } from '../calendar/calendar.ts'
import { percentOf, type Cents } from '../money.ts'
import type { SurchargeAbsorption } from './payment-methods.ts'
import type { Region } from '../region.ts'

/** The surcharge for paying by card. The server calculates it, the screen only shows it. */
export const cardGroups = ['AmericanExpress', 'VisaOrMastercardCredit'] as const
export type CardGroup = (typeof cardGroups)[number]

export const cardGroupNames: Record<CardGroup, string> = {
  AmericanExpress: 'American Express',
  VisaOrMastercardCredit: 'Visa, Mastercard credit',
}

/** The funding types by the card processor's names; other brands carry no surcharge. */
export const cardFundings = ['credit', 'debit', 'prepaid', 'unknown'] as const
export type CardFunding = (typeof cardFundings)[number]

/** The fields of a saved or entered payment method that decide its surcharge; a bank account has neither. */
export type ChargedMethod = { cardBrand: string | null; cardFunding: CardFunding | null }

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
 * No rate may be above this many percent. The law lets an Australian merchant pass on what accepting the card costs and
 * no more; 1.5 % leaves room above our dearest card and stops a slip of the finger. An admin can set another cap there.
 * In the United Kingdom the law forbids card surcharges for consumers, so there the cap is not a setting.
 */
export const surchargeCap: Readonly<Record<Region, number>> = { AU: 1.5, UK: 0 }

/** Why a rate cannot be set, or undefined if it can. */
export function whyNotSurchargeRate(
  region: Region,
  percent: number,
  cap: Readonly<Record<Region, number>> = surchargeCap,
): string | undefined {
  if (percent <= 0) return undefined
  if (region === 'UK') return 'The law forbids card surcharges for consumers in the United Kingdom'
  return percent > cap[region]
    ? `Must not be above the cap of ${cap[region]}%. An admin can change the cap in the settings.`
    : undefined
}

/** The facts that decide a surcharge besides the payment method: region, school, day and rates. */
export type SurchargeTerms = {
  region: Region
  absorb: SurchargeAbsorption
  on: CalendarDate
  rates: readonly SurchargeRate[]
}

/**
 * The group a card is charged under. Debit cards are free, and so is a Visa or Mastercard that is not
 * known to be credit; American Express is charged by its name alone.
 */
export function cardGroupOf({ cardBrand, cardFunding }: ChargedMethod): CardGroup | undefined {
  if (cardFunding === 'debit') return undefined
  if (cardBrand === 'amex') return 'AmericanExpress'
  const isVisaOrMastercard = cardBrand === 'visa' || cardBrand === 'mastercard'
  return isVisaOrMastercard && cardFunding === 'credit' ? 'VisaOrMastercardCredit' : undefined
}

/** A card of each group, to say what the group costs. */
export const exampleCard: Record<CardGroup, ChargedMethod> = {
  AmericanExpress: { cardBrand: 'amex', cardFunding: 'credit' },
  VisaOrMastercardCredit: { cardBrand: 'visa', cardFunding: 'credit' },
}

/** Whether the payer pays the surcharge of a group: the law may forbid it, and the school may absorb it. */
function isSurcharged(group: CardGroup, region: Region, absorb: SurchargeAbsorption): boolean {
  // The law forbids surcharging consumers in the United Kingdom, whatever a row might say.
  if (region === 'UK' || absorb === 'All') return false
  return group !== 'VisaOrMastercardCredit' || absorb !== 'VisaAndMastercard'
}

/** The rate the payer pays for this payment method. */
export function surchargeBasisPoints(method: ChargedMethod, terms: SurchargeTerms): number {
  const group = cardGroupOf(method)
  if (!group || !isSurcharged(group, terms.region, terms.absorb)) return 0
  const rate = terms.rates.find(
    ({ region, cardGroup, validFrom, validTo }) =>
      region === terms.region &&
      cardGroup === group &&
      validFrom <= terms.on &&
      (validTo === null || terms.on <= validTo),
  )
  return rate?.basisPoints ?? 0
}

/** The surcharge of a payment of this amount with this payment method, and its rate. */
export function surchargeOf(
  method: ChargedMethod,
  amount: Cents,
  terms: SurchargeTerms,
): { basisPoints: number; surcharge: Cents } {
  const basisPoints = surchargeBasisPoints(method, terms)
  return { basisPoints, surcharge: surcharge(amount, basisPoints) }
}

/** The groups that carry a surcharge, for a payer who has not chosen a card yet. */
export function surchargedGroups(
  terms: SurchargeTerms,
): { cardGroup: CardGroup; surchargePercentage: string }[] {
  return cardGroups.flatMap((cardGroup) => {
    const basisPoints = surchargeBasisPoints(exampleCard[cardGroup], terms)
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
