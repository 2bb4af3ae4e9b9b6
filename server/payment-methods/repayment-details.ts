import type { Repayment, RepaymentDetails, RepaymentSource, SavedMethod } from '#contract/payment-methods.ts'
import { compareDates, dateIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import { cents, toDecimal } from '#domain/money.ts'
import { payingSource, type SurchargeAbsorption } from '#domain/payment-methods/payment-methods.ts'
import { Refusal } from '#domain/refusal.ts'
import {
  cardGroups,
  exampleCard,
  surchargeBasisPoints,
  surchargeOf,
  surchargePercentage,
  type ChargedMethod,
  type SurchargeTerms,
} from '#domain/payment-methods/surcharges.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../database/open.ts'
import { isUsable, troubleOf } from './paying-source.ts'
import {
  findMethodFacts,
  type MethodFacts,
  type StoredRepayment,
  type StoredSource,
} from './payment-methods.store.ts'
import { authorisationOn, changeEffectiveOn, mayChangeRepayments } from './source-rules.ts'

type ReadingDeps = { db: Db; clock: Clock }

export async function readRepaymentDetails(
  { db, clock }: ReadingDeps,
  accountId: string,
): Promise<RepaymentDetails> {
  return toDetails(await methodFacts(db, accountId), clock())
}

/** The saved payment methods as every page shows them, with what they cost at the account's school or another one. */
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
  const facts = await findMethodFacts(db, accountId)
  if (!facts) throw new Refusal('not_found')
  return facts
}

export function toDetails(facts: MethodFacts, now: Date): RepaymentDetails {
  const today = dateIn(facts.account.region, now)
  return {
    repayments: facts.repayments.map((repayment) => toRepayment(facts, repayment, today)),
    repaymentSources: facts.sources.map((source) => ({
      ...toSource(facts, source, today),
      trouble: troubleOf(source, today) ?? null,
      surcharge: surchargeCost(facts, source, today),
      hasAuthorisation: source.hasAuthorisation,
      isMandatePending: source.mandateStatus === 'pending',
      hasPaymentUnderWay: source.hasPaymentUnderWay,
    })) satisfies SavedMethod[],
    cardSurcharges: cardSurcharges(facts, today),
    directDebitAuthorisation: authorisationAsked(facts, today),
  }
}

function toRepayment(facts: MethodFacts, repayment: StoredRepayment, today: CalendarDate): Repayment {
  const { pendingChange } = facts
  const { waiting, collecting } = repayment
  const sourceId = pendingChange?.sourceId ?? payingSource(facts.sources)?.id
  const next = waiting[0] ?? collecting[0]
  return {
    source: sourceId === undefined ? null : { id: sourceId },
    amount: toDecimal(next?.owingMinor ?? cents(0)),
    frequency: repayment.frequency,
    nextRepaymentDate: next?.on ?? null,
    // One payment method serves all plans of an account; the plan is what a customer sees change.
    repaymentChangeId: repayment.planId,
    changeEffectiveDate: pendingChange?.effectiveOn ?? null,
    allowChange: mayChangeRepayments(facts),
    hasMissedCutoff: collecting.length > 0 || waiting.some(({ on, isRetry }) => !isRetry && on <= today),
    isPending: pendingChange !== null,
    remainingPayments: waiting.length,
    firstToMove: firstToMove(facts, repayment, today),
  }
}

function firstToMove(
  facts: MethodFacts,
  { waiting }: StoredRepayment,
  today: CalendarDate,
): Repayment['firstToMove'] {
  const from = changeEffectiveOn(facts, today)
  // A change that applies at once reaches what is late too.
  const first = from === undefined ? waiting[0] : waiting.find(({ on }) => on >= from)
  return first ? { amount: toDecimal(first.owingMinor), date: notBefore(today, first.on) } : null
}

/** What is late is taken today at the earliest. */
function notBefore(today: CalendarDate, on: CalendarDate): CalendarDate {
  return on < today ? today : on
}

/** What the account has to agree to before its bank account is debited. */
function authorisationAsked(
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

/** As it will be charged: by the rate of its own day, and each payment rounded by itself. */
function surchargeCost(
  facts: MethodFacts,
  card: ChargedMethod,
  today: CalendarDate,
): SavedMethod['surcharge'] {
  const payments = facts.repayments
    .flatMap(({ waiting }) => waiting)
    .toSorted((one, other) => compareDates(one.on, other.on))
    .map(
      ({ on, owingMinor }) => surchargeOf(card, owingMinor, termsOn(facts, notBefore(today, on))).surcharge,
    )
  return {
    nextPayment: toDecimal(payments[0] ?? cents(0)),
    remainingPayments: toDecimal(cents(payments.reduce<number>((sum, each) => sum + each, 0))),
  }
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
