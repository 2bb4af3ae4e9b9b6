import { dateIn, type CalendarDate } from '#domain/calendar.ts'
import { parseAmount, type Cents } from '#domain/money.ts'
import { guestPaymentMinCents, paymentMaxCents } from '#domain/pay-now.ts'
import { Refusal } from '#domain/refusal.ts'
import { surcharge, surchargeBasisPoints, type CardFunding } from '#domain/surcharges.ts'
import { isUsable } from '../payment-methods/paying-source.ts'
import type { PayFacts, School, Since } from './pay-now.store.ts'

/** What was typed, in cents; anything that is no sum to pay is refused at its field. */
export function readAmount(sent: number | string, by: 'customer' | 'guest'): Cents {
  const amount = parseAmount(sent, { max: paymentMaxCents })
  const least = by === 'guest' ? guestPaymentMinCents : 1
  if (amount === undefined || amount < least) {
    const message = amount === undefined ? 'Please enter an amount up to 100,000' : 'The amount is too small'
    throw new Refusal('invalid_request', { fields: { amount: message } })
  }
  return amount
}

/** What a card costs on top, as our own tables say; what a browser believes is not asked. */
export function surchargeOf(
  facts: PayFacts,
  school: School,
  card: { brand: string | null; funding: CardFunding | null },
  amount: Cents,
  now: Date,
): { basisPoints: number; surcharge: Cents } {
  const on: CalendarDate = dateIn(facts.region, now)
  const basisPoints = surchargeBasisPoints(
    {
      region: facts.region,
      brand: card.brand ?? '',
      funding: card.funding ?? 'unknown',
      absorb: school.absorbCardSurcharge,
      on,
    },
    facts.rates,
  )
  return { basisPoints, surcharge: surcharge(amount, basisPoints) }
}

/** A saved method that can be charged now: neither BPAY, which only its owner can send, nor an expired card. */
export function chargeable(facts: PayFacts, now: Date) {
  const { source, providerCustomerId } = facts
  if (!source) throw new Refusal('not_found')
  const canPay = isUsable({ ...source, cardExpiry: source.expiry }, dateIn(facts.region, now))
  if (!canPay || !source.providerPaymentMethodId || !providerCustomerId) throw new Refusal('source_unusable')
  return { ...source, providerPaymentMethodId: source.providerPaymentMethodId, providerCustomerId }
}

const minute = 60_000

const limits = {
  customer: { payments: 10, declines: 30 },
  // Many refused cards on one link are somebody trying out stolen numbers.
  guest: { payments: 5, declines: 10 },
}
const paymentsWindowMs = 10 * minute

export function recently(now: Date): Since {
  return {
    payments: new Date(now.getTime() - paymentsWindowMs),
    declines: new Date(now.getTime() - 24 * 60 * minute),
  }
}

/** Counted from the payments themselves, so that a button pressed five times counts once. */
export function refuseTooMany(facts: PayFacts, by: 'customer' | 'guest'): void {
  const isTooMany = facts.recentPayments >= limits[by].payments || facts.recentDeclines >= limits[by].declines
  if (isTooMany) throw new Refusal('rate_limited', { retryAfterSeconds: paymentsWindowMs / 1000 })
}
