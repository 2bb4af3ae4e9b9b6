import type { Repayment, RepaymentDetails, RepaymentSource, SavedMethod } from '#contract/payment-methods.ts'
import { compareDates, dateIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import { cents, toDecimal, type Cents } from '#domain/money.ts'
import { payingSource, type SurchargeAbsorption } from '#domain/payment-methods/payment-methods.ts'
import { declineText } from '#domain/payments.ts'
import { debitOf } from '#domain/plan/debits.ts'
import { collectionDays } from '#domain/plan/next-payment.ts'
import { orNotFound } from '#domain/refusal.ts'
import {
  cardGroups,
  exampleCard,
  surchargeBasisPoints,
  surchargePercentage,
  type ChargedMethod,
  type SurchargeTerms,
} from '#domain/payment-methods/surcharges.ts'
import { bankCalendarOf } from '../../platform/bank-calendars.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/open.ts'
import { isUsable, problemOf } from './paying-source.ts'
import {
  findMethodFacts,
  type MethodFacts,
  type StoredRepayment,
  type StoredSource,
} from './payment-methods.store.ts'
import type { NewQuote } from './sources.store.ts'
import { authorisationOn, changeEffectiveOn, mayChangeRepayments } from './source-rules.ts'

type ReadingDeps = { db: Db; clock: Clock }

export async function readRepaymentDetails(
  { db, clock }: ReadingDeps,
  accountId: string,
): Promise<RepaymentDetails> {
  return toDetails(await methodFacts(db, accountId), clock())
}

/** The saved payment methods as every page shows them, with their surcharge at the account's school or another one. */
export async function readSources(
  { db, clock }: ReadingDeps,
  accountId: string,
  absorbCardSurcharge?: SurchargeAbsorption,
): Promise<RepaymentSource[]> {
  const { account, ...facts } = await methodFacts(db, accountId)
  const at = { ...account, absorbCardSurcharge: absorbCardSurcharge ?? account.absorbCardSurcharge }
  return toSources({ ...facts, account: at }, clock())
}

export async function methodFacts(db: Db, accountId: string): Promise<MethodFacts> {
  return orNotFound(await findMethodFacts(db, accountId))
}

export function toDetails(facts: MethodFacts, now: Date): RepaymentDetails {
  const today = dateIn(facts.account.region, now)
  return {
    repayments: facts.repayments.map((repayment) => toRepayment(facts, repayment, today)),
    repaymentSources: facts.sources.map((source) => ({
      ...toSource(facts, source, today),
      trouble: problemOf(source, today) ?? null,
      surcharge: surchargeCost(facts, source, today),
      hasAuthorisation: source.hasAuthorisation,
      isMandatePending: source.mandateStatus === 'pending',
      hasPaymentUnderWay: source.hasPaymentUnderWay,
      lastFailure: lastFailure(facts, source),
    })) satisfies SavedMethod[],
    cardSurcharges: cardSurcharges(facts, today),
    directDebitAuthorisation: requiredAuthorisation(facts, today),
  }
}

function lastFailure(
  { account }: MethodFacts,
  { type, lastPayment }: StoredSource,
): SavedMethod['lastFailure'] {
  if (lastPayment?.status !== 'Failed') return null
  const { at, reason } = lastPayment
  return {
    date: dateIn(account.region, new Date(at)),
    reason: reason && declineText(reason, type),
  }
}

function toRepayment(facts: MethodFacts, repayment: StoredRepayment, today: CalendarDate): Repayment {
  const { pendingChange } = facts
  const { waiting, collecting } = repayment
  const sourceId = pendingChange?.sourceId ?? payingSource(facts.sources)?.id
  const { date, amount } = nextOf(facts, repayment, today)
  return {
    source: sourceId === undefined ? null : { id: sourceId },
    amount: toDecimal(amount),
    frequency: repayment.frequency,
    nextRepaymentDate: date,
    // One payment method serves all plans of an account; the plan is what a customer sees change.
    repaymentChangeId: repayment.planId,
    changeEffectiveDate: pendingChange?.effectiveOn ?? null,
    allowChange: mayChangeRepayments(facts),
    hasMissedCutoff: collecting.length > 0 || waiting.some(({ on, isRetry }) => !isRetry && on <= today),
    isPending: pendingChange !== null,
    remainingPayments: waiting.length,
    firstToMove: firstToMove(facts, repayment, today),
    withBank: withBank(repayment),
  }
}

function withBank({ collecting }: StoredRepayment): Repayment['withBank'] {
  const [first] = collecting
  if (!first) return null
  const together = collecting.filter(({ on }) => on === first.on)
  const amount = cents(together.reduce((sum, { owingMinor }) => sum + owingMinor, 0))
  return { amount: toDecimal(amount), date: first.on }
}

/** Everything that is collected of a plan on its next day; if nothing else waits, what the bank is collecting. */
function nextOf(
  facts: MethodFacts,
  { waiting, collecting }: StoredRepayment,
  today: CalendarDate,
): { date: CalendarDate | null; amount: Cents } {
  const [date] = facts.isHeld ? [] : waiting.map(dayOf(facts, today)).toSorted()
  if (date === undefined) {
    return { date: collecting[0]?.on ?? null, amount: collecting[0]?.owingMinor ?? cents(0) }
  }
  const together = waiting.filter((payment) => dayOf(facts, today)(payment) === date)
  return { date, amount: cents(together.reduce((sum, { owingMinor }) => sum + owingMinor, 0)) }
}

function dayOf({ account, sources, pendingChange }: MethodFacts, today: CalendarDate) {
  return collectionDays({
    calendar: bankCalendarOf(account.region),
    today,
    sources: sources.map((source) => ({
      ...source,
      activeFrom: source.id === pendingChange?.sourceId ? pendingChange.effectiveOn : null,
    })),
  })
}

function firstToMove(
  facts: MethodFacts,
  { waiting }: StoredRepayment,
  today: CalendarDate,
): Repayment['firstToMove'] {
  const from = changeEffectiveOn(facts, today)
  // A change that applies at once reaches what is late too.
  const first = from === undefined ? waiting[0] : waiting.find(({ on }) => on >= from)
  return first
    ? { amount: toDecimal(first.owingMinor), date: notBefore(today, dayOf(facts, today)(first)) }
    : null
}

/** A late instalment is collected today at the earliest. */
function notBefore(today: CalendarDate, on: CalendarDate): CalendarDate {
  return on < today ? today : on
}

/** The text that the account has to agree to before its bank account is debited. */
function requiredAuthorisation(
  facts: MethodFacts,
  today: CalendarDate,
): RepaymentDetails['directDebitAuthorisation'] {
  const { region, showsDirectDebitAuthorisation } = facts.account
  const text = region === 'AU' && showsDirectDebitAuthorisation && authorisationOn(facts, today)
  return text ? { version: text.version, text: text.body } : null
}

function termsOn({ account, surchargeRates: rates }: MethodFacts, on: CalendarDate): SurchargeTerms {
  return { region: account.region, absorb: account.absorbCardSurcharge, on, rates }
}

/** The surcharge as it will be charged: by the rate of each day, with each payment rounded separately. */
function surchargeCost(
  facts: MethodFacts,
  card: ChargedMethod & { id?: string },
  today: CalendarDate,
): SavedMethod['surcharge'] {
  const dayOfPayment = dayOf(facts, today)
  const payments = facts.repayments
    .flatMap(({ waiting }) => waiting)
    .map((payment) => {
      const on = notBefore(today, dayOfPayment(payment))
      const instalment = { open: payment.owingMinor, quote: payment.quote }
      return { on, ...debitOf(card, instalment, termsOn(facts, on)) }
    })
    .toSorted((one, other) => compareDates(one.on, other.on))
  const sumOf = (some: typeof payments) => cents(some.reduce((sum, { surcharge }) => sum + surcharge, 0))
  return {
    nextPayment: toDecimal(sumOf(payments.filter(({ on }) => on === payments[0]?.on))),
    remainingPayments: toDecimal(sumOf(payments)),
  }
}

/** What payments that were announced cost with another method, which the family chooses for them. */
export function announcedWith(facts: MethodFacts, source: StoredSource, today: CalendarDate): NewQuote[] {
  return facts.repayments.flatMap(({ planId, waiting }) =>
    waiting
      .filter(({ quote }) => quote)
      .map((payment) => {
        const on = notBefore(today, dayOf(facts, today)(payment))
        const { amount, surcharge } = debitOf(source, { open: payment.owingMinor }, termsOn(facts, on))
        return { planId, seq: payment.seq, on, amount, surcharge }
      }),
  )
}

function cardSurcharges(facts: MethodFacts, today: CalendarDate): RepaymentDetails['cardSurcharges'] {
  const groups = cardGroups.map((cardGroup) => {
    const card = exampleCard[cardGroup]
    const basisPoints = surchargeBasisPoints(card, termsOn(facts, today))
    return { cardGroup, basisPoints, ...surchargeCost(facts, card, today) }
  })
  // Where the law forbids it, or the school bears it all, there is nothing to show.
  const isFree = groups.every(
    ({ basisPoints, remainingPayments }) => basisPoints === 0 && remainingPayments === 0,
  )
  if (isFree) return []
  return groups.map(({ basisPoints, ...group }) => ({
    ...group,
    surchargePercentage: surchargePercentage(basisPoints),
  }))
}

function toSources(facts: MethodFacts, now: Date): RepaymentSource[] {
  const today = dateIn(facts.account.region, now)
  return facts.sources.map((source) => toSource(facts, source, today))
}

function toSource(facts: MethodFacts, source: StoredSource, today: CalendarDate): RepaymentSource {
  return {
    id: source.id,
    type: source.type,
    displayName: source.displayName,
    holderName: source.holderName || null,
    expiryDate: source.cardExpiry,
    cardType: source.cardBrand,
    surchargePercentage: surchargePercentage(surchargeBasisPoints(source, termsOn(facts, today))),
    isDefault: source.isDefault,
    preferred: source.isPreferred,
    isUsable: isUsable(source, today),
  }
}
