import type { RepaymentSource } from '#contract/payment-methods.ts'
import { cents, parsePercent, type Cents } from '#domain/money.ts'
import {
  cardGroupOf,
  surcharge,
  surchargePercentage,
  type CardGroup,
} from '#domain/payment-methods/surcharges.ts'
import type { TypedCard } from '../../card-entry/use-frame-line.ts'
import type { MethodOffer } from '../payer.ts'

type Surcharges = Pick<MethodOffer, 'cardSurcharges'>

const groupLines: Record<CardGroup, (rate: string) => string> = {
  AmericanExpress: (rate) => `American Express cards incur a ${rate} surcharge.`,
  VisaOrMastercardCredit: (rate) =>
    `Mastercard and VISA credit cards incur a ${rate} surcharge. Debit cards have no surcharge.`,
}

/** The chosen payment method, as far as its surcharge is concerned. */
export type Chosen =
  | { kind: 'saved'; source: RepaymentSource }
  /** A card that is being typed; its funding is known once it is complete. */
  | { kind: 'typed'; card: TypedCard }
  /** BPAY or a wallet, which cost nothing on top. */
  | { kind: 'free' }
  /** Nothing yet: any card may follow. */
  | { kind: 'none' }

export type Cost = {
  percentage: string
  surcharge: Cents
  total: Cents
  /** The rates that may apply to what is chosen. */
  lines: string[]
}

/** What the payment comes to with what is chosen. Until a card's rate is known, the amount alone. */
export function costOf(chosen: Chosen, offer: Surcharges, amount: Cents): Cost {
  const percentage = rateOf(chosen, offer)
  const added = surchargeOn(amount, percentage)
  return {
    percentage,
    surcharge: added?.surcharge ?? cents(0),
    total: added?.total ?? amount,
    lines: linesFor(chosen, offer),
  }
}

function rateOf(chosen: Chosen, offer: Surcharges): string {
  if (chosen.kind === 'saved') return percentageOf(chosen.source, offer)
  if (chosen.kind !== 'typed') return '0%'
  const { brand, funding } = chosen.card
  const group = cardGroupOf({ cardBrand: brand, cardFunding: funding })
  return offer.cardSurcharges.find(({ cardGroup }) => cardGroup === group)?.surchargePercentage ?? '0%'
}

function linesFor(chosen: Chosen, { cardSurcharges }: Surcharges): string[] {
  const brand = brandOf(chosen)
  if (brand === 'free') return []
  const own = brand && cardGroupOf({ cardBrand: brand, cardFunding: 'credit' })
  return cardSurcharges
    .filter(({ cardGroup }) => !own || cardGroup === own)
    .map(({ cardGroup, surchargePercentage }) => groupLines[cardGroup](surchargePercentage))
}

function brandOf(chosen: Chosen): string | null {
  if (chosen.kind === 'free') return 'free'
  if (chosen.kind === 'typed') return chosen.card.brand
  if (chosen.kind === 'none') return null
  return chosen.source.type === 'PaymentCard' ? chosen.source.cardType : 'free'
}

/** The percentage a saved method costs at this school, "0%" for none. A family's schools may differ in it. */
export function percentageOf(source: RepaymentSource, at: Surcharges): string {
  const { cardType } = source
  const group = cardGroupOf({ cardBrand: cardType, cardFunding: 'credit' })
  const isFree = group !== undefined && !at.cardSurcharges.some(({ cardGroup }) => cardGroup === group)
  return isFree ? '0%' : source.surchargePercentage
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

/** "1%": the rate that a surcharge of this size stands for. */
export function percentageFor(surcharged: Cents, amount: Cents): string {
  return surchargePercentage(Math.round((surcharged * 10_000) / amount))
}
