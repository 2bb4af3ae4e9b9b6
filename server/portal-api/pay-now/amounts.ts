import { dateIn } from '#domain/calendar/calendar.ts'
import { formatCurrency, parseAmount, toDecimal, type Cents } from '#domain/money.ts'
import { guestPaymentMinCents, mostPayable } from '#domain/pay-now.ts'
import { fieldRefusal, Refusal } from '#domain/refusal.ts'
import type { Region } from '#domain/region.ts'
import { surchargedGroups, type SurchargeTerms } from '#domain/payment-methods/surcharges.ts'
import { readDue } from '../../books/charges/charges.reads.ts'
import { isUsable } from '../../books/payment-methods/paying-source.ts'
import type { BasicDeps } from '../../platform/deps.ts'
import { refuseUntil } from '../../platform/rate-limit/rate-limit.ts'
import type { PayFacts, PaySchool } from './pay-now.store.ts'

/** Parses the amount into cents, or refuses its field. */
export function amountOf(value: number | string, by: 'customer' | 'guest'): Cents {
  const amount = parseAmount(value)
  if (amount === undefined) throw fieldRefusal({ amount: 'Please enter an amount up to 100,000' })
  if (amount < (by === 'guest' ? guestPaymentMinCents : 1))
    throw fieldRefusal({ amount: 'The amount is too small' })
  return amount
}

/** Refuses more than one payment may bring. `requested` is what the family is asked for. */
export function refuseOver(amount: Cents, requested: Cents): void {
  const most = mostPayable(requested)
  if (amount <= most) return
  throw fieldRefusal({
    amount: `Please enter an amount up to ${toDecimal(most).toLocaleString('en-AU')}`,
  })
}

/** What an early payment to a school would pay first. */
export async function dueAt({ db, clock }: BasicDeps, accountId: string, institutionId: string) {
  return readDue(db, { accountId, institutionId, now: clock() })
}

/** Today's surcharges at a school, from our own tables: the browser's figures are never used. */
export function surchargeTerms({ region, rates }: PayFacts, school: PaySchool, now: Date): SurchargeTerms {
  return { region, absorb: school.absorbCardSurcharge, on: dateIn(region, now), rates }
}

/** Only the total that the payer has seen is charged: a rate may have changed, or the card may be of another group. */
export function refuseOtherTotal(
  shownTotal: number | string | undefined,
  total: Cents,
  region: Region,
): void {
  if (shownTotal === undefined || parseAmount(shownTotal) === total) return
  const decimal = toDecimal(total)
  throw new Refusal('total_changed', {
    fields: { total: decimal.toFixed(2) },
    values: { total: formatCurrency(decimal, region) },
  })
}

/** The surcharge of each card group at a school today. */
export function cardSurchargesAt(facts: PayFacts, school: PaySchool, now: Date) {
  return surchargedGroups(surchargeTerms(facts, school, now))
}

/** The saved method if it can be charged now: neither BPAY, which only its owner can send, nor an expired card. */
export function chargeable(facts: PayFacts, now: Date) {
  const { source, providerCustomerId } = facts
  if (!source) throw new Refusal('not_found')
  const canPay = isUsable(source, dateIn(facts.region, now))
  if (!canPay || !source.providerPaymentMethodId || !providerCustomerId) throw new Refusal('source_unusable')
  return { ...source, providerPaymentMethodId: source.providerPaymentMethodId, providerCustomerId }
}

const day = 24 * 60 * 60_000

/** The start of the period in which declines count. */
export function declinesSince(now: Date): Date {
  return new Date(now.getTime() - day)
}

/**
 * Refuses after too many declines. They are counted from the payments, since many declines become known only later.
 * Payments under way do not count yet; the rate limit of ten minutes bounds them.
 */
export function refuseAfterDeclines({ declinedAt }: PayFacts, allowed: number, now: Date): void {
  const first = declinedAt[allowed - 1]
  if (first !== undefined) refuseUntil(new Date(first).getTime() + day, now)
}
