import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cents } from '#domain/money.ts'
import type { SurchargeAbsorption } from '#domain/payment-methods/payment-methods.ts'
import type { Region } from '#domain/region.ts'
import { surcharge, surchargeBasisPoints, type SurchargeRate } from '#domain/payment-methods/surcharges.ts'
import type { ActiveSource } from './repayments.store.ts'

/** What an instalment costs on top when it is taken from this payment method on that day. */
export function sourceSurcharge(
  source: ActiveSource,
  amount: Cents,
  on: { region: Region; absorb: SurchargeAbsorption; day: CalendarDate; rates: readonly SurchargeRate[] },
): { surcharge: Cents; basisPoints: number } {
  const payment = {
    region: on.region,
    brand: source.cardBrand ?? '',
    funding: source.cardFunding ?? 'unknown',
    absorb: on.absorb,
    on: on.day,
  }
  const basisPoints = surchargeBasisPoints(payment, on.rates)
  return { surcharge: surcharge(amount, basisPoints), basisPoints }
}
